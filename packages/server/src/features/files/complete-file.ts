import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import type { Remember } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import {
  type QuotaConfig,
  requireFreeStorage,
  requireStorageFor,
  requireWithinQuota,
} from '../team/team.public.ts'
import {
  acceptUpload,
  findSource,
  forgetUploads,
  keepObjects,
  underClaim,
  uploadReplaced,
  whileClaimed,
} from '../uploads/uploads.public.ts'
import { downloadFile } from './download-file.job.ts'
import { enqueueProcessing } from './enqueue-processing.ts'
import { nextStatus } from './file.state.ts'
import { startDownload } from './file-downloads.repo.ts'
import { attachTranscript, type FileRecord, startProcessing } from './files.repo.ts'
import { requireOpenFile } from './get-file.ts'
import { acceptTranscript } from './transcript-upload.ts'

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

type AwaitingFile = FileRecord & { upload_key: string }

async function start(deps: CompleteDeps, file: AwaitingFile): Promise<boolean> {
  const checkSize = (bytes: number) => requireStorageFor(deps, file.team_id, bytes)
  if (await findSource(deps.db, file.upload_key))
    return queueDownload(deps, file, await acceptTranscript(deps, file, checkSize))
  const object = await acceptUpload(deps, { uploadKey: file.upload_key, fileName: file.name, checkSize })
  const transcript = await acceptTranscript(deps, file, checkSize)
  return inTransaction(deps.db, async (tx) => {
    if (!(await startProcessing(tx, file, object))) return false
    await requireWithinQuota(tx, file.team_id, deps.config)
    await keepObjects(tx, [object.key])
    await keepTranscript(tx, file, transcript)
    await forgetUploads(tx, [file.upload_key])
    await enqueueProcessing(deps.enqueue, tx, file)
    await deps.remember?.(tx, {})
    return true
  })
}

async function keepTranscript(tx: Tx, { id }: AwaitingFile, transcript: PinnedObject | null): Promise<void> {
  if (!transcript) return
  await attachTranscript(tx, id, transcript)
  await keepObjects(tx, [transcript.key])
}

async function queueDownload(
  deps: CompleteDeps,
  file: AwaitingFile,
  transcript: PinnedObject | null,
): Promise<boolean> {
  const { id, team_id: teamId } = file
  await requireFreeStorage(deps, teamId)
  return inTransaction(deps.db, async (tx) => {
    if (!(await startDownload(tx, file))) return false
    await keepTranscript(tx, file, transcript)
    await deps.enqueue(tx, downloadFile, { v: 1, fileId: id }, { teamId, key: String(id) })
    await deps.remember?.(tx, {})
    return true
  })
}
