/**
 * Random access to an archive in the object store, by ranges. Small reads are served from a window, so that a directory of
 * ten thousand files, and small files next to each other, need a request per few megabytes instead of several per file.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { callbackify } from 'node:util'
import { createInflateRaw } from 'node:zlib'
import yauzl from 'yauzl'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { BundleVolume, PackedFile } from '../bundles/bundles.public.ts'
import { isSafePath, limits } from './bundle.policy.ts'
import { BundleFault, bundleFault } from './bundle-fault.ts'

const windowBytes = 4 * 1024 ** 2
const localHeaderBytes = 30
const localHeaderSignature = 0x04034b50

export interface VolumeReader {
  /** Without checks of the names, to recognize the format. A directory that exceeds a limit is read in part. */
  listPaths(): Promise<string[]>
  /** Checks the directory of the archive. */
  listFiles(): Promise<PackedFile[]>
  /** The content of a file, unpacked. */
  readFile(file: PackedFile): AsyncGenerator<Uint8Array>
}

export function openVolume(
  store: Pick<ObjectStore, 'readRange'>,
  volume: BundleVolume,
  signal: AbortSignal,
): VolumeReader {
  const { object } = volume
  let window = { start: 0, bytes: Buffer.alloc(0) }

  async function request(start: number, length: number): Promise<Readable> {
    signal.throwIfAborted()
    const body = await store.readRange(object, start, start + length - 1)
    if (!body) throw bundleFault('volume_changed', String(volume.number))
    return body
  }

  /** Of at most a window. */
  async function read(start: number, length: number): Promise<Buffer> {
    if (start < 0 || start + length > object.bytes) throw unreadable('it ends too early')
    const at = start - window.start
    if (at < 0 || at + length > window.bytes.length) {
      const size = Math.min(Math.max(windowBytes, length), object.bytes - start)
      const chunks: Buffer[] = []
      for await (const chunk of await request(start, size)) chunks.push(chunk as Buffer)
      const bytes = Buffer.concat(chunks)
      if (bytes.length !== size) throw new Error('The object store returned another range.')
      window = { start, bytes }
    }
    return window.bytes.subarray(start - window.start, start - window.start + length)
  }

  const unreadable = (why: string) => bundleFault('volume_unreadable', String(volume.number), why)

  async function* packedBytes(file: PackedFile): AsyncGenerator<Uint8Array> {
    const header = await read(file.headerOffset, localHeaderBytes)
    if (header.readUInt32LE(0) !== localHeaderSignature)
      throw unreadable(`the header of ${file.path} is missing`)
    const start = file.headerOffset + localHeaderBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
    const length = file.packedBytes
    if (start + length > object.bytes) throw unreadable(`${file.path} extends past the end of the volume`)
    if (length === 0) return
    if (length <= windowBytes) yield await read(start, length)
    else
      for await (const chunk of await request(start, length)) {
        signal.throwIfAborted()
        yield chunk as Buffer
      }
  }

  return {
    async listPaths() {
      const zip = await openZip(read, object.bytes, unreadable)
      const paths: string[] = []
      let chars = 0
      try {
        for await (const { fileName } of zip.eachEntry()) {
          chars += fileName.length
          if (paths.length === limits.entriesAVolume || chars > limits.nameChars) break
          paths.push(fileName)
        }
      } catch (error) {
        throw explain(zip.archive, error, unreadable)
      } finally {
        zip.close()
      }
      return paths
    },
    async listFiles() {
      const zip = await openZip(read, object.bytes, unreadable)
      const files = zip.entryCount > limits.entriesAVolume ? undefined : await listEntries(zip, unreadable)
      if (!files) throw bundleFault('too_large', `The directory of volume ${volume.number}`)
      refuseOverlaps(files, unreadable)
      return files
    },
    async *readFile(file) {
      if (!file.isCompressed) {
        yield* packedBytes(file)
        return
      }
      const inflate = createInflateRaw()
      // Its failure ends the loop below as well.
      pipeline(Readable.from(packedBytes(file), { objectMode: false }), inflate, { signal }).catch(() => {})
      try {
        for await (const chunk of inflate) yield chunk as Buffer
      } catch (error) {
        const isDamaged = String((error as { code?: unknown }).code).startsWith('Z_')
        throw isDamaged ? unreadable(`${file.path} is damaged`) : error
      }
    },
  }
}

type Unreadable = (why: string) => BundleFault
type ReadBytes = (start: number, length: number) => Promise<Buffer>

/** What the store reports must not be taken for a damaged archive, so it is remembered. */
class StoredArchive extends yauzl.RandomAccessReader {
  failure: Error | undefined
  readonly #read: ReadBytes

  constructor(read: ReadBytes) {
    super()
    this.#read = read
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    callbackify(async () => {
      try {
        const bytes = await this.#read(position, length)
        bytes.copy(buffer, offset)
      } catch (error) {
        this.failure = error instanceof Error ? error : new Error(String(error))
        throw this.failure
      }
    })(callback)
  }
}

type StoredZip = yauzl.ZipFile & { archive: StoredArchive }

function openZip(read: ReadBytes, bytes: number, unreadable: Unreadable): Promise<StoredZip> {
  const archive = new StoredArchive(read)
  const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }
  return new Promise((resolve, reject) =>
    yauzl.fromRandomAccessReader(archive, bytes, options, (error, zip) =>
      error ? reject(explain(archive, error, unreadable)) : resolve(Object.assign(zip, { archive })),
    ),
  )
}

const explain = ({ failure }: StoredArchive, error: unknown, unreadable: Unreadable): Error =>
  failure ?? unreadable(error instanceof Error ? error.message.slice(0, 100) : 'it cannot be read')

async function listEntries(zip: StoredZip, unreadable: Unreadable): Promise<PackedFile[]> {
  const files: PackedFile[] = []
  try {
    for await (const entry of zip.eachEntry()) files.push(toPackedFile(entry))
  } catch (error) {
    throw error instanceof BundleFault ? error : explain(zip.archive, error, unreadable)
  } finally {
    zip.close()
  }
  const paths = new Set<string>()
  for (const { path } of files) {
    if (paths.has(path)) throw bundleFault('duplicate_entry', path)
    paths.add(path)
  }
  return files
}

const stored = 0
const deflated = 8

function toPackedFile(entry: yauzl.Entry): PackedFile {
  const { fileName: path, compressionMethod: method } = entry
  if (!isSafePath(path)) throw bundleFault('unsafe_path', JSON.stringify(path))
  if (entry.isEncrypted() || (method !== stored && method !== deflated))
    throw bundleFault('content_invalid', path, 'it is encrypted or packed by an unknown method')
  return {
    path,
    headerOffset: entry.relativeOffsetOfLocalHeader,
    packedBytes: entry.compressedSize,
    bytes: entry.uncompressedSize,
    isCompressed: method === deflated,
  }
}

/** Files that share bytes let a small archive unpack to a huge one. */
function refuseOverlaps(files: readonly PackedFile[], unreadable: Unreadable): void {
  let end = 0
  for (const { path, headerOffset, packedBytes } of files.toSorted(
    (a, b) => a.headerOffset - b.headerOffset,
  )) {
    if (headerOffset < end) throw unreadable(`${path} overlaps another file`)
    end = headerOffset + localHeaderBytes + Buffer.byteLength(path) + packedBytes
  }
}
