/**
 * Imports a bundle: lists the files of the volumes, compares them with the manifest, stores originals and derived files as
 * objects, reads the texts to the local disk, and restores the project in one transaction. A restarted job goes on after the
 * last stored object. See docs/adr/0099.
 */
import type { KeyPrincipal } from '../../platform/auth/principal.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import { trackProgress } from '../../platform/jobs/track-progress.ts'
import {
  countBundleFiles,
  endBundleInFailure,
  findBundleToRun,
  type importBundle,
  listBundleVolumes,
  listOtherFiles,
  reportBundleProgress,
} from '../bundles/bundles.public.ts'
import type { ProcessingDeps } from '../document-processing/document-processing.public.handler.ts'
import { requireStorageFor } from '../team/team.public.ts'
import { isRestored, objectRoles } from './bundle.policy.ts'
import { BundleFault, bundleFault } from './bundle-fault.ts'
import { type BundleImport, readBundleFile, volumeReaders } from './bundle-import.ts'
import { listVolumes } from './list-volumes.ts'
import { importQdpx } from './qdpx/import-qdpx.ts'
import { isQdpx } from './qdpx/importable-sources.ts'
import { readManifest } from './read-manifest.ts'
import { requireKey } from './require-key.ts'
import { restoreProject } from './restore-project.ts'
import { storeObjects } from './store-objects.ts'
import { createTextSpool, type TextSpool } from './text-spool.ts'
import { openVolume } from './volume-reader.ts'

export type ImportBundleDeps = ProcessingDeps & BundleImport['deps']

export async function handleImportBundle(
  deps: ImportBundleDeps,
  { bundleId }: JobPayload<typeof importBundle>,
  attempt: Attempt,
): Promise<void> {
  const bundle = await findBundleToRun(deps.db, bundleId)
  if (!bundle) return
  try {
    const key = await requireKey({ deps, bundle })
    const volumes = await listBundleVolumes(deps.db, bundleId)
    const one = { deps, bundle, volumes, attempt }
    if (await hasQdpx(one)) await runQdpx(deps, one, key)
    else await run(deps, one, key)
  } catch (error) {
    const fault = faultOf(error)
    if (!fault) throw error
    attempt.log.info({ code: fault.code }, 'a bundle cannot be imported')
    await inTransaction(deps.db, async (tx) => {
      await endBundleInFailure(tx, bundleId, { code: fault.code, message: fault.message })
      await attempt.complete(tx)
    })
  }
}

/** Undefined for what another attempt may overcome. */
function faultOf(error: unknown): BundleFault | undefined {
  if (error instanceof BundleFault) return error
  if (error instanceof AppError && error.code === 'storage_quota_exceeded')
    return bundleFault('storage_quota_exceeded')
  // The tables refuse what no export contains: values out of range, unknown states, characters that no text can hold.
  const state = (error as { code?: unknown }).code
  if (typeof state === 'string' && /^(22|23)[0-9A-Z]{3}$/.test(state))
    return bundleFault('content_invalid', 'A record of the bundle', `the database refuses it (${state})`)
  return undefined
}

/** The first archive decides how the bundle is read. */
async function hasQdpx({ deps, volumes: [volume], attempt }: BundleImport): Promise<boolean> {
  return volume !== undefined && isQdpx(await openVolume(deps.store, volume, attempt.signal).listPaths())
}

function runQdpx(deps: ImportBundleDeps, one: BundleImport, key: KeyPrincipal): Promise<void> {
  const progress = trackProgress<'storing'>(
    ({ percent }) => reportBundleProgress(deps.db, one.bundle.id, percent),
    one.attempt.log,
    { storing: [5, 95] },
  )
  return deps.processing.inWorkDir((dir) =>
    importQdpx({ ...one, key, dir, onFraction: progress.begin('storing') }),
  )
}

async function run(deps: ImportBundleDeps, one: BundleImport, key: KeyPrincipal): Promise<void> {
  const { bundle, attempt } = one
  const progress = trackProgress<'listing' | 'storing' | 'reading'>(
    ({ percent }) => reportBundleProgress(deps.db, bundle.id, percent),
    attempt.log,
    { listing: [0, 5], storing: [5, 80], reading: [80, 95] },
  )
  await listVolumes(one, progress.begin('listing'))
  await readManifest(one)
  const { files, bytes } = await countBundleFiles(deps.db, bundle.id)
  await requireStorageFor(deps, key.teamId, bytes)
  await storeObjects(one, { fileCount: files, onFraction: progress.begin('storing') })
  await deps.processing.inWorkDir(async (dir) => {
    const spool = await createTextSpool(dir)
    try {
      await readTexts(one, { spool, fileCount: files, onFraction: progress.begin('reading') })
      await restoreProject(one, await requireKey(one), spool)
    } finally {
      await spool.close()
    }
  })
}

const filesAtOnce = 500

/** Verifies every text, also those that are not restored. */
async function readTexts(
  one: BundleImport,
  {
    spool,
    fileCount,
    onFraction,
  }: { spool: TextSpool; fileCount: number; onFraction: (fraction: number) => void },
): Promise<void> {
  const { deps, bundle } = one
  const readerOf = volumeReaders(one)
  for (let after = 0; ; ) {
    const files = await listOtherFiles(deps.db, bundle.id, { after, roles: objectRoles, limit: filesAtOnce })
    for (const file of files) {
      const content = readBundleFile(readerOf, file)
      if (isRestored(file.role)) await spool.add(file.number, content)
      else for await (const _chunk of content);
      onFraction(file.number / Math.max(fileCount, 1))
    }
    const last = files.at(-1)
    if (!last || files.length < filesAtOnce) return
    after = last.number
  }
}
