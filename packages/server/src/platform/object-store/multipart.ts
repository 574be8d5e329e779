/** Multipart uploads, for objects that a store does not accept in one request. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
} from '@aws-sdk/client-s3'
import { mapBounded } from '../map-bounded.ts'
import { callLimits, within } from './call-limits.ts'
import type { StoreContext } from './store-context.ts'

const maxParts = 10_000
/** Every part but the last must have at least this size. */
export const minPartBytes = 5 * 1024 ** 2

export interface Part {
  number: number
  start: number
  /** Inclusive. */
  end: number
}

/** Parts of one size, because some stores accept no others; only the last one is smaller. */
export function planParts(bytes: number, preferredBytes: number): Part[] {
  const partBytes = Math.max(preferredBytes, minPartBytes, Math.ceil(bytes / maxParts))
  return Array.from({ length: Math.max(1, Math.ceil(bytes / partBytes)) }, (_, i) => ({
    number: i + 1,
    start: i * partBytes,
    end: Math.min((i + 1) * partBytes, bytes) - 1,
  }))
}

export interface Upload {
  key: string
  contentType: string
  parts: readonly Part[]
  partsAtOnce: number
  /** Returns the ETag of the part. */
  send: (uploadId: string, part: Part) => Promise<string | undefined>
  /** Called before the parts become an object; the upload is dropped when it throws. */
  verify?: () => Promise<void>
}

/** Creates the object from its parts. After a failure the upload is aborted, or by the lifecycle rule of the bucket. */
export async function uploadParts(
  { client, bucket: Bucket }: Pick<StoreContext, 'client' | 'bucket'>,
  { key: Key, contentType: ContentType, parts, partsAtOnce, send, verify }: Upload,
): Promise<void> {
  const create = new CreateMultipartUploadCommand({ Bucket, Key, ContentType })
  const { UploadId = '' } = await within(callLimits.short, (options) => client.send(create, options))
  try {
    const etags = await mapBounded(parts, partsAtOnce, (part) => send(UploadId, part))
    await verify?.()
    const Parts = parts.map(({ number }, i) => ({ PartNumber: number, ETag: etags[i] }))
    const complete = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } })
    await within(callLimits.assemble, (options) => client.send(complete, options))
  } catch (error) {
    const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
    await within(callLimits.short, (options) => client.send(abort, options)).catch(() => {})
    throw error
  }
}
