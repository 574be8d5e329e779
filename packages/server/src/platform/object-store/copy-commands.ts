/** The requests of a copy inside the store: in one call or in parts, each only if the source is still the pinned one. */
import { CopyObjectCommand, UploadPartCopyCommand } from '@aws-sdk/client-s3'
import { callLimits, within } from './call-limits.ts'
import { planParts, uploadParts } from './multipart.ts'
import type { StoreContext } from './store-context.ts'
import type { PinnedObject } from './stored-object.ts'

export interface CopyRequest {
  from: PinnedObject
  toKey: string
  contentType: string
}

const preferredPartBytes = 128 * 1024 ** 2
const partsAtOnce = 4

function sourceOf(bucket: string, { key, versionId }: PinnedObject): string {
  const source = `${bucket}/${encodeURI(key)}`
  return versionId === undefined ? source : `${source}?versionId=${encodeURIComponent(versionId)}`
}

export async function copyInOneCall(
  { client, bucket: Bucket }: StoreContext,
  { from, toKey, contentType }: CopyRequest,
): Promise<void> {
  const command = new CopyObjectCommand({
    Bucket,
    Key: toKey,
    CopySource: sourceOf(Bucket, from),
    CopySourceIfMatch: from.etag,
    MetadataDirective: 'REPLACE',
    ContentType: contentType,
  })
  await within(callLimits.copy, (options) => client.send(command, options))
}

/** `verify` runs before the copy comes into being. */
export async function copyInParts(
  context: Pick<StoreContext, 'client' | 'bucket' | 'maxRequestBytes'>,
  { from, toKey, contentType }: CopyRequest,
  verify?: () => Promise<void>,
): Promise<void> {
  const { client, bucket: Bucket, maxRequestBytes } = context
  await uploadParts(context, {
    key: toKey,
    contentType,
    parts: planParts(from.bytes, Math.min(preferredPartBytes, maxRequestBytes)),
    partsAtOnce,
    ...(verify && { verify }),
    async send(UploadId, { number, start, end }) {
      const command = new UploadPartCopyCommand({
        Bucket,
        Key: toKey,
        UploadId,
        PartNumber: number,
        CopySource: sourceOf(Bucket, from),
        CopySourceIfMatch: from.etag,
        // Some stores reject the range of a whole object.
        ...((start > 0 || end < from.bytes - 1) && { CopySourceRange: `bytes=${start}-${end}` }),
      })
      const { CopyPartResult } = await within(callLimits.copy, (options) => client.send(command, options))
      return CopyPartResult?.ETag
    },
  })
}
