import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type QuotaConfig, requireStorageFor } from '../team/team.public.ts'
import { notAwaited, type UploadOwner } from '../uploads/uploads.public.ts'
import { readVolumeNumber, volumeLimits } from './bundle.policy.ts'
import { keepWaiting, listVolumeUploads, replaceVolumeUpload } from './bundles.repo.ts'
import { requireBundle } from './get-bundle.ts'

/** The upload of a volume, until complete has accepted it. */
export function volumeUploadOwner(
  deps: { db: Db; config: QuotaConfig },
  principal: Principal,
  { bundleKey, volumeNumber }: { bundleKey: string; volumeNumber: string },
): UploadOwner {
  const find = async (db: Db) => {
    const bundle = await requireBundle(db, principal, bundleKey)
    const number = readVolumeNumber(volumeNumber) ?? 0
    if (number > bundle.volume_count || number < 1) throw volumeNotFound()
    if (bundle.status !== 'awaiting_upload') throw notAwaited()
    const volume = (await listVolumeUploads(db, bundle.id)).find((one) => one.number === number)
    if (!volume) throw notAwaited()
    return { bundle, volume }
  }
  return {
    async require() {
      const { volume } = await find(deps.db)
      return { key: volume.upload_key, rule: { ...volumeLimits, hasFormType: true } }
    },
    checkSize: (bytes) => requireStorageFor(deps, principal.teamId, bytes),
    async replaceKey(tx, from, to) {
      const { bundle } = await find(tx)
      return replaceVolumeUpload(tx, bundle.id, from, to)
    },
    async keepWaiting() {
      const { bundle } = await find(deps.db)
      await keepWaiting(deps.db, bundle.id)
    },
  }
}

const volumeNotFound = () =>
  new AppError('bundle_not_found', {
    message: 'The bundle has no such volume. Volumes are numbered from 1 to num_volumes.',
  })
