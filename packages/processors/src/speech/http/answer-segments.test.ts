import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer } from './answer.ts'
import { readAnswer } from './answer.ts'
import { segmentAnswer } from './answer-segments.ts'
import type { Piece } from './piece.ts'

/** Ten seconds from 60 s, with a pause in the middle. */
const piece: Piece = {
  startMs: 60_000,
  endMs: 70_000,
  voiceMs: [
    [60_300, 64_000],
    [66_000, 69_700],
  ],
}

function segments(value: unknown) {
  const answer = readAnswer(value)
  if (answer === null) throw new Error('not an answer')
  return segmentAnswer(answer, piece)
}

const anything = fc.oneof(fc.double(), fc.constantFrom(null, undefined, 'x', -5, 0, 3.2, 9.99, 1e9))
const someText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom('Hello.', ' Mr.', 'it', ' and\nso', '', '♪', 'the the the the the the the the'),
)
const someWord = fc.record({ word: someText, start: anything, end: anything }, { requiredKeys: ['word'] })
const someSegment = fc.record(
  {
    text: someText,
    start: anything,
    end: anything,
    speaker: fc.oneof(someText, fc.nat()),
    avg_logprob: anything,
    no_speech_prob: anything,
    words: fc.array(someWord, { maxLength: 4 }),
  },
  { requiredKeys: ['text', 'start', 'end'] },
)
const someAnswer = fc.record(
  {
    text: someText,
    segments: fc.array(someSegment, { maxLength: 5 }),
    words: fc.array(someWord, { maxLength: 8 }),
  },
  { requiredKeys: ['text'] },
)

describe('segments of a response', () => {
  it('have consistent, ordered words within the piece, whatever the server returns', () => {
    fc.assert(
      fc.property(someAnswer, (value) => {
        let atMs = 0
        for (const segment of segments(value)) {
          expect(segment.text).toBe(segment.words.map((word) => word.text).join(' '))
          expect(segment.text).not.toMatch(/^\s|\s$|\n|^$/)
          expect(segment.startMs).toBeGreaterThanOrEqual(atMs)
          expect(segment.startMs).toBe(segment.words[0]?.startMs)
          expect(segment.endMs).toBe(segment.words.at(-1)?.endMs)
          atMs = segment.startMs
          let wordMs = piece.startMs
          for (const word of segment.words) {
            expect(Number.isSafeInteger(word.startMs) && Number.isSafeInteger(word.endMs)).toBe(true)
            expect(word.startMs).toBeGreaterThanOrEqual(wordMs)
            expect(word.endMs).toBeGreaterThanOrEqual(word.startMs)
            expect(word.endMs).toBeLessThanOrEqual(piece.endMs)
            wordMs = word.endMs
          }
          const { confidence = 0 } = segment
          expect(confidence >= 0 && confidence <= 1).toBe(true)
        }
      }),
    )
  })

  it('use word times next to segments', () => {
    const words = ['Ask', 'not', 'what'].map((word, index) => ({ word, start: index, end: index + 0.5 }))
    const found = segments({
      text: 'Ask not, what?',
      segments: [
        { start: 0, end: 2, text: ' Ask not,' },
        { start: 2, end: 3, text: ' what?' },
      ],
      words,
    })
    expect(found.map((each) => each.text)).toEqual(['Ask not,', 'what?'])
    expect(found.flatMap((each) => each.words)).toEqual([
      { text: 'Ask', startMs: 60_000, endMs: 60_500, isApproximate: false },
      { text: 'not,', startMs: 61_000, endMs: 61_500, isApproximate: false },
      { text: 'what?', startMs: 62_000, endMs: 62_500, isApproximate: false },
    ])
  })

  it('use times of word parts inside segments', () => {
    const parts = [' Qu', 'ilter', ' is', '.'].map((word, index) => ({ word, start: index, end: index + 1 }))
    const [found] = segments({ segments: [{ start: 0, end: 4, text: ' Quilter is.', words: parts }] })
    expect(found?.words).toMatchObject([
      { text: 'Quilter', startMs: 60_000, endMs: 62_000, isApproximate: false },
      { text: 'is.', startMs: 62_000, endMs: 64_000, isApproximate: false },
    ])
  })

  it('spread words without times over the voice and flag them as approximate', () => {
    const [found] = segments({ segments: [{ start: 3, end: 9, text: 'Before the pause, after it' }] })
    expect(found?.words.every((word) => word.isApproximate)).toBe(true)
    expect(found).toMatchObject({ startMs: 63_000, endMs: 69_000 })
    const inPause = found?.words.filter((word) => word.endMs > 64_000 && word.startMs < 66_000)
    expect(inPause).toEqual([])
  })

  it('interpolate a word without times between its neighbours', () => {
    const words = [
      { word: 'cost', start: 1, end: 1.5 },
      { word: 'dollars', start: 2.5, end: 3 },
    ]
    const [found] = segments({ text: 'cost 25 dollars', words })
    expect(found?.words[1]).toEqual({ text: '25', startMs: 61_500, endMs: 62_500, isApproximate: true })
  })

  it('split plain text into sentences over the voice', () => {
    const found = segments({ text: 'One two three. Four five six.' })
    expect(found.map((each) => each.text)).toEqual(['One two three.', 'Four five six.'])
    expect(found[0]).toMatchObject({ startMs: 60_300, endMs: 64_000 })
    expect(found[1]).toMatchObject({ startMs: 66_000, endMs: 69_700 })
  })
})

describe('attributes of segments', () => {
  it('keep speaker, confidence and doubt', () => {
    const said = { start: 0, end: 2, text: 'Yes. No.', speaker: 'A\nB', avg_logprob: Math.log(0.5) }
    const found = segments({ segments: [{ ...said, no_speech_prob: 0.9 }] })
    expect(found).toMatchObject([
      { text: 'Yes.', speaker: 'A B', isSuspicious: true },
      { text: 'No.', speaker: 'A B', isSuspicious: true },
    ])
    expect(found[0]?.confidence).toBeCloseTo(0.5)
  })

  it('flag text that loops, also across segments', () => {
    const loop = Array.from({ length: 8 }, (_, index) => ({
      start: index,
      end: index + 1,
      text: 'Thank you.',
    }))
    expect(segments({ segments: loop }).every((each) => each.isSuspicious)).toBe(true)
    expect(segments({ text: 'so so so so so so so so' })[0]?.isSuspicious).toBe(true)
    expect(segments({ text: 'Thank you.' })[0]?.isSuspicious).toBe(false)
  })

  it('are empty without words', () => {
    const empty: Answer = { text: ' ', segments: null, words: [] }
    expect(segmentAnswer(empty, piece)).toEqual([])
    expect(segments({ text: '♪ ♪', segments: [{ start: 0, end: 1, text: '♪ ♪' }] })).toEqual([])
  })
})
