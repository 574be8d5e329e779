/** Writes the volumes of an export one after the other; each commits with its files. */
import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import {
  auditExport,
  completeExport,
  deleteEntries,
  type ExportToRun,
  insertPendingEntries,
  insertVolume,
  type ManifestEntry,
  saveAsOf,
  saveOmitted,
  saveVolumeEntries,
} from '../exports/exports.public.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { keepObjects, newAcceptedKey, trashUnlessKept } from '../uploads/uploads.public.ts'
import type { Omitted } from './export.policy.ts'
import { writeManifest } from './manifest.ts'
import { AccessLost } from './read-project.ts'
import type { Spool } from './spool.ts'
import { type ExportSources, pendingSources, remainingObjects, spooledSources } from './volume-sources.ts'
import { type WrittenVolume, writeVolume } from './write-volume.ts'

export interface ExportRun {
  deps: { db: Db; store: ObjectStore }
  productVersion: string
  found: ExportToRun
  principal: Principal
  attempt: Attempt
  asOf: Date
  omitted: Omitted
  maxBytes: number
  maxEntries: number
  onFraction: (fraction: number) => void
}

/** Volumes with what was read in the snapshot, filled up with objects; then those with the other objects. */
export async function writeSnapshotVolumes(run: ExportRun, spool: Spool): Promise<void> {
  const { deps, found, attempt } = run
  const sources = spooledSources(deps.store, spool)
  const total = spool.fileCount + spool.objectCount
  let done = 0
  const onEntry = () => run.onFraction(++done / total)
  for (let number = 1, stored = 0; ; number += 1) {
    const volume = await writeRunVolume(run, { number, sources, onEntry })
    stored += volume.entries.filter((entry) => entry.number <= spool.fileCount).length
    const isSnapshotStored = stored === spool.fileCount
    await inTransaction(deps.db, async (tx) => {
      await saveVolume(tx, run, volume)
      if (isSnapshotStored) {
        await saveAsOf(tx, found.id, run.asOf)
        for await (const entries of remainingObjects(sources))
          await insertPendingEntries(tx, found.id, entries)
      }
      await endVolume(tx, run, volume)
    })
    attempt.log.info({ volume: number, bytes: volume.bytes }, 'volume of an export written')
    if (volume.isLast) return
    if (!isSnapshotStored) continue
    const counts = { volume_count: number, entry_count: total, pending_count: total - done }
    return writePendingVolumes({ ...run, found: { ...found, ...counts } })
  }
}

/** Volumes with the objects that are not in one yet. */
export async function writePendingVolumes(run: ExportRun): Promise<void> {
  const { deps, found, attempt } = run
  const sources = pendingSources(deps, found.id)
  let done = found.entry_count - found.pending_count
  const onEntry = () => run.onFraction(++done / Math.max(found.entry_count, 1))
  for (let number = found.volume_count + 1; ; number += 1) {
    const volume = await writeRunVolume(run, { number, sources, onEntry })
    await inTransaction(deps.db, async (tx) => {
      await saveVolume(tx, run, volume)
      await endVolume(tx, run, volume)
    })
    attempt.log.info({ volume: number, bytes: volume.bytes }, 'volume of an export written')
    if (volume.isLast) return
  }
}

interface Volume extends WrittenVolume {
  number: number
  key: string
}

export async function writeRunVolume(
  run: ExportRun,
  { number, sources, onEntry }: { number: number; sources: ExportSources; onEntry: () => void },
): Promise<Volume> {
  const { deps, found, asOf, omitted, productVersion, attempt } = run
  attempt.signal.throwIfAborted()
  await requireAccess(run)
  const key = newAcceptedKey()
  await trashUnlessKept(deps.db, [key])
  const volume = await writeVolume(deps.store, {
    key,
    sources,
    maxBytes: run.maxBytes,
    maxEntries: run.maxEntries,
    time: asOf,
    // Programs for analysis expect nothing else in their archives.
    ...(found.format === 'bundle' && {
      manifest: (written: readonly ManifestEntry[], missing: number) => {
        const all = { ...omitted, missing_objects: omitted.missing_objects + missing }
        return writeManifest(
          deps.db,
          { run: found, asOf, omitted: all, productVersion, volume: number },
          written,
        )
      },
    }),
    onEntry,
    signal: attempt.signal,
  })
  omitted.missing_objects += volume.missing.length
  return { ...volume, number, key }
}

/** Whoever requested it may have lost access since the last volume. */
async function requireAccess({ deps, principal, found }: ExportRun): Promise<void> {
  try {
    await requireOpenProject(deps.db, principal, found.project_id)
  } catch (error) {
    throw error instanceof AppError ? new AccessLost() : error
  }
}

export async function saveVolume(tx: Tx, { found, omitted }: ExportRun, volume: Volume): Promise<void> {
  await insertVolume(tx, found.id, volume)
  await saveVolumeEntries(tx, found.id, volume.number, volume.entries)
  await deleteEntries(tx, found.id, volume.missing)
  await saveOmitted(tx, found.id, omitted)
  await keepObjects(tx, [volume.key])
}

/** Fails if the export was deleted: its job is deleted with it. */
export async function endVolume(
  tx: Tx,
  { found, principal, attempt }: ExportRun,
  { isLast }: Pick<Volume, 'isLast'>,
): Promise<void> {
  if (!isLast) return attempt.advance(tx)
  await completeExport(tx, found.id)
  await auditExport(tx, principal, 'complete', { ...found, clientAddress: found.client_address })
  await attempt.complete(tx)
}
