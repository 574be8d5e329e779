/** Ends exports: deletes volumes that have expired, and fails exports whose job is gone. */
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import {
  deleteOldExports,
  expireExports,
  failExport,
  listStuckExports,
  takeVolumes,
} from './export-lifetime.repo.ts'

const exportsAtOnce = 50
const listedDays = 30

export const gaveUp = {
  code: 'gave_up',
  message: 'Every attempt to export the project failed. Try again; if it fails again, contact your operator.',
}

export async function sweepExports(db: Db): Promise<number> {
  const expired = await inTransaction(db, async (tx) => {
    const ids = await expireExports(tx, exportsAtOnce)
    await trashNow(tx, await takeVolumes(tx, ids))
    return ids.length
  })
  const stuck = await listStuckExports(db, exportsAtOnce)
  for (const id of stuck) await inTransaction(db, (tx) => endInFailure(tx, id, gaveUp))
  await deleteOldExports(db, listedDays)
  return expired + stuck.length
}

/** Volumes of an export that failed are of no use. */
export async function endInFailure(
  tx: Tx,
  exportId: number,
  failure: { code: string; message: string },
): Promise<void> {
  if (await failExport(tx, exportId, failure)) await trashNow(tx, await takeVolumes(tx, [exportId]))
}
