import { describe, expect, it } from 'vitest'
import { readAnswer } from './answer.ts'

const segment = { start: 0.5, end: 2, text: ' Hello there.', avg_logprob: -0.1, no_speech_prob: 0.01 }

describe('parsing a response', () => {
  it('accepts plain text', () => {
    expect(readAnswer({ text: 'Hello.' })).toEqual({ text: 'Hello.', segments: null, words: [] })
    expect(readAnswer({ text: '', segments: [] })).toEqual({ text: '', segments: null, words: [] })
  })

  it('accepts segments in any order and words next to them', () => {
    const later = { ...segment, start: 3, end: 4.0004, text: 'Again.' }
    const answer = readAnswer({
      language: 'english',
      text: 'Hello there. Again.',
      segments: [later, segment],
      words: [{ word: 'Hello', start: 0.5, end: 1 }],
    })
    expect(answer?.segments).toMatchObject([
      { text: ' Hello there.', startMs: 500, endMs: 2000, isSuspicious: false },
      { text: 'Again.', startMs: 3000, endMs: 4000 },
    ])
    expect(answer?.segments?.[0]?.confidence).toBeCloseTo(0.905, 3)
    expect(answer?.words).toEqual([{ text: 'Hello', startMs: 500, endMs: 1000 }])
  })

  it('joins parts of words inside segments', () => {
    const words = [
      { word: ' Mr', start: 0, end: 0.2 },
      { word: '.', start: 0.2, end: 0.25 },
      { word: ' Qu', start: 0.3, end: 0.4 },
      { word: 'ilter', start: 0.4, end: 0.7 },
    ]
    const answer = readAnswer({ segments: [{ start: 0, end: 1, text: ' Mr. Quilter', words }] })
    expect(answer?.text).toBe('Mr. Quilter')
    expect(answer?.segments?.[0]?.words).toEqual([
      { text: ' Mr.', startMs: 0, endMs: 250 },
      { text: ' Quilter', startMs: 300, endMs: 700 },
    ])
  })

  it('accepts speakers as text or numbers', () => {
    const speakers = ['A', 1, '', null].map((speaker) => ({ start: 0, end: 1, text: 'x', speaker }))
    const found = readAnswer({ segments: speakers })?.segments
    expect(found?.map((each) => each.speaker)).toEqual(['A', '1', undefined, undefined])
  })

  it('drops silence and flags uncertain segments', () => {
    const silent = { ...segment, avg_logprob: -1.5, no_speech_prob: 0.9 }
    const doubtful = { ...segment, no_speech_prob: 0.9 }
    const packed = { ...segment, compression_ratio: 3 }
    const found = readAnswer({ text: 'Thanks.', segments: [silent, doubtful, packed] })?.segments
    expect(found?.map((each) => each.isSuspicious)).toEqual([true, true])
    // Not null: dropped text must not reappear as text without segments.
    expect(readAnswer({ text: 'Thanks.', segments: [silent] })?.segments).toEqual([])
  })

  it('falls back to text if segments have no times', () => {
    const answer = readAnswer({ segments: [segment, { text: 'No time.', start: null, end: 'x' }] })
    expect(answer).toMatchObject({ text: 'Hello there. No time.', segments: null })
  })

  it('ignores words without times and derives text from words', () => {
    const words = [{ word: 'One', start: 0, end: 1 }, { word: 'x' }, null, { text: 'two', start: 1, end: 2 }]
    expect(readAnswer({ words })).toMatchObject({ text: 'One two' })
  })

  it('clamps confidence to 0 to 1', () => {
    const of = (value: unknown) =>
      readAnswer({ segments: [{ ...segment, avg_logprob: value }] })?.segments?.[0]?.confidence
    expect([of(3), of(0), of(-1000), of('x'), of(null)]).toEqual([1, 1, 0, undefined, undefined])
  })

  it.each([
    null,
    'text',
    [],
    {},
    { error: { message: 'no' } },
    { text: 7 },
    { text: 'x'.repeat(100_000) },
    { words: Array.from({ length: 10_000 }, () => ({ word: 'a', start: 0, end: 1 })) },
  ])('is not %j', (value) => {
    expect(readAnswer(value)).toBeNull()
  })
})
