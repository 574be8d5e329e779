import type { TranscriptSegment } from '@inlet/contract/workspace'
import { describe, expect, it } from 'vitest'
import { segmentAt, textOf, timeOfPlace, wordAt } from './transcript-time.ts'

const segment = (number: number, startMs: number): TranscriptSegment => ({
  number,
  start_ms: startMs,
  end_ms: startMs + 900,
  speaker: '',
  speaker_name: null,
  text: 'I tried it',
  words: ['I', 'tried', 'it'],
  times: [0, 200, 300, 300, 700, 200],
  are_times_approximate: false,
  confidence: null,
  version: 0,
  is_suspicious: false,
})
const segments = [segment(0, 1000), segment(1, 2000), segment(2, 5000)]
const [first] = segments as [TranscriptSegment]

describe('transcript times', () => {
  it('finds the last segment that has started', () => {
    expect([0, 1000, 1999, 2000, 4999, 99_000].map((ms) => segmentAt(segments, ms))).toEqual([
      -1, 0, 0, 1, 1, 2,
    ])
    expect(segmentAt([], 10)).toBe(-1)
  })

  it('finds the current word, and none during a pause', () => {
    const spoken = (ms: number) => {
      const word = wordAt(first, ms)
      return word && textOf(first).slice(word.start, word.end)
    }
    expect([1000, 1250, 1400, 1700].map(spoken)).toEqual(['I', undefined, 'tried', 'it'])
  })

  it('seeks to the start of the clicked word', () => {
    expect([0, 2, 6, 9].map((place) => timeOfPlace(first, place))).toEqual([1000, 1300, 1300, 1700])
    expect(timeOfPlace({ ...first, words: [], times: [] }, 5)).toBe(1000)
  })
})
