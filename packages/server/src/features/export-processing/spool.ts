/**
 * What an export reads from the database, on the local disk: the store must not be called while the snapshot is open.
 * Contents are written to one compressed file and read once, in the same order, so that memory does not grow with them.
 */
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, type Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { EntryHead, PendingEntry } from '../exports/exports.public.ts'

export type NewEntry = Omit<EntryHead, 'number'>

/** A file that was read from the database. `open` must be called, and read to its end, in the order of the files. */
export interface SpooledFile extends EntryHead {
  bytes: number
  open: () => Readable
}

export interface Spool {
  addFile(entry: NewEntry, content: AsyncIterable<string | Uint8Array> | Iterable<string>): Promise<void>
  /** A file that is copied from the store later. */
  addObject(entry: NewEntry & { source: string }): Promise<void>
  /** Must be called before the files are read. */
  finish(): Promise<void>
  /** Closes all files, also after a failure. */
  destroy(): void
  files(): AsyncGenerator<SpooledFile>
  objects(): AsyncGenerator<PendingEntry>
  fileCount: number
  objectCount: number
}

export function createSpool(dir: string, signal: AbortSignal): Spool {
  const paths = { content: join(dir, 'content.gz'), files: join(dir, 'files'), objects: join(dir, 'objects') }
  const content = createGzip({ level: 1 })
  const contentFile = createWriteStream(paths.content)
  content.pipe(contentFile)
  const files = createWriteStream(paths.files)
  const objects = createWriteStream(paths.objects)
  const outputs = [content, contentFile, files, objects]
  const inputs: Readable[] = []
  const failed = Promise.withResolvers<never>()
  // Awaited wherever something is written.
  failed.promise.catch(() => {})
  for (const output of outputs) output.on('error', failed.reject)

  async function write(output: Writable, chunk: string | Uint8Array): Promise<void> {
    signal.throwIfAborted()
    if (!output.write(chunk)) await Promise.race([once(output, 'drain', { signal }), failed.promise])
  }

  const spool: Spool = {
    fileCount: 0,
    objectCount: 0,
    async addFile(entry, chunks) {
      let bytes = 0
      for await (const chunk of chunks) {
        const buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
        bytes += buffer.length
        await write(content, buffer)
      }
      spool.fileCount += 1
      await write(files, `${JSON.stringify({ ...entry, bytes })}\n`)
    },
    async addObject(entry) {
      spool.objectCount += 1
      await write(objects, `${JSON.stringify(entry)}\n`)
    },
    async finish() {
      for (const output of [content, files, objects]) output.end()
      await Promise.race([
        Promise.all([contentFile, files, objects].map((output) => finished(output))),
        failed.promise,
      ])
    },
    destroy() {
      for (const stream of [...outputs, ...inputs]) stream.destroy()
    },
    async *files() {
      const packed = createReadStream(paths.content)
      const content = createGunzip()
      inputs.push(packed, content)
      packed.on('error', (error) => content.destroy(error)).pipe(content)
      const reader = readInSlices(content)
      let number = 0
      for await (const line of linesOf(paths.files)) {
        number += 1
        const file = JSON.parse(line) as NewEntry & { bytes: number }
        yield { ...file, number, open: () => Readable.from(reader.take(file.bytes), { objectMode: false }) }
      }
    },
    async *objects() {
      let number = spool.fileCount
      for await (const line of linesOf(paths.objects)) {
        number += 1
        yield { ...(JSON.parse(line) as NewEntry & { source: string }), number }
      }
    },
  }
  return spool
}

const linesOf = (path: string) => createInterface({ input: createReadStream(path) })

/** Reads a stream as consecutive files of known lengths. */
export function readInSlices(stream: AsyncIterable<Uint8Array>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array()
  return {
    async *take(bytes: number): AsyncGenerator<Uint8Array> {
      for (let left = bytes; left > 0; ) {
        if (rest.length === 0) {
          const next = await chunks.next()
          if (next.done === true) throw new Error('The stream ended before its last file.')
          rest = next.value
        }
        const taken = rest.subarray(0, left)
        rest = rest.subarray(taken.length)
        left -= taken.length
        yield taken
      }
    },
  }
}
