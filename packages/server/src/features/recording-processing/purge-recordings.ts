import type { RecordingOwner } from '@inlet/contract/workspace'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { type AbandonedRecordings, detachAbandonedRecordings } from './recording-lifecycle.repo.ts'
import { deleteRecordings } from './recording-processing.repo.ts'

/** Deletes detached recordings with their objects, in the transaction that detached them. */
export async function dropRecordings(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trashNow(tx, await deleteRecordings(tx, ids))
}

export async function purgeAbandoned(
  tx: Tx,
  { recordingIds, originalKeys }: AbandonedRecordings,
): Promise<void> {
  await dropRecordings(tx, recordingIds)
  await trashNow(tx, originalKeys)
}

const batchSize = 100

/** Deletes what failed protected recordings left behind, also where the worker crashed before it could. */
export async function purgeAbandonedRecordings(db: Db, owner: RecordingOwner): Promise<void> {
  const purgeBatch = async (tx: Tx) => {
    const abandoned = await detachAbandonedRecordings(tx, owner, { limit: batchSize })
    await purgeAbandoned(tx, abandoned)
    return abandoned.count
  }
  while ((await inTransaction(db, purgeBatch)) === batchSize);
}
