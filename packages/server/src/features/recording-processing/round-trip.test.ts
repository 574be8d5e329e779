import type { Segment } from '@inlet/processors'
import { fitTranscript, readTranscript } from '@inlet/transcripts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSrt, toVtt } from './captions.ts'
import { toJson, toText } from './transcript-text.ts'

const durationMs = 3_600_000
const word = fc.constantFrom(
  'Hello',
  '<b>',
  '&amp;',
  'R&D',
  'naïve',
  '日本語',
  '👋',
  "it's",
  '10:30',
  '-->',
  'שלום',
  '{x}',
)
const speaker = fc.constantFrom('Jane', 'R&D lead', 'P3', 'מראיין', '<img src=x>')

/** Segments as the speech engines make them: in order, with a word every 400 ms. */
const segments = fc
  .array(fc.tuple(fc.array(word, { minLength: 1, maxLength: 12 }), speaker, fc.boolean()), { minLength: 2 })
  .map((turns) => {
    let atMs = 0
    return turns.map(([texts, name, isApproximate]): Segment => {
      const startMs = atMs
      const words = texts.map((text) => {
        atMs += 400
        return { text, startMs: atMs - 400, endMs: atMs, isApproximate }
      })
      return { startMs, endMs: atMs, text: texts.join(' '), speaker: name, words, isSuspicious: false }
    })
  })

async function readBack(content: string, fileName: string): Promise<readonly Segment[]> {
  const read = await readTranscript(Buffer.from(content), { fileName })
  if (!read.ok) throw new Error(`${fileName}: ${read.problem}`)
  const fitted = fitTranscript(read, { durationMs, language: 'en-US' })
  if (!fitted.ok) throw new Error(`${fileName}: ${fitted.problem}`)
  return fitted.segments
}

/** What each speaker says, in order, whatever the cues it is divided into. */
const spokenBy = (all: readonly Segment[]) => {
  const turns: [string | undefined, string][] = []
  for (const { speaker: name, text } of all) {
    const last = turns.at(-1)
    if (last?.[0] === name) turns[turns.length - 1] = [name, `${last?.[1]} ${text}`]
    else turns.push([name, text])
  }
  return turns
}

describe('an exported transcript', () => {
  it('is the same after its JSON is read again', async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (all) => {
        const json = toJson({ engine: 'local', model: 'x', language: 'en-US', durationMs, segments: all })
        const read = await readBack(json, 'transcript.json')
        expect(read.map(({ withinMs: _withinMs, ...segment }) => segment)).toEqual(all)
      }),
    )
  })

  it('has the same words and speakers after its WebVTT is read again, and exports the same file', async () => {
    await fc.assert(
      fc.asyncProperty(segments, async (all) => {
        const vtt = toVtt(all)
        const read = await readBack(vtt, 'transcript.vtt')
        expect(spokenBy(read)).toEqual(spokenBy(all))
        expect(toVtt(read)).toBe(vtt)
      }),
    )
  })

  it('has the same words and speakers after its SubRip is read again, and exports the same file', async () => {
    // SubRip has neither names nor escapes: names are prefixes if one occurs twice, and tags become look-alikes.
    const named = segments.map((all) =>
      [...all, ...all].map((segment, i): Segment => {
        const words = segment.words.map(({ text }, place) => ({
          text: text.replace(/[<>{}]/g, '.'),
          startMs: i * 10_000 + place * 400,
          endMs: i * 10_000 + place * 400 + 400,
          isApproximate: true,
        }))
        return {
          startMs: i * 10_000,
          endMs: words.at(-1)?.endMs ?? 0,
          text: words.map(({ text }) => text).join(' '),
          speaker: i % 2 === 0 ? 'Jane' : 'Bob',
          words,
          isSuspicious: false,
        }
      }),
    )
    await fc.assert(
      fc.asyncProperty(named, async (all) => {
        const srt = toSrt(all)
        const read = await readBack(srt, 'transcript.srt')
        expect(spokenBy(read)).toEqual(spokenBy(all))
        expect(toSrt(read)).toBe(srt)
      }),
    )
  })

  it('has the same words and speakers after its text is read again', async () => {
    const talk: Segment[] = ['Jane', 'Bob', 'Jane'].map((name, i) => ({
      startMs: i * 1000,
      endMs: i * 1000 + 900,
      text: `Line ${i}.`,
      speaker: name,
      words: [],
      isSuspicious: false,
    }))
    const read = await readBack(toText(talk), 'transcript.txt')
    expect(spokenBy(read)).toEqual(spokenBy(talk))
    expect(toText(read)).toBe(toText(talk))
  })
})
