import type { Principal } from '../../platform/auth/principal.ts'
import { type Db, inTransaction } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { acceptUpload, formatOf, keepObjects, maxBytesByKind } from '../uploads/uploads.public.ts'
import { nextStatus } from './file.state.ts'
import { type FileRecord, findOpenFile, startProcessing } from './files.repo.ts'
import { processFile } from './process-file.job.ts'

export interface CompleteDeps {
  db: Db
  store: ObjectStore
  enqueue: Enqueue
}

/** Starts the processing once; called again in any later state it changes nothing. */
export async function completeFile(deps: CompleteDeps, principal: Principal, wavKey: string): Promise<void> {
  const file = await requireOpenFile(deps.db, principal, wavKey)
  if (!nextStatus(file.status, 'complete')) return
  const format = formatOf(file.name)
  if (!format) throw new Error(`File ${file.id} has a name without a known extension.`)
  const object = await acceptUpload(deps, {
    uploadKey: file.upload_key,
    maxBytes: maxBytesByKind[format.kind],
    contentType: format.contentType,
  })
  await inTransaction(deps.db, async (tx) => {
    if (!(await startProcessing(tx, file.id, object))) return
    await keepObjects(tx, [object.key])
    await deps.enqueue(
      tx,
      processFile,
      { v: 1, fileId: file.id },
      { teamId: file.team_id, key: String(file.id) },
    )
  })
}

export async function requireOpenFile(db: Db, principal: Principal, key: string): Promise<FileRecord> {
  const file = isRecordKey(key) ? await findOpenFile(db, principal, key) : undefined
  if (!file) throw new AppError('file_not_found')
  return file
}
