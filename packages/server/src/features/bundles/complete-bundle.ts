import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { type QuotaConfig, requireStorageFor } from '../team/team.public.ts'
import {
  assembleUploads,
  findReceived,
  forgetUploads,
  headUploads,
  uploadReplaced,
} from '../uploads/uploads.public.ts'
import { nextStatus } from './bundle.state.ts'
import { type BundleRow, listVolumeUploads, startBundle, type VolumeUpload } from './bundles.repo.ts'
import { requireBundle } from './get-bundle.ts'
import { importBundle } from './import-bundle.job.ts'

export interface CompleteBundleDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
  config: QuotaConfig
  remember?: Remember<object>
}

/** `isStarted` is true only for the call that started the import. */
export async function completeBundle(
  deps: CompleteBundleDeps,
  principal: Principal,
  bundleKey: string,
): Promise<{ row: BundleRow; isStarted: boolean }> {
  const row = await requireBundle(deps.db, principal, bundleKey)
  if (!nextStatus(row.status, 'complete')) return { row, isStarted: false }
  const isStarted = await start(deps, row)
  const after = await requireBundle(deps.db, principal, bundleKey)
  if (!isStarted && nextStatus(after.status, 'complete')) throw uploadReplaced()
  return { row: after, isStarted }
}

async function start(deps: CompleteBundleDeps, { id, team_id: teamId }: BundleRow): Promise<boolean> {
  const objects = await findVolumes(deps, await listVolumeUploads(deps.db, id))
  const total = objects.reduce((sum, { bytes }) => sum + bytes, 0)
  await requireStorageFor(deps, teamId, total)
  try {
    await inTransaction(deps.db, async (tx) => {
      if (!(await startBundle(tx, id, objects))) throw new NotStarted()
      await forgetUploads(
        tx,
        objects.map(({ key }) => key),
      )
      await deps.enqueue(tx, importBundle, { v: 1, bundleId: id }, { teamId, key: String(id) })
      await deps.remember?.(tx, {})
    })
    return true
  } catch (error) {
    if (error instanceof NotStarted) return false
    throw error
  }
}

/** Rolls back: a volume was replaced, or another call has started the import. */
class NotStarted extends Error {}

/** The uploads of all volumes; those in parts are assembled. */
async function findVolumes(
  deps: CompleteBundleDeps,
  uploads: readonly VolumeUpload[],
): Promise<PinnedObject[]> {
  const keys = uploads.map(({ upload_key }) => upload_key)
  const found = await headUploads(deps.store, keys)
  const waiting = keys.filter((_, i) => !found[i])
  await assembleUploads(deps.store, await findReceived(deps, waiting))
  const assembled = await headUploads(deps.store, waiting)
  const objects = new Map(
    [...found, ...assembled].flatMap((object) => (object ? [[object.key, object]] : [])),
  )
  const missing = uploads.filter(({ upload_key }) => !objects.has(upload_key)).map(({ number }) => number)
  if (missing.length > 0)
    throw new AppError('upload_incomplete', {
      message: `Volumes were not uploaded: ${missing.slice(0, 20).join(', ')}. Upload them, then call complete again.`,
      body: { missing_volumes: missing },
    })
  return [...objects.values()]
}
