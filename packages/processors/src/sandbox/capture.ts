import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'

/**
 * Keeps the first `maxBytes` of a stream and drops the rest. It reads to the end, because a program with a full pipe
 * would block until its time runs out.
 */
export function capture(stream: Readable | Writable | null | undefined, maxBytes: number): () => string {
  if (!(stream instanceof Readable)) return () => ''
  const chunks: Buffer[] = []
  let kept = 0
  stream.on('data', (chunk: Buffer) => {
    if (kept >= maxBytes) return
    const part = chunk.subarray(0, maxBytes - kept)
    chunks.push(part)
    kept += part.length
  })
  // A broken pipe of a killed program is ignored: its exit status says what happened.
  stream.on('error', () => stream.destroy())
  return () => Buffer.concat(chunks).toString('utf8')
}
