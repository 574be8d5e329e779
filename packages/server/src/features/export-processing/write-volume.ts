/** Writes one volume of an export: a ZIP archive that is built while it is uploaded. */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { EntryHead, ManifestEntry } from '../exports/exports.public.ts'
import { isCompressible } from './export.policy.ts'

/** A file to add. `open` returns null when it no longer exists. */
export interface VolumeSource extends EntryHead {
  open(signal: AbortSignal): Promise<{ bytes: number; read(): Promise<Readable | null> } | null>
}

/** The files that are not in a volume yet, in their order. */
export interface VolumeSources {
  next(): Promise<VolumeSource | undefined>
  /** Puts the last one back. */
  unread(source: VolumeSource): void
}

export interface VolumeRequest {
  /** Of the object. */
  key: string
  sources: VolumeSources
  /** A larger file is alone in its volume. */
  maxBytes: number
  maxEntries: number
  /** The time of all files in the archive. */
  time: Date
  /** The last file of the last volume, of formats that have one. */
  manifest?: (written: readonly ManifestEntry[], missing: number) => AsyncIterable<string>
  onEntry: () => void
  signal: AbortSignal
}

export interface WrittenVolume {
  bytes: number
  sha256: string
  entries: ManifestEntry[]
  /** Files that no longer exist. */
  missing: number[]
  /** No file is left. */
  isLast: boolean
}

type Filled = Pick<WrittenVolume, 'entries' | 'missing' | 'isLast'>

export async function writeVolume(store: ObjectStore, request: VolumeRequest): Promise<WrittenVolume> {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const stop = new AbortController()
  const signal = AbortSignal.any([request.signal, stop.signal])
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)))
  zip.on('error', fail)
  // Its reader throws the error as well.
  output.on('error', () => {})
  signal.addEventListener('abort', () => fail(signal.reason))
  const filling = fill(zip, { ...request, signal })
  filling.catch(fail)
  const hash = createHash('sha256')
  try {
    const bytes = await store.writeStream(request.key, hashed(output, hash), {
      contentType: 'application/zip',
    })
    return { bytes, sha256: hash.digest('hex'), ...(await filling) }
  } catch (error) {
    stop.abort(error)
    // Its own error only follows from this one, but whatever it reads has to end.
    await filling.catch(() => {})
    throw request.signal.aborted ? request.signal.reason : error
  }
}

async function* hashed(chunks: AsyncIterable<Uint8Array>, hash: { update(chunk: Uint8Array): unknown }) {
  for await (const chunk of chunks) {
    hash.update(chunk)
    yield chunk
  }
}

async function fill(zip: ZipFile, request: VolumeRequest): Promise<Filled> {
  const { sources, maxBytes, maxEntries, signal } = request
  const entries: ManifestEntry[] = []
  const missing: number[] = []
  let bytes = 0
  const finish = (isLast: boolean): Filled => {
    zip.end()
    return { entries, missing, isLast }
  }
  for (;;) {
    const source = await sources.next()
    if (!source) {
      if (request.manifest)
        await add(zip, 'manifest.json', Readable.from(request.manifest(entries, missing.length)), request)
      return finish(true)
    }
    const found = await source.open(signal)
    const isFull = entries.length >= maxEntries || (bytes > 0 && bytes + (found?.bytes ?? 0) > maxBytes)
    if (found && entries.length > 0 && isFull) {
      sources.unread(source)
      return finish(false)
    }
    const body = found && (await found.read())
    if (found && body) {
      const written = await add(zip, source.path, body, { ...request, size: found.bytes })
      const { number, path, role, recordKey } = source
      entries.push({ number, path, role, recordKey, ...written })
      bytes += written.bytes
    } else missing.push(source.number)
    request.onEntry()
  }
}

/** Resolves when the archive has taken all of it. */
async function add(
  zip: ZipFile,
  path: string,
  body: Readable,
  { time, size, signal }: { time: Date; size?: number; signal: AbortSignal },
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256')
  let bytes = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const ended = once(meter, 'end', { signal })
  ended.catch(() => {})
  const options = {
    mtime: time,
    mode: 0o100644,
    compress: isCompressible(path),
    ...(size !== undefined && { size }),
  }
  zip.addReadStreamLazy(path, options, handOver(meter))
  await pipeline(body, meter, { signal })
  await ended
  return { bytes, sha256: hash.digest('hex') }
}

/** The archive keeps this function to its end. The stream and its buffers must not be kept with it. */
function handOver(stream: Readable): (callback: (error: null, stream: Readable) => void) => void {
  let given: Readable | undefined = stream
  return (callback) => {
    const taken = given
    given = undefined
    if (taken) callback(null, taken)
  }
}
