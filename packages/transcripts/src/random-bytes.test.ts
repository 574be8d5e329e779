import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeDocx, paragraph } from '../test/docx.ts'
import { fitTranscript } from './fit/fit-transcript.ts'
import { readTranscript } from './read-transcript.ts'

const sources = [
  Buffer.from(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Jane>Hello <00:00:01.500><c> you</c>\n\n00:00:02.000 --> 3',
  ),
  Buffer.from(
    '1\n00:00:01,000 --> 00:00:02,000\nJane: {\\an8}Hello\n\n2\n00:00:03,000 --> 00:00:04,000\nJane: x',
  ),
  Buffer.from('[00:00:12] Jane: Hello\n[00:00:15] Bob: Yes #00:00:20-1#'),
  Buffer.from(
    '{"segments": [{"start": 1, "end": 2, "text": "a b", "words": [{"word": "a", "start": 1, "end": 2}]}]}',
  ),
  makeDocx(paragraph('Jane (0:01): Hello') + paragraph('Bob (0:02): Hi')),
]

it('returns a transcript or a problem for any damaged file', async () => {
  const damage = fc.record({
    source: fc.constantFrom(...sources),
    changes: fc.array(fc.tuple(fc.nat(10_000), fc.integer({ min: 0, max: 255 })), { maxLength: 12 }),
    length: fc.double({ min: 0, max: 1, noNaN: true }),
    fileName: fc.constantFrom('a.vtt', 'a.srt', 'a.json', 'a.docx', 'a.txt'),
  })
  await fc.assert(
    fc.asyncProperty(damage, async ({ source, changes, length, fileName }) => {
      const bytes = Uint8Array.from(source)
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      const read = await readTranscript(bytes.subarray(0, Math.ceil(bytes.length * length)), { fileName })
      if (!read.ok) return
      const fitted = fitTranscript(read, { durationMs: 20_000, language: 'en' })
      if (!fitted.ok) return
      for (const { startMs, endMs } of fitted.segments) expect(startMs <= endMs && endMs <= 20_000).toBe(true)
    }),
    { numRuns: 500 },
  )
})
