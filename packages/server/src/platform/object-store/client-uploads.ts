/** Multipart uploads whose parts clients send straight to the store. */
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
} from '@aws-sdk/client-s3'
import { callLimits, within } from './call-limits.ts'
import { type PartLengths, partLengths } from './part-lengths.ts'
import type { PartToSign, SignedUrls, SignPartUrls, StoreUpload } from './sign-parts.ts'
import type { StoreContext } from './store-context.ts'
import { isStatus } from './store-errors.ts'

export interface StoredPart {
  number: number
  bytes: number
  etag: string
}

export interface StartedUpload extends StoreUpload {
  startedAt: Date
}

/** `gone`: assembled or aborted before. `changed`: a part was replaced since it was listed. */
export type Assembly = 'assembled' | 'gone' | 'changed'

export interface ClientUploads {
  /** Returns the upload id of the store. */
  createUpload(key: string, contentType: string | undefined): Promise<string>
  presignParts(upload: StoreUpload, parts: readonly PartToSign[]): Promise<SignedUrls>
  /** In the order of their numbers. Null when the upload was assembled or aborted. */
  listParts(upload: StoreUpload): Promise<StoredPart[] | null>
  assembleParts(upload: StoreUpload, parts: readonly StoredPart[]): Promise<Assembly>
  /** Does nothing when the upload no longer exists. */
  abortUpload(upload: StoreUpload): Promise<void>
  listUploads(prefix: string): AsyncGenerator<StartedUpload[]>
  partLengths: PartLengths
}

const partExpirySeconds = 3600

export interface PartSigners {
  /** For clients. */
  public: () => Promise<SignPartUrls>
  /** For requests of the service itself. */
  internal: SignPartUrls
}

export function clientUploads(context: StoreContext, signers: PartSigners): ClientUploads {
  const { client, bucket: Bucket } = context
  const pages = (upload: StoreUpload) => pagesOfParts(context, upload)
  const uploads: Omit<ClientUploads, 'partLengths'> = {
    async createUpload(Key, ContentType) {
      const command = new CreateMultipartUploadCommand({
        Bucket,
        Key,
        ...(ContentType !== undefined && { ContentType }),
      })
      const { UploadId } = await within(callLimits.short, (options) => client.send(command, options))
      if (UploadId === undefined) throw new Error('The store returned no upload id.')
      return UploadId
    },
    async presignParts(upload, parts) {
      const sign = await signers.public()
      return sign(upload, parts, partExpirySeconds)
    },
    async listParts(upload) {
      const found: StoredPart[] = []
      try {
        for await (const { Parts = [] } of pages(upload))
          for (const { PartNumber: number, Size: bytes, ETag: etag } of Parts)
            if (number !== undefined && bytes !== undefined && etag !== undefined)
              found.push({ number, bytes, etag })
      } catch (error) {
        if (isStatus(error, 404)) return null
        throw error
      }
      return found.sort((a, b) => a.number - b.number)
    },
    async assembleParts({ key: Key, uploadId: UploadId }, parts) {
      const Parts = parts.map(({ number: PartNumber, etag: ETag }) => ({ PartNumber, ETag }))
      const command = new CompleteMultipartUploadCommand({
        Bucket,
        Key,
        UploadId,
        MultipartUpload: { Parts },
      })
      try {
        await within(callLimits.assemble, (options) => client.send(command, options))
        return 'assembled'
      } catch (error) {
        // Also when an earlier attempt of this call was carried out without an answer.
        if (isStatus(error, 404)) return 'gone'
        if (error instanceof Error && error.name === 'InvalidPart') return 'changed'
        throw error
      }
    },
    async abortUpload({ key: Key, uploadId: UploadId }) {
      const command = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
      try {
        await within(callLimits.short, (options) => client.send(command, options))
      } catch (error) {
        if (!isStatus(error, 404)) throw error
      }
    },
    listUploads: (prefix) => pagesOfUploads(context, prefix),
  }
  return { ...uploads, partLengths: partLengths({ ...uploads, sign: signers.internal }) }
}

async function* pagesOfParts(
  { client, bucket: Bucket }: StoreContext,
  { key: Key, uploadId: UploadId }: StoreUpload,
): AsyncGenerator<ListPartsCommandOutput> {
  let after: string | undefined
  do {
    const command: ListPartsCommand = new ListPartsCommand({
      Bucket,
      Key,
      UploadId,
      ...(after !== undefined && { PartNumberMarker: after }),
    })
    const page: ListPartsCommandOutput = await within(callLimits.batch, (options) =>
      client.send(command, options),
    )
    yield page
    after = page.IsTruncated ? page.NextPartNumberMarker : undefined
  } while (after !== undefined)
}

async function* pagesOfUploads(
  { client, bucket: Bucket }: StoreContext,
  Prefix: string,
): AsyncGenerator<StartedUpload[]> {
  let next: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (next) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ Bucket, Prefix, ...next })
    const page: ListMultipartUploadsCommandOutput = await within(callLimits.batch, (options) =>
      client.send(command, options),
    )
    yield (page.Uploads ?? []).flatMap(({ Key: key, UploadId: uploadId, Initiated: startedAt }) =>
      key !== undefined && uploadId !== undefined && startedAt !== undefined
        ? [{ key, uploadId, startedAt }]
        : [],
    )
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page
    next =
      page.IsTruncated && KeyMarker !== undefined
        ? { KeyMarker, ...(UploadIdMarker !== undefined && { UploadIdMarker }) }
        : undefined
  }
}
