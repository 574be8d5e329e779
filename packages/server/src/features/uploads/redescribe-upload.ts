import {
  describeForm,
  describeMultipart,
  type RequestedUpload,
  type SentDescriptor,
  type UploadDeps,
} from './create-upload.ts'
import type { AwaitedUpload } from './upload-owner.ts'
import { readPartPlan } from './upload-rule.ts'
import { findMultipart, renewForm, renewMultipart } from './uploads.repo.ts'

/**
 * The answer to a repeated call with an Idempotency-Key: new URLs for the upload that the record has now. It starts
 * nothing, so what was sent with the first URLs still counts.
 */
export async function redescribeUpload(
  { db, store }: Omit<UploadDeps, 'config'>,
  { key, rule, isAwaited }: AwaitedUpload & { isAwaited: boolean },
  choice: RequestedUpload,
): Promise<SentDescriptor> {
  const upload = await findMultipart(db, key)
  if (upload && (await renewMultipart(db, key))) return describeMultipart(store, upload)
  if (isAwaited) await renewForm(db, key)
  else if (choice.upload_type === 'multipart') {
    // Its parts have become the accepted object, so there is nothing left to sign.
    const {
      sizeBytes: size_bytes,
      partSize: part_size,
      partCount: part_count,
    } = readPartPlan(rule, choice.size_bytes)
    const expires_at = new Date().toISOString()
    return { upload_type: 'multipart', size_bytes, part_size, part_count, expires_at, parts: [] }
  }
  return describeForm(store, key, rule)
}
