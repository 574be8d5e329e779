/**
 * Makes one object of the parts of an upload. Safe to repeat after a crash at any point: an upload that is gone from the
 * store was assembled before, and its object is there, or it was aborted, and there is none.
 */
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mapBounded } from '../../platform/map-bounded.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { reachStore, storeConcurrency } from './head-uploads.ts'
import { findMissingParts, partsOf } from './multipart.policy.ts'
import { listMultipart, type MultipartRecord } from './uploads.repo.ts'

/** A part may be replaced between the list and the assembly; then both are repeated. */
const tries = 3

/** Throws when a part is missing or has another length; then nothing has changed. */
export async function assembleUpload(store: ObjectStore, upload: MultipartRecord): Promise<void> {
  for (let i = 0; i < tries; i += 1) {
    const parts = await reachStore(() => store.listParts(upload))
    if (!parts) return
    const missing = findMissingParts(upload, parts)
    if (missing.length > 0) throw incomplete(missing)
    if ((await reachStore(() => store.assembleParts(upload, parts))) !== 'changed') return
  }
  throw new AppError('upload_incomplete', {
    message:
      'Parts were being replaced while they were checked. Wait until the upload has finished, then call complete again.',
  })
}

/** For an upload whose parts and object the store does not have. */
export const uploadLost = (upload: MultipartRecord) => incomplete(partsOf(upload).map(({ number }) => number))

function incomplete(missing: number[]): AppError {
  return new AppError('upload_incomplete', { body: { missing_upload_parts: missing } })
}

/** The uploads among these keys of which every part has arrived. */
export async function findReceived(
  { db, store }: { db: Db; store: ObjectStore },
  keys: readonly string[],
): Promise<MultipartRecord[]> {
  const uploads = await listMultipart(db, keys)
  const parts = await reachStore(() =>
    mapBounded(uploads, storeConcurrency, (upload) => store.listParts(upload)),
  )
  return uploads.filter((upload, i) => {
    const found = parts[i]
    return found && findMissingParts(upload, found).length === 0
  })
}

export async function assembleUploads(
  store: ObjectStore,
  uploads: readonly MultipartRecord[],
): Promise<void> {
  await mapBounded(uploads, storeConcurrency, (upload) => assembleUpload(store, upload))
}
