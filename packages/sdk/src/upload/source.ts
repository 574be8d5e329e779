/** What can be uploaded, and how it is read: from the beginning, as often as needed, without holding it in memory. */
import { InvalidInputError } from '../errors.ts'

/** A file that can be read more than once, such as `fileFromPath` of `@inlet/sdk/node` makes. */
export interface FileSource {
  readonly name: string
  readonly size: number
  /** A new stream of the whole content at each call. */
  stream(): ReadableStream<Uint8Array>
}

export type FileInput = File | Blob | Uint8Array | ArrayBuffer | FileSource

export interface Source extends FileSource {
  /** For senders that take no streams. May hold the content in memory. */
  blob(): Promise<Blob>
}

const pieceBytes = 1024 * 1024

export function toSource(input: FileInput, name?: string): Source {
  if (input instanceof Blob) {
    const ownName = 'name' in input && typeof input.name === 'string' ? input.name : undefined
    const blob = () => Promise.resolve(input)
    return { name: named(name ?? ownName), size: input.size, stream: () => input.stream(), blob }
  }
  if (input instanceof ArrayBuffer) return toSource(new Uint8Array(input), name)
  if (input instanceof Uint8Array) {
    const blob = () => Promise.resolve(new Blob([ownBytes(input)]))
    return { name: named(name), size: input.length, stream: () => streamOf(pieces(input)), blob }
  }
  if (isFileSource(input)) {
    const blob = () => new Response(input.stream()).blob()
    return { name: named(name ?? input.name), size: input.size, stream: () => input.stream(), blob }
  }
  throw new InvalidInputError(
    'This cannot be uploaded. Give a File, a Blob, bytes, or an object with name, size and stream(); for a path use fileFromPath of @inlet/sdk/node.',
    { code: 'invalid_file' },
  )
}

function isFileSource(input: unknown): input is FileSource {
  if (typeof input !== 'object' || input === null) return false
  return (
    'stream' in input &&
    typeof input.stream === 'function' &&
    'size' in input &&
    typeof input.size === 'number'
  )
}

function named(name: string | undefined): string {
  if (name) return name
  const message = 'The file has no name. Give one, with its extension, in the option "name".'
  throw new InvalidInputError(message, { code: 'name_missing' })
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** Blobs take bytes over an ArrayBuffer only, not over shared memory. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}

/** Pulled, so that nothing is read before it is needed; closed when the reader loses interest. */
export function streamOf(
  chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await iterator.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      async cancel() {
        await iterator.return?.()
      },
    },
    { highWaterMark: 0 },
  )
}

/** By hand, because not every browser can iterate over a stream. */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = stream.getReader()
  let isWhole = false
  try {
    for (;;) {
      const next = await reader.read()
      if (next.done) break
      yield next.value
    }
    isWhole = true
  } finally {
    if (!isWhole) await reader.cancel().catch(() => {})
  }
}
