/** Ends imports of bundles: deletes those that were never uploaded, and fails those whose job is gone. */
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import {
  deleteBundles,
  deleteOldBundles,
  failBundle,
  listStuckBundles,
  lockAbandonedBundles,
} from './bundle-lifetime.repo.ts'
import { takeBundleObjects } from './bundle-run.repo.ts'

const bundlesAtOnce = 50
const listedDays = 30

export const gaveUp = {
  code: 'gave_up',
  message: 'Every attempt to import the bundle failed. Try again; if it fails again, contact your operator.',
}

export async function sweepBundles(db: Db, abandonedAfterHours: number): Promise<number> {
  const abandoned = await inTransaction(db, async (tx) => {
    const ids = await lockAbandonedBundles(tx, abandonedAfterHours, bundlesAtOnce)
    await trashBundleObjects(tx, ids)
    await deleteBundles(tx, ids)
    return ids.length
  })
  const stuck = await listStuckBundles(db, bundlesAtOnce)
  for (const id of stuck) await inTransaction(db, (tx) => endBundleInFailure(tx, id, gaveUp))
  await deleteOldBundles(db, listedDays)
  return abandoned + stuck.length
}

/** Nothing of a failed import is kept. */
export async function endBundleInFailure(
  tx: Tx,
  bundleId: number,
  failure: { code: string; message: string },
): Promise<void> {
  if (await failBundle(tx, bundleId, failure)) await trashBundleObjects(tx, [bundleId])
}

async function trashBundleObjects(tx: Tx, ids: readonly number[]): Promise<void> {
  const { uploads, objects } = await takeBundleObjects(tx, ids)
  await trashNow(tx, [...uploads, ...objects])
}
