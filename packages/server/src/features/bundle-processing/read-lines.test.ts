import { expect, it } from 'vitest'
import { readLines } from './read-lines.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

it.each([1, 2, 3, 7, 1000])('joins lines that arrive in pieces of %i bytes', async (size) => {
  const lines = ['first', '', 'zebra 🦓', 'last without end']
  expect(await Array.fromAsync(readLines(inPieces(lines.join('\n'), size), 'x.ndjson'))).toEqual(lines)
})

it('refuses a line that exceeds the limit', async () => {
  const reading = Array.fromAsync(readLines(inPieces('x'.repeat(100), 10), 'x.ndjson', 50))
  await expect(reading).rejects.toMatchObject({ code: 'too_large' })
})
