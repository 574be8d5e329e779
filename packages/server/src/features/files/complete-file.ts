import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { enqueueStep } from '../recording-processing/recording-processing.public.ts'
import { type QuotaConfig, requireStorageFor, requireWithinQuota } from '../team/team.public.ts'
import {
  acceptUpload,
  forgetUploads,
  keepObjects,
  underClaim,
  uploadReplaced,
  whileClaimed,
} from '../uploads/uploads.public.ts'
import { nextStatus } from './file.state.ts'
import { type FileRecord, startProcessing } from './files.repo.ts'
import { requireOpenFile } from './get-file.ts'
import { processFile } from './process-file.job.ts'

export interface CompleteDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
  config: QuotaConfig
  remember?: Remember<object>
}

/** Starts processing once; in any later state, and for a survey, it changes nothing. */
export function completeFile(deps: CompleteDeps, principal: Principal, wavKey: string): Promise<void> {
  const readCompletable = async () => {
    const file = await requireOpenFile(deps.db, principal, wavKey)
    const { upload_key } = file
    return nextStatus(file.status, 'complete') && upload_key !== null ? { ...file, upload_key } : undefined
  }
  return whileClaimed(async () => {
    const file = await readCompletable()
    if (!file) return undefined
    return underClaim(deps.db, file.upload_key, async () => {
      // The call that held the claim before may have started it.
      const current = await readCompletable()
      if (!current || (await start(deps, current))) return
      // The sweeper has deleted the abandoned file, which gives 404, or its upload was started over.
      if (await readCompletable()) throw uploadReplaced()
    })
  })
}

async function start(deps: CompleteDeps, file: FileRecord & { upload_key: string }): Promise<boolean> {
  const object = await acceptUpload(deps, {
    uploadKey: file.upload_key,
    fileName: file.name,
    checkSize: (bytes) => requireStorageFor(deps, file.team_id, bytes),
  })
  return inTransaction(deps.db, async (tx) => {
    if (!(await startProcessing(tx, file, object))) return false
    await requireWithinQuota(tx, file.team_id, deps.config)
    await keepObjects(tx, [object.key])
    await forgetUploads(tx, [file.upload_key])
    const { id, kind, team_id: teamId } = file
    if (kind === 'audio' || kind === 'video')
      await enqueueStep(deps.enqueue, tx, { owner: 'file', id, teamId }, 'process')
    else await deps.enqueue(tx, processFile, { v: 1, fileId: id }, { teamId, key: String(id) })
    await deps.remember?.(tx, {})
    return true
  })
}
