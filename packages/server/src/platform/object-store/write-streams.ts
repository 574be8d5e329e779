/** Writes objects while their bytes arrive. The length need not be known, and memory holds two parts at most. */
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { callLimits, within, writeLimit } from './call-limits.ts'
import type { StoreContext } from './store-context.ts'
import type { WriteObjects } from './write-objects.ts'

export interface WriteStreams {
  /** Returns the number of bytes. No object exists unless `chunks` ends without an error. */
  writeStream(
    key: string,
    chunks: AsyncIterable<Uint8Array>,
    options: { contentType: string },
  ): Promise<number>
}

/** With 10,000 parts it suffices for 80 GB. */
const preferredPartBytes = 8 * 1024 ** 2

export function writeStreams(context: StoreContext, writing: WriteObjects): WriteStreams {
  const partBytes = Math.min(preferredPartBytes, context.maxRequestBytes)
  return {
    async writeStream(key, chunks, { contentType }) {
      const parts = toParts(chunks, partBytes)
      const next = await parts.next()
      const first = next.done === true ? Buffer.alloc(0) : next.value
      if (first.length === partBytes) return writeParts(context, { key, contentType, first, parts })
      await writing.write(key, first, { contentType, bytes: first.length })
      return first.length
    },
  }
}

interface PartStream {
  key: string
  contentType: string
  first: Buffer
  parts: AsyncGenerator<Buffer>
}

async function writeParts(
  { client, writer, bucket: Bucket }: StoreContext,
  { key: Key, contentType: ContentType, first, parts }: PartStream,
): Promise<number> {
  const create = new CreateMultipartUploadCommand({ Bucket, Key, ContentType })
  const { UploadId = '' } = await within(callLimits.short, (options) => client.send(create, options)).catch(
    async (error: unknown) => {
      // Closes the source, whose connection would stay open otherwise.
      await parts.return(undefined)
      throw error
    },
  )
  const Parts: CompletedPart[] = []
  let bytes = 0

  async function send(PartNumber: number, Body: Buffer): Promise<void> {
    const ContentLength = Body.length
    const command = new UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body, ContentLength })
    const { ETag } = await within(writeLimit(ContentLength), (options) => writer.send(command, options))
    Parts.push({ PartNumber, ETag })
    bytes += ContentLength
  }

  let sending = send(1, first)
  try {
    let number = 1
    // The next part fills while this one is sent. Its failure is reported by the await.
    sending.catch(() => {})
    for await (const part of parts) {
      await sending
      number += 1
      sending = send(number, part)
      sending.catch(() => {})
    }
    await sending
    const complete = new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } })
    await within(callLimits.assemble, (options) => client.send(complete, options))
    return bytes
  } catch (error) {
    await sending.catch(() => {})
    const abort = new AbortMultipartUploadCommand({ Bucket, Key, UploadId })
    await within(callLimits.short, (options) => client.send(abort, options)).catch(() => {})
    throw error
  }
}

/**
 * Buffers of exactly `partBytes`; only the last one is shorter. Two buffers take turns: a part is overwritten when the next
 * but one is requested, by which time it must have been sent.
 */
async function* toParts(chunks: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Buffer> {
  let part = Buffer.allocUnsafeSlow(partBytes)
  let other: typeof part | undefined
  let filled = 0
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + partBytes - filled)
      part.set(taken, filled)
      filled += taken.length
      at += taken.length
      if (filled < partBytes) continue
      yield part
      const free = other ?? Buffer.allocUnsafeSlow(partBytes)
      other = part
      part = free
      filled = 0
    }
  }
  if (filled > 0) yield part.subarray(0, filled)
}
