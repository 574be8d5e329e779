import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { segmentChunk } from './segments.ts'
import { supportsLanguage } from './speech-engine.ts'

const word = fc.stringMatching(/^[A-Za-z',.?!]{1,12}$/)
/** Consecutive voice segments. */
const voice = fc.array(fc.tuple(fc.nat(2000), fc.nat(5000)), { minLength: 0, maxLength: 5 }).map((pairs) => {
  let at = 1000
  return pairs.map(([pause, length]) => {
    const start = at + pause
    at = start + length
    return [start, at] as const
  })
})

function chunkOf(text: string, voiceMs: readonly (readonly [number, number])[]) {
  const endMs = (voiceMs.at(-1)?.[1] ?? 1000) + 200
  return { startMs: 900, endMs, voiceMs, text, isSuspicious: false }
}

describe('segmenting a chunk', () => {
  it('keeps every word once, with increasing times within the voice', () => {
    fc.assert(
      fc.property(fc.array(word), voice, (words, voiceMs) => {
        const chunk = chunkOf(words.join(' '), voiceMs)
        const segments = segmentChunk(chunk)
        const timed = segments.flatMap((segment) => segment.words)
        expect(timed.map((each) => each.text)).toEqual(words)
        expect(segments.map((segment) => segment.text).join(' ')).toBe(words.join(' '))
        let at = chunk.voiceMs[0]?.[0] ?? chunk.startMs
        for (const { startMs, endMs, isApproximate } of timed) {
          expect(startMs).toBeGreaterThanOrEqual(at)
          expect(endMs).toBeGreaterThanOrEqual(startMs)
          expect(isApproximate).toBe(true)
          at = endMs
        }
        expect(at).toBeLessThanOrEqual(chunk.voiceMs.at(-1)?.[1] ?? chunk.endMs)
        for (const segment of segments) {
          expect(segment.startMs).toBe(segment.words[0]?.startMs)
          expect(segment.endMs).toBe(segment.words.at(-1)?.endMs)
        }
      }),
    )
  })

  it('ends segments at sentences, not at abbreviations', () => {
    const text = 'Mr. J. Smith came at 3 p.m. today. "Was it I?" He asked Dr. Brown. It was I. Then 7 left!'
    const segments = segmentChunk(chunkOf(text, [[1000, 9000]]))
    expect(segments.map((segment) => segment.text)).toEqual([
      'Mr. J. Smith came at 3 p.m. today.',
      '"Was it I?"',
      'He asked Dr. Brown.',
      'It was I.',
      'Then 7 left!',
    ])
  })

  it('places no word across a pause, and pauses at nearby punctuation', () => {
    const chunk = chunkOf('Ask not what, ask what you can do', [
      [1000, 2200],
      [4000, 6000],
    ])
    const words = segmentChunk(chunk).flatMap((segment) => segment.words)
    expect(words.find((each) => each.text === 'what,')?.endMs).toBe(2200)
    expect(words[3]).toMatchObject({ text: 'ask', startMs: 4000 })
  })

  it('is empty without words and keeps the flag for doubtful text', () => {
    expect(segmentChunk(chunkOf('  ', [[1000, 2000]]))).toEqual([])
    const [segment] = segmentChunk({ ...chunkOf('so so', [[1000, 2000]]), isSuspicious: true })
    expect(segment?.isSuspicious).toBe(true)
  })
})

it('matches a language by its primary subtag', () => {
  const engine = { languages: ['en'] }
  expect(['en', 'en-GB', 'EN_us'].every((tag) => supportsLanguage(engine, tag))).toBe(true)
  expect(['de-DE', 'eng-x', '', 'enx'].some((tag) => supportsLanguage(engine, tag))).toBe(false)
  expect(supportsLanguage({ languages: 'any' }, 'de-DE')).toBe(true)
})
