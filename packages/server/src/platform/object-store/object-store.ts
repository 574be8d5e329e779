/** The S3 store: signed uploads for clients, pinned reads for us. Uploaded bytes never pass through the api. */
import type { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { contentDisposition } from './content-disposition.ts'
import { type ObserveCall, observeCalls } from './observe.ts'

export const uploadExpirySeconds = 3600
/** The contract promises an hour; twice that allows for clients that wait before they follow the link. */
const downloadExpirySeconds = 2 * 3600

/** Stores that copy ten gigabytes byte by byte instead of sharing them need this long. */
const copyTimeoutMs = 180_000

export interface ObjectStoreOptions {
  endpoint: string
  /** The URL under which clients reach the store; signatures cover it, so it cannot be rewritten later. */
  publicEndpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
  onCall?: ObserveCall | undefined
}

export interface UploadRule {
  key: string
  maxBytes: number
  /** The exact type the form must carry; if left out, the form carries none and the store requires none. */
  contentType?: string
}

export interface UploadDescriptor {
  upload_url: string
  upload_fields: Record<string, string>
}

/** One exact version of an object: its content when it was read, and not a later one. */
export interface PinnedObject {
  key: string
  etag: string
  bytes: number
}

export interface OpenObject extends PinnedObject {
  contentType: string
  body: Readable
}

export interface ListedObject extends PinnedObject {
  modifiedAt: Date
}

export interface ObjectStore {
  presignUpload(rule: UploadRule, expirySeconds?: number): Promise<UploadDescriptor>
  /** A URL that serves the object to anyone who has it, for `expirySeconds`. */
  presignDownload(
    key: string,
    fileName?: string,
    options?: { isAttachment?: boolean; expirySeconds?: number },
  ): Promise<string>
  /** Null when there is no such object. Throws when the store is unreachable. */
  head(key: string): Promise<PinnedObject | null>
  /** Copies inside the store. False when the source is gone or no longer the pinned version. */
  copy(from: PinnedObject, toKey: string, contentType: string): Promise<boolean>
  /** Null when the object is gone or no longer the pinned version. */
  read(object: PinnedObject, signal?: AbortSignal): Promise<Readable | null>
  /** Bytes from `start` to `end`, both inclusive; null as in `read`. */
  readRange(object: PinnedObject, start: number, end: number): Promise<Readable | null>
  /** The current object under the key; null when there is none. */
  open(key: string): Promise<OpenObject | null>
  write(key: string, body: Readable | Buffer, options: { contentType: string; bytes: number }): Promise<void>
  remove(keys: readonly string[]): Promise<void>
  /** All objects, a thousand at a time and in the order of the keys. */
  list(prefix?: string): AsyncGenerator<ListedObject[]>
  /** Throws when the bucket cannot be reached. */
  ping(): Promise<void>
  client: S3Client
  bucket: string
}

/** Signatures cover the host, so public and internal URLs need a client each, with the same credentials. */
function createClient(options: ObjectStoreOptions, endpoint: string): S3Client {
  return new S3Client({
    endpoint,
    region: options.region,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    forcePathStyle: options.forcePathStyle,
    // Stores other than AWS reject the checksums that newer SDKs add by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000 },
  })
}

const defaultType = 'application/octet-stream'

const isStatus = (error: unknown, ...statuses: number[]) =>
  error instanceof S3ServiceException && statuses.includes(error.$metadata.httpStatusCode ?? 0)

export function openObjectStore(options: ObjectStoreOptions): ObjectStore {
  const client = createClient(options, options.endpoint)
  const publicClient = createClient(options, options.publicEndpoint)
  if (options.onCall) observeCalls(client, options.onCall)
  const Bucket = options.bucket

  return {
    client,
    bucket: Bucket,
    ...signUrls(publicClient, Bucket),
    ...readObjects(client, Bucket),
    async copy(from, toKey, contentType) {
      const command = new CopyObjectCommand({
        Bucket,
        Key: toKey,
        CopySource: `${Bucket}/${from.key}`,
        CopySourceIfMatch: from.etag,
        MetadataDirective: 'REPLACE',
        ContentType: contentType,
      })
      try {
        await client.send(command, { requestTimeout: copyTimeoutMs })
      } catch (error) {
        if (isStatus(error, 404, 412)) return false
        throw error
      }
      // Not every store honours the condition, so the copy itself is checked: same content, same ETag.
      const copy = await this.head(toKey)
      return copy?.etag === from.etag && copy.bytes === from.bytes
    },
    async write(key, body, { contentType, bytes }) {
      await client.send(
        new PutObjectCommand({
          Bucket,
          Key: key,
          Body: body,
          ContentType: contentType,
          ContentLength: bytes,
        }),
      )
    },
    async remove(keys) {
      for (let start = 0; start < keys.length; start += 1000) {
        const Objects = keys.slice(start, start + 1000).map((Key) => ({ Key }))
        const { Errors = [] } = await client.send(
          new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }),
        )
        const [first] = Errors
        if (first) throw new Error(`The object store did not delete ${Errors.length} objects: ${first.Code}.`)
      }
    },
    async ping() {
      await client.send(new HeadBucketCommand({ Bucket }))
    },
  }
}

function signUrls(
  publicClient: S3Client,
  Bucket: string,
): Pick<ObjectStore, 'presignUpload' | 'presignDownload'> {
  return {
    async presignUpload({ key, maxBytes, contentType }, expirySeconds = uploadExpirySeconds) {
      const { url, fields } = await createPresignedPost(publicClient, {
        Bucket,
        Key: key,
        Expires: expirySeconds,
        Fields: contentType === undefined ? {} : { 'Content-Type': contentType },
        // Fields become exact conditions automatically, so the key and the type are fixed.
        Conditions: [['content-length-range', 0, maxBytes]],
      })
      return { upload_url: url, upload_fields: fields }
    },
    presignDownload(key, fileName, { isAttachment = false, expirySeconds = downloadExpirySeconds } = {}) {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        ...(fileName !== undefined && {
          ResponseContentDisposition: contentDisposition(fileName, isAttachment),
        }),
      })
      return getSignedUrl(publicClient, command, { expiresIn: expirySeconds })
    },
  }
}

function readObjects(
  client: S3Client,
  Bucket: string,
): Pick<ObjectStore, 'head' | 'read' | 'readRange' | 'open' | 'list'> {
  return {
    async head(key) {
      try {
        const found = await client.send(new HeadObjectCommand({ Bucket, Key: key }))
        if (found.ETag === undefined || found.ContentLength === undefined) {
          throw new Error('The object store returned no ETag or no length for a HEAD request.')
        }
        return { key, etag: found.ETag, bytes: found.ContentLength }
      } catch (error) {
        if (isStatus(error, 404)) return null
        throw error
      }
    },
    async read({ key, etag }, signal) {
      const command = new GetObjectCommand({ Bucket, Key: key, IfMatch: etag })
      try {
        const { Body } = await client.send(command, signal ? { abortSignal: signal } : {})
        return Body as Readable
      } catch (error) {
        if (isStatus(error, 404, 412)) return null
        throw error
      }
    },
    async readRange({ key, etag }, start, end) {
      const command = new GetObjectCommand({
        Bucket,
        Key: key,
        IfMatch: etag,
        Range: `bytes=${start}-${end}`,
      })
      try {
        return (await client.send(command)).Body as Readable
      } catch (error) {
        if (isStatus(error, 404, 412)) return null
        throw error
      }
    },
    async open(key) {
      try {
        const found = await client.send(new GetObjectCommand({ Bucket, Key: key }))
        const { ETag: etag = '', ContentLength: bytes = 0, ContentType: contentType = defaultType } = found
        return { key, etag, bytes, contentType, body: found.Body as Readable }
      } catch (error) {
        if (isStatus(error, 404)) return null
        throw error
      }
    },
    async *list(prefix = '') {
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: token }),
        )
        yield (page.Contents ?? []).map(({ Key = '', ETag = '', Size = 0, LastModified = new Date(0) }) => ({
          key: Key,
          etag: ETag,
          bytes: Size,
          modifiedAt: LastModified,
        }))
        token = page.NextContinuationToken
      } while (token !== undefined)
    },
  }
}
