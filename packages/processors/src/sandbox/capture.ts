import type { Writable } from 'node:stream'
import { Readable } from 'node:stream'

/**
 * Keeps the first `maxBytes` of a stream and drops the rest. It goes on reading to the end: a program whose pipe is full
 * would wait for us until its clock runs out.
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
  // A pipe broken by a killed program is no news: the program's end tells what happened.
  stream.on('error', () => stream.destroy())
  return () => Buffer.concat(chunks).toString('utf8')
}
