/**
 * Finds out whether the store honours the condition of a copy. Only then is a copy with another ETag, as under SSE-KMS,
 * known to be a copy of the pinned version.
 */
import { randomUUID } from 'node:crypto'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { callLimits, within } from './call-limits.ts'
import { type CopyRequest, copyInOneCall, copyInParts } from './copy-commands.ts'
import { once } from './once.ts'
import { probePrefix } from './prefixes.ts'
import type { RemoveObjects } from './remove-objects.ts'
import type { StoreContext } from './store-context.ts'
import { isStatus } from './store-errors.ts'

export interface CopyConditions {
  /** Both ask the store at the first call and remember its answer. */
  inOneCall(): Promise<boolean>
  inParts(): Promise<boolean>
}

type Remove = RemoveObjects['remove']

export function copyConditions(context: StoreContext, remove: Remove): CopyConditions {
  return {
    inOneCall: once(() => isHonoured(context, remove, (request) => copyInOneCall(context, request))),
    inParts: once(() => isHonoured(context, remove, (request) => copyInParts(context, request))),
  }
}

const wrongEtag = '"00000000000000000000000000000000"'

async function isHonoured(
  context: StoreContext,
  remove: Remove,
  copy: (request: CopyRequest) => Promise<void>,
): Promise<boolean> {
  const key = `${probePrefix}${randomUUID()}`
  const request: CopyRequest = {
    from: { key, etag: wrongEtag, bytes: 5 },
    toKey: `${key}-copy`,
    contentType: 'text/plain',
  }
  const { client, bucket: Bucket } = context
  const put = new PutObjectCommand({ Bucket, Key: key, Body: 'probe' })
  await within(callLimits.short, (options) => client.send(put, options))
  try {
    await copy(request)
    return false
  } catch (error) {
    if (isStatus(error, 412)) return true
    throw error
  } finally {
    // What cannot be removed expires with the prefix.
    await remove([key, request.toKey]).catch(() => {})
  }
}
