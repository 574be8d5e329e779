/**
 * Accepts an uploaded object. Its descriptor stays valid for up to an hour and may be used again, so the object is copied
 * inside the store to a key that no descriptor can write: the accepted bytes are the ones processed and served.
 */
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { mapBounded } from '../../platform/map-bounded.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'
import { assembleUpload, uploadLost } from './assemble-upload.ts'
import { headUploads, reachStore, storeConcurrency } from './head-uploads.ts'
import { trashUnlessKept } from './trash.repo.ts'
import { formatOf, maxBytesByKind } from './upload.policy.ts'
import { newAcceptedKey } from './upload-key.ts'
import type { UploadRule } from './upload-rule.ts'
import { findMultipart, type MultipartRecord } from './uploads.repo.ts'

interface AcceptDeps {
  db: Db
  store: ObjectStore
}

export interface AcceptUpload {
  uploadKey: string
  /** The name from initialize; its extension determines the size limit and the content type. */
  fileName: string
  /** Called with the size before the object is copied; throws to refuse it. */
  checkSize: (bytes: number) => Promise<void>
}

/** The object may be replaced between HEAD and copy; then both are repeated for the newer one. */
const tries = 3

export async function acceptUpload(
  deps: AcceptDeps,
  { uploadKey, fileName, checkSize }: AcceptUpload,
): Promise<PinnedObject> {
  const format = formatOf(fileName)
  if (!format) throw new Error('A record has a name without a known extension.')
  const maxBytes = maxBytesByKind[format.kind]
  const upload = await findMultipart(deps.db, uploadKey)
  if (upload) {
    await checkSize(upload.sizeBytes)
    await assembleUpload(deps.store, upload)
  }
  const { contentType } = format
  const accepted = await acceptIfPresent(
    deps,
    { uploadKey, rule: { maxBytes, contentType }, checkSize },
    upload,
  )
  if (!accepted) throw new AppError('upload_missing')
  return accepted
}

export interface AcceptOptionalUpload extends Pick<AcceptUpload, 'uploadKey' | 'checkSize'> {
  rule: Pick<UploadRule, 'maxBytes' | 'contentType'>
}

/** Null if nothing was uploaded. */
export async function acceptIfPresent(
  deps: AcceptDeps,
  { uploadKey, rule, checkSize }: AcceptOptionalUpload,
  upload?: MultipartRecord,
): Promise<PinnedObject | null> {
  for (let i = 0; i < tries; i += 1) {
    const [uploaded] = await headUploads(deps.store, [uploadKey])
    if (upload && uploaded?.bytes !== upload.sizeBytes) throw uploadLost(upload)
    if (!uploaded) return null
    if (uploaded.bytes > rule.maxBytes) throw tooLarge(rule.maxBytes)
    await checkSize(uploaded.bytes)
    const [accepted] = await acceptObjects(deps, [uploaded], rule.contentType)
    if (accepted) return accepted
  }
  throw new AppError('upload_missing', {
    message:
      'The file was being replaced while it was checked. Wait until the upload has finished, then call complete again.',
  })
}

/** In the order of the uploads; null when one was replaced or removed since its HEAD request. */
export async function acceptObjects(
  deps: AcceptDeps,
  uploads: readonly PinnedObject[],
  contentType: string,
): Promise<(PinnedObject | null)[]> {
  const copies = uploads.map((uploaded) => ({ uploaded, key: newAcceptedKey() }))
  await trashUnlessKept(
    deps.db,
    copies.map(({ key }) => key),
  )
  return reachStore(() =>
    mapBounded(copies, storeConcurrency, ({ uploaded, key }) => deps.store.copy(uploaded, key, contentType)),
  )
}

/** For a complete whose upload was started over or discarded while it was accepted. */
export const uploadReplaced = () =>
  new AppError('upload_missing', {
    message: 'The upload was started over while it was checked. Upload the file, then call complete again.',
  })

function tooLarge(maxBytes: number): AppError {
  const megabytes = Math.floor(maxBytes / 1024 / 1024)
  return new AppError('upload_too_large', {
    message: `The uploaded file is larger than the ${megabytes} MB allowed. Initialize again with a smaller file.`,
  })
}
