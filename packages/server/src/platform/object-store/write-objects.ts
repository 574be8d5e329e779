import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { PutObjectCommand, UploadPartCommand } from '@aws-sdk/client-s3'
import { within, writeLimit } from './call-limits.ts'
import { planParts, uploadParts } from './multipart.ts'
import type { StoreContext } from './store-context.ts'
import { isUnsupported } from './store-errors.ts'

export interface LocalFile {
  key: string
  path: string
  contentType: string
}

export interface WriteObjects {
  write(key: string, body: Readable | Buffer, options: { contentType: string; bytes: number }): Promise<void>
  /** A file of any size; above the limit of one request it is sent in parts. */
  writeFile(file: LocalFile): Promise<void>
}

/** A part that fails is cheaper to repeat than a whole file. */
const preferredSingleBytes = 1024 ** 3
const preferredPartBytes = 256 * 1024 ** 2
const partsAtOnce = 2

export function writeObjects(context: StoreContext): WriteObjects {
  const { writer, bucket: Bucket, maxRequestBytes } = context
  const write: WriteObjects['write'] = async (Key, Body, { contentType, bytes }) => {
    const command = new PutObjectCommand({
      Bucket,
      Key,
      Body,
      ContentType: contentType,
      ContentLength: bytes,
    })
    await within(writeLimit(bytes), (options) => writer.send(command, options))
  }

  const putFile = ({ key, path, contentType }: LocalFile, bytes: number) =>
    // With an empty stream some stores wait for a body that is never sent.
    write(key, bytes === 0 ? Buffer.alloc(0) : createReadStream(path), { contentType, bytes })

  const putParts = ({ key, path, contentType }: LocalFile, bytes: number) =>
    uploadParts(context, {
      key,
      contentType,
      parts: planParts(bytes, Math.min(preferredPartBytes, maxRequestBytes)),
      partsAtOnce,
      async send(UploadId, { number: PartNumber, start, end }) {
        const ContentLength = end - start + 1
        const Body = createReadStream(path, { start, end })
        const command = new UploadPartCommand({ Bucket, Key: key, UploadId, PartNumber, Body, ContentLength })
        return (await within(writeLimit(ContentLength), (options) => writer.send(command, options))).ETag
      },
    })

  return {
    write,
    async writeFile(file) {
      const { size } = await stat(file.path)
      const isLarge = size > Math.min(preferredSingleBytes, maxRequestBytes)
      const [first, second] = isLarge ? [putParts, putFile] : [putFile, putParts]
      try {
        await first(file, size)
      } catch (error) {
        if (size === 0 || !isUnsupported(error)) throw error
        await second(file, size)
      }
    },
  }
}
