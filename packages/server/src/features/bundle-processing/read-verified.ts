import { createHash } from 'node:crypto'
import { bundleFault } from './bundle-fault.ts'

/** Passes a content on while it is hashed. Throws at its end unless length and sha256 are as expected. */
export async function* readVerified(
  chunks: AsyncIterable<Uint8Array>,
  expected: { path: string; bytes: number; sha256: string },
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > expected.bytes) throw bundleFault('checksum_mismatch', expected.path)
    hash.update(chunk)
    yield chunk
  }
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw bundleFault('checksum_mismatch', expected.path)
}
