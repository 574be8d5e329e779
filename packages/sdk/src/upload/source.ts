/** Upload sources, which can be read repeatedly from the start without holding them in memory. */
import { InvalidInputError } from '../errors.ts'

/** A file that can be read more than once, such as the result of `fileFromPath` from `@inlet/sdk/node`. */
export interface FileSource {
  readonly name: string
  readonly size: number
  /** Returns a new stream of the whole content for each call. */
  stream(): ReadableStream<Uint8Array>
  /**
   * Returns a new stream of the bytes from `start` up to, but not including, `end`. Each part is read twice: for its
   * checksum, and to send it. A source without it is not uploaded in parts, so its upload cannot be resumed.
   */
  slice?(start: number, end: number): ReadableStream<Uint8Array>
}

export type FileInput = File | Blob | Uint8Array | ArrayBuffer | FileSource

export interface Content {
  stream(): ReadableStream<Uint8Array>
  /** For senders without stream support. May hold the content in memory. */
  blob(): Promise<Blob>
}

export interface Source extends Content {
  readonly name: string
  readonly size: number
  /** Undefined if the source can only be read from the start. */
  readonly slice: ((start: number, end: number) => Content) | undefined
}

const pieceBytes = 1024 * 1024

export function toSource(input: FileInput, name?: string): Source {
  if (input instanceof Blob) {
    const ownName = 'name' in input && typeof input.name === 'string' ? input.name : undefined
    const slice = (start: number, end: number) => blobContent(input.slice(start, end))
    return { name: named(name ?? ownName), size: input.size, ...blobContent(input), slice }
  }
  if (input instanceof ArrayBuffer) return toSource(new Uint8Array(input), name)
  if (input instanceof Uint8Array) {
    const slice = (start: number, end: number) => byteContent(input.subarray(start, end))
    return { name: named(name), size: input.length, ...byteContent(input), slice }
  }
  if (isFileSource(input)) {
    const read = input.slice?.bind(input)
    const slice = read && ((start: number, end: number) => streamContent(() => read(start, end)))
    return {
      name: named(name ?? input.name),
      size: input.size,
      ...streamContent(() => input.stream()),
      slice,
    }
  }
  throw new InvalidInputError(
    'This value cannot be uploaded. Pass a File, a Blob, bytes, or an object with name, size and stream(); for a path, use fileFromPath from @inlet/sdk/node.',
    { code: 'invalid_file' },
  )
}

const blobContent = (blob: Blob): Content => ({
  stream: () => blob.stream(),
  blob: () => Promise.resolve(blob),
})

const byteContent = (bytes: Uint8Array): Content => ({
  stream: () => streamOf(pieces(bytes)),
  blob: () => Promise.resolve(new Blob([ownBytes(bytes)])),
})

const streamContent = (stream: () => ReadableStream<Uint8Array>): Content => ({
  stream,
  blob: () => new Response(stream()).blob(),
})

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
  const message = 'The file has no name. Pass one with its extension in the option "name".'
  throw new InvalidInputError(message, { code: 'name_missing' })
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** Blobs accept views of an ArrayBuffer only, not of a SharedArrayBuffer. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytes.buffer instanceof ArrayBuffer ? (bytes as Uint8Array<ArrayBuffer>) : new Uint8Array(bytes)
}

/** A pull stream, so that nothing is read ahead; it closes the source when it is cancelled. */
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

/** Not every browser supports async iteration of streams. */
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
