import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { enqueueStep } from '../recording-processing/recording-processing.public.ts'
import { acceptUpload, keepObjects } from '../uploads/uploads.public.ts'
import { nextStatus } from './file.state.ts'
import { startProcessing } from './files.repo.ts'
import { requireOpenFile } from './get-file.ts'
import { processFile } from './process-file.job.ts'

export interface CompleteDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

/** Starts processing once; in any later state, and for a survey, it changes nothing. */
export async function completeFile(deps: CompleteDeps, principal: Principal, wavKey: string): Promise<void> {
  const file = await requireOpenFile(deps.db, principal, wavKey)
  if (!nextStatus(file.status, 'complete') || file.upload_key === null) return
  const object = await acceptUpload(deps, { uploadKey: file.upload_key, fileName: file.name })
  const isStarted = await inTransaction(deps.db, async (tx) => {
    if (!(await startProcessing(tx, file.id, object))) return false
    await keepObjects(tx, [object.key])
    const { id, kind, team_id: teamId } = file
    if (kind === 'audio' || kind === 'video')
      await enqueueStep(deps.enqueue, tx, { owner: 'file', id, teamId }, 'process')
    else await deps.enqueue(tx, processFile, { v: 1, fileId: id }, { teamId, key: String(id) })
    return true
  })
  // Another call started it, or the sweeper deleted the abandoned upload in the meantime.
  if (!isStarted) await requireOpenFile(deps.db, principal, wavKey)
}
