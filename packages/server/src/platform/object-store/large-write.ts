/** Writes a file of any size: S3 accepts at most five gigabytes in a single PUT. */
import { createReadStream } from 'node:fs'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { ObjectStore } from './object-store.ts'

const maxSinglePutBytes = 1024 ** 3
const partBytes = 256 * 1024 ** 2

export interface LargeFile {
  key: string
  path: string
  bytes: number
  contentType: string
}

export async function writeLargeFile(store: ObjectStore, file: LargeFile): Promise<void> {
  const { key, path, bytes, contentType } = file
  if (bytes > maxSinglePutBytes) return writeMultipart(store, file)
  // With an empty stream some stores wait for a body that is never sent.
  const body = bytes === 0 ? Buffer.alloc(0) : createReadStream(path)
  await store.write(key, body, { contentType, bytes })
}

async function writeMultipart(
  { client, bucket: Bucket }: ObjectStore,
  { key: Key, path, bytes, contentType: ContentType }: LargeFile,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType }))
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = []
    for (let start = 0; start < bytes; start += partBytes) {
      const end = Math.min(start + partBytes, bytes)
      const PartNumber = Parts.length + 1
      const Body = createReadStream(path, { start, end: end - 1 })
      const { ETag } = await client.send(
        new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentLength: end - start }),
        { requestTimeout: 300_000 },
      )
      Parts.push({ ETag, PartNumber })
    }
    await client.send(
      new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }),
      { requestTimeout: 300_000 },
    )
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => {})
    throw error
  }
}
