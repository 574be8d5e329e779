/** A loopback store that accepts the parts of one upload and checks them as object stores do. */
import { createHash } from 'node:crypto'
import type { MultipartUpload, SignParts, UploadState } from '../src/contract.ts'
import type { UploadCalls } from '../src/upload/upload-in-parts.ts'
import { type Asked, type Loopback, listen, type Reply } from './loopback.ts'
import { storageRefusal } from './storage.ts'

export interface PartStorage extends Loopback {
  parts: Map<number, Buffer>
  calls: UploadCalls
  /** The calls to the service, with the numbers of the parts that were signed. */
  called: string[]
  describe(): MultipartUpload
  /** As the service would after `DELETE …/upload`, or when the time of the upload is over. */
  forget(): void
  /** The storage has lost the upload, which the service does not know. */
  lose(): void
  content(): Buffer
}

export interface PartStorageOptions {
  size: number
  partSize: number
  /** Replaces the answer to a part. `count` is the number of requests for the part so far. */
  answer?: (part: {
    number: number
    count: number
    asked: Asked
  }) => Reply | undefined | Promise<Reply | undefined>
}

export async function listenAsPartStorage({
  size,
  partSize,
  answer,
}: PartStorageOptions): Promise<PartStorage> {
  const parts = new Map<number, Buffer>()
  const counts = new Map<number, number>()
  const called: string[] = []
  const partCount = Math.ceil(size / partSize)
  /** The upload that the storage has, and the one that the service knows. */
  let generation = 1
  let recorded = 1
  let signatures = 0
  let isMultipart = true

  const store: Loopback = await listen(async (asked) => {
    const url = new URL(asked.path, 'http://x')
    const number = Number(url.searchParams.get('part'))
    const count = (counts.get(number) ?? 0) + 1
    counts.set(number, count)
    const special = await answer?.({ number, count, asked })
    if (special) return special
    if (url.searchParams.get('upload') !== String(generation)) return storageRefusal(404, 'NoSuchUpload')
    const digest = createHash('md5').update(asked.body).digest('base64')
    if (digest !== asked.headers['content-md5']) return storageRefusal(400, 'BadDigest')
    if (asked.body.length !== lengthOf(number)) return storageRefusal(403, 'SignatureDoesNotMatch')
    parts.set(number, asked.body)
    return { status: 200, body: '' }
  })

  const lengthOf = (number: number) => Math.min(partSize, size - (number - 1) * partSize)
  const sign = (numbers: readonly number[]) => {
    signatures += 1
    return numbers.map((part_number) => ({
      part_number,
      upload_url: `${store.url}/?upload=${recorded}&part=${part_number}&signature=${signatures}`,
      size_bytes: lengthOf(part_number),
    }))
  }
  const expires_at = new Date(Date.now() + 3_600_000).toISOString()
  const describe = (): MultipartUpload => ({
    upload_type: 'multipart',
    size_bytes: size,
    part_size: partSize,
    part_count: partCount,
    expires_at,
    parts: sign(Array.from({ length: Math.min(100, partCount) }, (_, i) => i + 1)),
  })
  const lose = () => {
    generation += 1
    parts.clear()
  }
  const state = (): UploadState =>
    isMultipart
      ? {
          upload_type: 'multipart',
          size_bytes: size,
          part_size: partSize,
          part_count: partCount,
          received: [...parts].map(([part_number, { length }]) => ({ part_number, size_bytes: length })),
        }
      : { upload_type: 'form', received: [] }

  return {
    ...store,
    parts,
    called,
    describe,
    calls: {
      async get() {
        called.push('get')
        return state()
      },
      async start() {
        called.push('start')
        isMultipart = true
        recorded = generation
        return describe()
      },
      async sign({ part_numbers }: SignParts) {
        called.push(`sign ${part_numbers.join(',')}`)
        return { parts: sign(part_numbers), expires_at }
      },
    },
    forget() {
      lose()
      isMultipart = false
    },
    lose,
    content: () =>
      Buffer.concat(Array.from({ length: partCount }, (_, i) => parts.get(i + 1) ?? Buffer.alloc(0))),
  }
}
