import type { Readable } from 'node:stream'
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { callLimits, silenceMs, within } from './call-limits.ts'
import { endOnSilence } from './silence.ts'
import type { StoreContext } from './store-context.ts'
import { isStatus, StoreRefusal } from './store-errors.ts'
import type { ListedObject, OpenObject, PinnedObject } from './stored-object.ts'

export interface ReadObjects {
  /** Null when there is no such object. Throws when the store is unreachable. */
  head(key: string): Promise<PinnedObject | null>
  /** Null when the object is gone or no longer the pinned version. */
  read(object: PinnedObject, signal?: AbortSignal): Promise<Readable | null>
  /** Bytes from `start` to `end`, both inclusive; null as in `read`. */
  readRange(object: PinnedObject, start: number, end: number): Promise<Readable | null>
  /** The current object under the key; null when there is none. */
  open(key: string): Promise<OpenObject | null>
  /** All objects, a thousand at a time and in the order of the keys. */
  list(prefix?: string): AsyncGenerator<ListedObject[]>
}

const defaultType = 'application/octet-stream'

export function readObjects(context: StoreContext): ReadObjects {
  const { client, bucket: Bucket } = context
  const get = (input: { Key: string; IfMatch?: string; Range?: string }, signal?: AbortSignal) => {
    const command = new GetObjectCommand({ Bucket, ...input })
    return within(callLimits.read, (options) => client.send(command, options), signal)
  }
  const bodyOf = ({ Body }: Awaited<ReturnType<typeof get>>) =>
    endOnSilence(Body as Readable, silenceMs, (error) => context.onCall?.('GetObject')(error))
  return {
    async head(key) {
      const command = new HeadObjectCommand({ Bucket, Key: key })
      try {
        const found = await within(callLimits.short, (options) => client.send(command, options))
        if (found.ETag === undefined || found.ContentLength === undefined) {
          throw new Error('The object store returned no ETag or no length for a HEAD request.')
        }
        const versionId = found.VersionId === 'null' ? undefined : found.VersionId
        return {
          key,
          etag: found.ETag,
          bytes: found.ContentLength,
          ...(versionId !== undefined && { versionId }),
        }
      } catch (error) {
        if (isStatus(error, 404)) return null
        if (isStatus(error, 403)) throw headDenied(error)
        throw error
      }
    },
    async read({ key, etag }, signal) {
      try {
        return bodyOf(await get({ Key: key, IfMatch: etag }, signal))
      } catch (error) {
        if (isStatus(error, 404, 412)) return null
        throw error
      }
    },
    async readRange({ key, etag }, start, end) {
      try {
        return bodyOf(await get({ Key: key, IfMatch: etag, Range: `bytes=${start}-${end}` }))
      } catch (error) {
        if (isStatus(error, 404, 412)) return null
        throw error
      }
    },
    async open(key) {
      try {
        const found = await get({ Key: key })
        const { ETag: etag = '', ContentLength: bytes = 0, ContentType: contentType = defaultType } = found
        return { key, etag, bytes, contentType, body: bodyOf(found) }
      } catch (error) {
        if (isStatus(error, 404)) return null
        throw error
      }
    },
    list: (prefix = '') => listObjects(context, prefix),
  }
}

async function* listObjects(
  { client, bucket: Bucket }: StoreContext,
  Prefix: string,
): AsyncGenerator<ListedObject[]> {
  let token: string | undefined
  do {
    const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token })
    const page = await within(callLimits.batch, (options) => client.send(command, options))
    yield (page.Contents ?? []).map(({ Key = '', ETag = '', Size = 0, LastModified = new Date(0) }) => ({
      key: Key,
      etag: ETag,
      bytes: Size,
      modifiedAt: LastModified,
    }))
    token = page.NextContinuationToken
  } while (token !== undefined)
}

/** Without the right to list, a store answers HEAD of a missing object like HEAD of a forbidden one. */
const headDenied = (cause: unknown) =>
  new StoreRefusal(
    'The object store answers HEAD with 403. Grant the access key s3:GetObject on the objects and s3:ListBucket on the bucket: without s3:ListBucket a missing object is reported as forbidden.',
    { cause },
  )
