import type { Principal } from '../../platform/auth/principal.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { PinnedObject } from '../../platform/object-store/object-store.ts'
import { type FileKind, newUploadKey } from '../uploads/uploads.public.ts'
import { enqueueProcessing } from './enqueue-processing.ts'
import { attachTranscript, insertFile, startProcessing } from './files.repo.ts'
import { requireOpenFile } from './get-file.ts'

export interface StoredUpload {
  projectId: number
  name: string
  extension: string
  kind: FileKind
  object: PinnedObject
  /** Of a recording. */
  transcript: { name: string; object: PinnedObject } | null
}

/** Adds a file whose object is in the store already, and starts processing it, in the transaction of the caller. */
export async function addStoredFile(
  { enqueue }: { enqueue: Enqueue },
  tx: Tx,
  principal: Principal,
  { projectId, name, extension, kind, object, transcript }: StoredUpload,
): Promise<void> {
  const uploadKey = newUploadKey()
  const key = await insertFile(tx, principal, {
    projectId,
    name,
    extension,
    kind,
    uploadKey,
    transcript: transcript && { name: transcript.name, uploadKey: newUploadKey() },
    externalId: null,
    metadata: null,
  })
  const file = await requireOpenFile(tx, principal, key)
  await startProcessing(tx, { id: file.id, upload_key: uploadKey }, object)
  if (transcript) await attachTranscript(tx, file.id, transcript.object)
  await enqueueProcessing(enqueue, tx, file)
}
