/** Decodes a text file of any encoding into a stream of clean strings. */

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { cleanText } from './clean.ts'
import type { TextEncoding } from './encoding.ts'
import { guessEncoding, sampleBytes } from './encoding.ts'

const chunkBytes = 256 * 1024

/** Null if the bytes are not text. */
export async function findEncoding(path: string): Promise<TextEncoding | null> {
  const encoding = guessEncoding(await sampleAt(path, 0))
  if (encoding?.label !== 'utf-8') return encoding
  // ASCII at the start does not prove UTF-8: the whole file must be valid.
  const brokenAt = await firstInvalidUtf8(path)
  return brokenAt === null ? encoding : guessEncoding(await sampleAt(path, brokenAt))
}

export async function* decodeFile(path: string, encoding: TextEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding.label)
  let heldReturn = ''
  const input = createReadStream(path, { start: encoding.markBytes, highWaterMark: chunkBytes })
  for await (const chunk of byteChunks(input)) {
    const text = heldReturn + decoder.decode(chunk, { stream: true })
    // A CRLF may be split across chunks.
    heldReturn = text.endsWith('\r') ? '\r' : ''
    yield cleanPages(text.slice(0, text.length - heldReturn.length))
  }
  yield cleanPages(heldReturn + decoder.decode())
}

/** Form feeds are kept: cleaning would drop them like other control characters. */
function cleanPages(text: string): string {
  return text.split('\f').map(cleanText).join('\f')
}

async function firstInvalidUtf8(path: string): Promise<number | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let offset = 0
  for await (const chunk of byteChunks(createReadStream(path, { highWaterMark: chunkBytes }))) {
    try {
      decoder.decode(chunk, { stream: true })
    } catch {
      return offset
    }
    offset += chunk.length
  }
  return null
}

async function sampleAt(path: string, position: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, position)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

async function* byteChunks(input: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  for await (const chunk of input) {
    if (chunk instanceof Buffer) yield chunk
  }
}
