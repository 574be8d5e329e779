/** Unpacks one file of a zip that is in memory, up to a limit that does not depend on what the zip claims. */
import { TranscriptError } from '../transcript.ts'

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endBytes = 22
const maxCommentBytes = 0xffff
const maxEntries = 10_000

type Entry = { readonly method: number; readonly packedBytes: number; readonly offset: number }

/** Null if the zip has no file with such a name. @throws TranscriptError `damaged` or `too_large` */
export async function unpackEntry(
  zip: Uint8Array,
  name: RegExp,
  { maxBytes }: { maxBytes: number },
): Promise<Uint8Array | null> {
  const entry = findEntry(zip, name)
  if (!entry) return null
  const view = viewOf(zip)
  const { method, packedBytes, offset } = entry
  if (offset + 30 > zip.length || view.getUint32(offset, true) !== localSignature) throw damaged()
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  const packed = zip.subarray(start, start + packedBytes)
  if (packed.length < packedBytes) throw damaged()
  if (method === 0) {
    if (packed.length > maxBytes) throw new TranscriptError('too_large')
    return packed
  }
  if (method !== 8) throw damaged()
  return inflate(packed, maxBytes)
}

function findEntry(zip: Uint8Array, name: RegExp): Entry | null {
  const view = viewOf(zip)
  const end = findEnd(view)
  let at = view.getUint32(end + 16, true)
  for (let count = 0; at + 46 <= zip.length && view.getUint32(at, true) === entrySignature; count += 1) {
    if (count === maxEntries) throw new TranscriptError('too_large')
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    if (name.test(new TextDecoder().decode(zip.subarray(at + 46, nameEnd)).replaceAll('\\', '/'))) {
      const isEncrypted = (view.getUint16(at + 8, true) & 1) === 1
      if (isEncrypted) throw damaged()
      return {
        method: view.getUint16(at + 10, true),
        packedBytes: view.getUint32(at + 20, true),
        offset: view.getUint32(at + 42, true),
      }
    }
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return null
}

function findEnd(view: DataView): number {
  const last = view.byteLength - endBytes
  for (let at = last; at >= 0 && at >= last - maxCommentBytes; at -= 1)
    if (view.getUint32(at, true) === endSignature) return at
  throw damaged()
}

async function inflate(packed: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  try {
    const stream = new Blob([Uint8Array.from(packed)])
      .stream()
      .pipeThrough(new DecompressionStream('deflate-raw'))
    for await (const chunk of stream) {
      total += chunk.length
      if (total > maxBytes) throw new TranscriptError('too_large')
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof TranscriptError ? error : damaged()
  }
  const whole = new Uint8Array(total)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const damaged = () => new TranscriptError('damaged')
