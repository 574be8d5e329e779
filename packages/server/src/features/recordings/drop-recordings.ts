import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { deleteRecordings, type GivenUp } from './recordings.repo.ts'

/** In the transaction that takes them from their records. */
export async function dropRecordings(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await trashNow(tx, await deleteRecordings(tx, ids))
}

export async function dropGivenUp(tx: Tx, { recordingIds, originalKeys }: GivenUp): Promise<void> {
  await dropRecordings(tx, recordingIds)
  await trashNow(tx, originalKeys)
}

const batchSize = 100

/** Also what ended without anybody there to clear up. */
export async function dropAllGivenUp(
  db: Db,
  take: (tx: Tx, limit: number) => Promise<GivenUp>,
): Promise<void> {
  const dropSome = async (tx: Tx) => {
    const taken = await take(tx, batchSize)
    await dropGivenUp(tx, taken)
    return taken.count
  }
  while ((await inTransaction(db, dropSome)) === batchSize);
}
