import type { BegunBundle, InitializeBundle, VolumeDescriptor } from '@inlet/contract'
import type { KeyPrincipal, Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { findTeam, type QuotaConfig, requireFreeStorage } from '../team/team.public.ts'
import {
  forbiddenCharactersMessage,
  hasForbiddenCharacters,
  newUploadKey,
} from '../uploads/uploads.public.ts'
import { auditBundle } from './audit-bundle.ts'
import { volumeLimits } from './bundle.policy.ts'
import { viewBegunBundle } from './bundle.view.ts'
import { type BundleRow, insertBundle, listVolumeUploads } from './bundles.repo.ts'
import { requireBundle } from './get-bundle.ts'

export interface BegunBundleKey {
  bundleKey: string
}

interface Deps {
  db: Db
  store: ObjectStore
  config: QuotaConfig
  remember?: Remember<BegunBundleKey>
}

export async function initializeBundle(
  deps: Deps,
  key: KeyPrincipal,
  { input, clientAddress }: { input: InitializeBundle; clientAddress: string },
): Promise<BegunBundle> {
  const name = readName(input.name)
  await requireProjectCreation(deps.db, key.teamId)
  await requireFreeStorage(deps, key.teamId)
  const uploadKeys = Array.from({ length: input.num_volumes }, newUploadKey)
  const row = await inTransaction(deps.db, async (tx) => {
    const inserted = await insertBundle(tx, {
      teamId: key.teamId,
      keyId: key.keyId,
      name,
      clientAddress,
      uploadKeys,
    })
    await auditBundle(tx, key, 'request', inserted)
    await deps.remember?.(tx, { bundleKey: inserted.key })
    return inserted
  })
  return describe(deps, row)
}

/** With new URLs for the same uploads, so that what was sent with the first ones still counts. */
export async function replayInitializedBundle(
  deps: Deps,
  principal: Principal,
  { bundleKey }: BegunBundleKey,
): Promise<BegunBundle> {
  return describe(deps, await requireBundle(deps.db, principal, bundleKey))
}

async function describe({ db, store }: Deps, row: BundleRow): Promise<BegunBundle> {
  const descriptors: VolumeDescriptor[] = []
  if (row.status === 'awaiting_upload')
    for (const { number, upload_key } of await listVolumeUploads(db, row.id))
      descriptors.push({
        volume_number: number,
        ...(await store.presignUpload({ key: upload_key, ...volumeLimits })),
      })
  return viewBegunBundle(row, descriptors)
}

function readName(given: string | undefined): string | null {
  if (given === undefined) return null
  const name = given.trim()
  if (name === '') throw invalidField('name', 'must not be blank')
  if (hasForbiddenCharacters(name)) throw invalidField('name', forbiddenCharactersMessage)
  return name
}

async function requireProjectCreation(db: Db, teamId: number): Promise<void> {
  const team = await findTeam(db, teamId)
  if (!team?.allow_manual_project_creation) throw new AppError('project_creation_disabled')
}
