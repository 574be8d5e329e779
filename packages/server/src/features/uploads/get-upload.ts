import type { UploadState } from '@inlet/contract'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { UploadDeps } from './create-upload.ts'
import { headUploads, reachStore } from './head-uploads.ts'
import { type PlannedPart, partsOf } from './multipart.policy.ts'
import { findSource } from './sources.repo.ts'
import type { UploadOwner } from './upload-owner.ts'
import { findMultipart, type MultipartRecord } from './uploads.repo.ts'

/** What the store has received, so that a client that knows only the key can resume. */
export async function getUpload({ db, store }: UploadDeps, owner: UploadOwner): Promise<UploadState> {
  const { key } = await owner.require('read')
  const upload = await findMultipart(db, key)
  if (!upload) {
    if (await findSource(db, key)) return { upload_type: 'url', received: [] }
    const [object] = await headUploads(store, [key])
    return { upload_type: 'form', received: object ? [{ part_number: 1, size_bytes: object.bytes }] : [] }
  }
  const { sizeBytes: size_bytes, partSize: part_size, partCount: part_count } = upload
  const parts = (await listReceived(store, upload)) ?? []
  const received = parts.map(({ number, bytes }) => ({ part_number: number, size_bytes: bytes }))
  return { upload_type: 'multipart', size_bytes, part_size, part_count, received }
}

/** Null when the store has neither parts nor the object made of them. */
export async function listReceived(
  store: ObjectStore,
  upload: MultipartRecord,
): Promise<PlannedPart[] | null> {
  const parts = await reachStore(() => store.listParts(upload))
  if (parts) return parts
  const [object] = await headUploads(store, [upload.key])
  return object?.bytes === upload.sizeBytes ? partsOf(upload) : null
}
