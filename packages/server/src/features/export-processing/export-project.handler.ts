/**
 * Exports a project. First everything in the database is read in one snapshot to the local disk and stored in volumes,
 * then the objects that the snapshot named are copied, volume by volume. A restarted job resumes after the last finished
 * volume, or takes a new snapshot if that was not stored yet. See docs/adr/0097.
 */
import manifest from '../../../package.json' with { type: 'json' }
import type { Principal } from '../../platform/auth/principal.ts'
import type { Config } from '../../platform/config/config.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Attempt } from '../../platform/jobs/attempt.ts'
import type { JobPayload } from '../../platform/jobs/job.ts'
import { trackProgress } from '../../platform/jobs/track-progress.ts'
import type { ProcessingDeps } from '../document-processing/document-processing.public.handler.ts'
import {
  beginSnapshot,
  type ExportToRun,
  endInFailure,
  type exportProject,
  findExportToRun,
  reportProgress,
  takeVolumes,
} from '../exports/exports.public.ts'
import { findLiveKeyById } from '../keys/keys.public.ts'
import { findProjectOwner, isManager } from '../projects/projects.public.ts'
import { findLiveUser } from '../sign-in/sign-in.public.ts'
import { trashNow } from '../uploads/uploads.public.ts'
import { maxVolumeEntries, nothingOmitted, type Omitted } from './export.policy.ts'
import type { ProjectReading } from './project-reading.ts'
import { exportQdpx } from './qdpx/export-qdpx.ts'
import { AccessLost, readProject } from './read-project.ts'
import { createSpool } from './spool.ts'
import { writePendingVolumes, writeSnapshotVolumes } from './write-volumes.ts'

export type ExportProjectDeps = ProcessingDeps & {
  config: Pick<Config, 'INLET_EXPORT_VOLUME_MB' | 'INLET_EXPORT_QDPX_MB'>
}

const accessLost = {
  code: 'access_lost',
  message:
    'Whoever requested the export can no longer open the project, or the API key was revoked. Request it again.',
}

export async function handleExportProject(
  deps: ExportProjectDeps,
  { exportId }: JobPayload<typeof exportProject>,
  attempt: Attempt,
): Promise<void> {
  const found = await findExportToRun(deps.db, exportId)
  if (!found) return
  try {
    await run(deps, found, await findRequester(deps.db, found), attempt)
  } catch (error) {
    if (!(error instanceof AccessLost)) throw error
    await inTransaction(deps.db, async (tx) => {
      await endInFailure(tx, exportId, accessLost)
      await attempt.complete(tx)
    })
  }
}

interface Requester {
  principal: Principal
  /** May see names and e-mail addresses. */
  seesPeople: boolean
}

async function findRequester(db: Db, { api_key_id, user_id, project_id }: ExportToRun): Promise<Requester> {
  if (api_key_id !== null) {
    const key = await findLiveKeyById(db, api_key_id)
    if (!key?.scopes.includes('export:write')) throw new AccessLost()
    return { principal: key, seesPeople: key.scopes.includes('participant:read') }
  }
  const principal = user_id === null ? undefined : await findLiveUser(db, user_id)
  if (!principal || !isManager(principal, await findProjectOwner(db, project_id))) throw new AccessLost()
  return { principal, seesPeople: true }
}

async function run(
  deps: ExportProjectDeps,
  found: ExportToRun,
  { principal, seesPeople }: Requester,
  attempt: Attempt,
): Promise<void> {
  const progress = trackProgress<'reading' | 'writing'>(
    ({ percent }) => reportProgress(deps.db, found.id, percent),
    attempt.log,
    { reading: [0, 30], writing: [30, 99] },
  )
  const base = {
    deps,
    principal,
    attempt,
    productVersion: manifest.version,
    maxBytes: deps.config.INLET_EXPORT_VOLUME_MB * 1024 ** 2,
    maxEntries: maxVolumeEntries,
    onFraction: progress.begin('writing'),
  }
  if (found.as_of !== null) {
    const omitted = { ...nothingOmitted(), ...found.omitted }
    return writePendingVolumes({ ...base, found, asOf: found.as_of, omitted })
  }
  await discardVolumes(deps, found, attempt)
  const fresh = { ...found, volume_count: 0 }
  const hasPeople = found.has_people && seesPeople
  if (found.format === 'qdpx')
    return deps.processing.inWorkDir((dir) =>
      exportQdpx({
        run: { ...base, found: fresh },
        dir,
        hasPeople,
        maxArchiveBytes: deps.config.INLET_EXPORT_QDPX_MB * 1024 ** 2,
        onRead: progress.begin('reading'),
      }),
    )
  await deps.processing.inWorkDir(async (dir) => {
    const spool = createSpool(dir, attempt.signal)
    try {
      const input = { found, principal, hasPeople, spool }
      const { asOf, omitted } = await readSnapshot(deps, input, progress.begin('reading'))
      await spool.finish()
      await writeSnapshotVolumes({ ...base, found: fresh, asOf, omitted }, spool)
    } finally {
      spool.destroy()
    }
  })
}

/** Of an attempt that ended before its snapshot was stored: another snapshot would not fit to them. */
async function discardVolumes(
  { db }: ExportProjectDeps,
  { id, volume_count }: ExportToRun,
  attempt: Attempt,
): Promise<void> {
  if (volume_count === 0) return
  await inTransaction(db, async (tx) => {
    await trashNow(tx, await takeVolumes(tx, [id]))
    await attempt.advance(tx)
  })
}

function readSnapshot(
  { db }: ExportProjectDeps,
  {
    found,
    principal,
    hasPeople,
    spool,
  }: Pick<ProjectReading, 'principal' | 'hasPeople' | 'spool'> & { found: ExportToRun },
  onProgress: (fraction: number) => void,
): Promise<{ asOf: Date; omitted: Omitted }> {
  return inTransaction(db, async (tx) => {
    const asOf = await beginSnapshot(tx)
    const omitted = nothingOmitted()
    await readProject({
      tx,
      asOf,
      principal,
      projectId: found.project_id,
      contents: found.contents,
      hasPeople,
      spool,
      omitted,
      onProgress,
    })
    return { asOf, omitted }
  })
}
