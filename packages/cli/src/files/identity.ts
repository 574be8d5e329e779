/**
 * How a file is recognized in a later run. Path, size and modification time decide nearly every case without reading
 * it. A hash of the content decides the rest: a file that was touched, moved or renamed is still the same file.
 */
import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'

export interface Identity {
  bytes: number
  /** In nanoseconds, as text because it exceeds the safe integers. */
  mtime: string
}

/** Undefined when the file is gone or cannot be read. */
export async function identify(path: string): Promise<Identity | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  return found?.isFile() ? { bytes: Number(found.size), mtime: String(found.mtimeNs) } : undefined
}

export function isSame(one: Identity, other: Identity): boolean {
  return one.bytes === other.bytes && one.mtime === other.mtime
}

const pieceBytes = 1024 * 1024
/** Files up to this size are hashed completely. */
const wholeBytes = 64 * pieceBytes
const samples = 64
const sampleBytes = 64 * 1024

/**
 * SHA-256 of the content, or of 64 samples from the first byte to the last for a file above 64 MiB: reading a whole
 * recording would take longer than sending it, and no two recordings of the same length agree in all samples.
 */
export async function contentHash(path: string, bytes: number): Promise<string> {
  const isWhole = bytes <= wholeBytes
  const hash = createHash('sha256')
  const file = await open(path)
  try {
    const buffer = Buffer.allocUnsafe(isWhole ? pieceBytes : sampleBytes)
    const step = isWhole ? buffer.length : (bytes - sampleBytes) / (samples - 1)
    const count = isWhole ? Math.ceil(bytes / buffer.length) : samples
    for (let i = 0; i < count; i += 1) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, Math.round(i * step))
      hash.update(buffer.subarray(0, bytesRead))
    }
  } finally {
    await file.close()
  }
  return `${isWhole ? 'sha256' : 'sampled'}:${hash.digest('base64url')}`
}
