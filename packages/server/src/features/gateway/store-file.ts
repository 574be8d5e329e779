/**
 * Stores the file of a form while it arrives. Whatever fails, no object appears: a multipart upload becomes one only after
 * the form has ended as it should, and is aborted otherwise.
 */
import type { Readable } from 'node:stream'
import { AppError } from '../../platform/errors.ts'
import type { StoredPart } from '../../platform/object-store/client-uploads.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { PartStream } from '../../platform/object-store/part-streams.ts'
import type { StoreUpload } from '../../platform/object-store/sign-parts.ts'
import type { FormRule } from './form.policy.ts'
import type { PartPlan } from './part-plan.policy.ts'
import { invalidForm } from './read-form.ts'

export interface FileToStore {
  rule: FormRule
  content: Readable
  /** After the last boundary of the form. */
  ended: Promise<void>
}

type Store = Pick<
  ObjectStore,
  'write' | 'head' | 'openPart' | 'createUpload' | 'assembleParts' | 'abortUpload'
>

/** For files that are too small for parts; they have at most `maxBytes`. */
export async function storeAtOnce(
  store: Store,
  { rule, content, ended }: FileToStore,
  maxBytes: number,
): Promise<void> {
  const memory = new ArrayBuffer(maxBytes)
  const held = Buffer.from(memory)
  let bytes = 0
  try {
    for await (const chunk of limited(content, rule)) bytes += chunk.copy(held, bytes)
    await ended
    const contentType = rule.contentType ?? 'application/octet-stream'
    await store.write(rule.key, held.subarray(0, bytes), { contentType, bytes })
  } finally {
    // Frees it now instead of when it is collected, because the next upload gets its share.
    memory.transfer(0)
  }
}

export async function storeInParts(
  store: Store,
  { rule, content, ended }: FileToStore,
  plan: PartPlan,
): Promise<void> {
  const uploadId = await store.createUpload(rule.key, rule.contentType)
  const upload = { key: rule.key, uploadId }
  const sender = sendParts(store, upload, plan)
  try {
    for await (const chunk of limited(content, rule)) await sender.write(chunk)
    await ended
    const { parts, bytes } = await sender.end()
    await assemble(store, upload, parts, bytes)
  } catch (error) {
    sender.cancel()
    // If this fails as well, the nightly cleanup finds the upload in the store.
    await store.abortUpload(upload).catch(() => {})
    throw error
  }
}

async function assemble(
  store: Store,
  upload: StoreUpload,
  parts: readonly StoredPart[],
  bytes: number,
): Promise<void> {
  const assembly = await store.assembleParts(upload, parts)
  if (assembly === 'assembled') return
  // An attempt whose answer was lost may have succeeded.
  const object = assembly === 'gone' ? await store.head(upload.key) : null
  if (object?.bytes !== bytes)
    throw new AppError('unavailable', {
      message: 'The object store lost the upload. Nothing was stored; upload the file again.',
      headers: { 'retry-after': '5' },
    })
}

/** Throws at the first byte too many. */
async function* limited(content: Readable, { minBytes, maxBytes }: FormRule): AsyncGenerator<Buffer> {
  let bytes = 0
  // Destroying the content would be taken for its early end.
  const chunks: AsyncIterable<Buffer> = content.iterator({ destroyOnReturn: false })
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(maxBytes)
    yield chunk
  }
  if (bytes < minBytes) throw invalidForm(`the file has fewer than ${minBytes} bytes`)
}

export const tooLarge = (maxBytes: number) =>
  new AppError('upload_too_large', {
    message: `The file exceeds the limit of ${maxBytes} bytes. Nothing was stored; initialize again with a smaller file.`,
  })

interface Sender {
  write(chunk: Buffer): Promise<void>
  /** Sends what is left, and waits for all parts. */
  end(): Promise<{ parts: StoredPart[]; bytes: number }>
  cancel(): void
}

/** While a part is being written, the store may still be confirming the one before. */
const unconfirmedParts = 1

function sendParts(store: Store, upload: StoreUpload, { partBytes, partCount }: PartPlan): Sender {
  const parts: Promise<StoredPart>[] = []
  const streams = new Set<PartStream>()
  const tail: Buffer[] = []
  let open: { stream: PartStream; left: number } | undefined
  let bytes = 0

  async function openNext(number: number, length: number): Promise<PartStream> {
    const stream = await store.openPart(upload, { number, bytes: length })
    streams.add(stream)
    return stream
  }

  function confirm(stream: PartStream, number: number, length: number): void {
    const part = stream.end().then((etag) => ({ number, bytes: length, etag }))
    part.catch(() => {})
    parts.push(part)
  }

  async function write(chunk: Buffer): Promise<void> {
    for (let rest = chunk; rest.length > 0; ) {
      if (parts.length === partCount) {
        // Copied, because the chunk is a view of a larger buffer.
        tail.push(Buffer.from(rest))
        return
      }
      open ??= { stream: await openNext(parts.length + 1, partBytes), left: partBytes }
      const piece = rest.subarray(0, open.left)
      await open.stream.write(piece)
      open.left -= piece.length
      rest = rest.subarray(piece.length)
      if (open.left > 0) continue
      confirm(open.stream, parts.length + 1, partBytes)
      open = undefined
      await parts.at(-1 - unconfirmedParts)
    }
  }

  return {
    async write(chunk) {
      bytes += chunk.length
      await write(chunk)
    },
    async end() {
      if (parts.length < partCount)
        throw invalidForm('too much follows the file, which must be the last field')
      const last = Buffer.concat(tail)
      if (last.length > 0) {
        const number = partCount + 1
        const stream = await openNext(number, last.length)
        await stream.write(last)
        confirm(stream, number, last.length)
      }
      return { parts: await Promise.all(parts), bytes }
    },
    cancel() {
      for (const stream of streams) stream.cancel()
    },
  }
}
