import { describe, expect, it } from 'vitest'
import type { Segment } from '../../speech/transcript.ts'
import { mergeRanges, padRange } from './beep-ranges.ts'
import { findLeaks } from './leaks.ts'
import { writeVoiceSteps } from './voice-steps.ts'

const segment = (startMs: number, text: string): Segment => {
  const words = text.split(' ').map((word, i) => ({
    text: word,
    startMs: startMs + i * 400,
    endMs: startMs + (i + 1) * 400,
    isApproximate: true,
  }))
  return { startMs, endMs: startMs + words.length * 400, text, words, isSuspicious: false }
}

describe('beep ranges', () => {
  it('are merged where they touch and stay within the recording', () => {
    const ranges = [padRange([5000, 5200], 500), padRange([300, 400], 500), padRange([1500, 1600], 500)]
    expect(mergeRanges(ranges, 5500)).toEqual([
      [0, 2100],
      [4500, 5500],
    ])
  })

  it('leave no gap that is too short', () => {
    expect(
      mergeRanges(
        [
          [0, 100],
          [200, 300],
          [600, 700],
        ],
        1000,
      ),
    ).toEqual([
      [0, 300],
      [600, 700],
    ])
  })
})

describe('findLeaks', () => {
  const spoken = [segment(0, 'my name is Jane Miller and Jane is here')]
  const secret = { startMs: 1200, endMs: 2000, text: 'Jane Miller', isApproximate: true }

  it('reports a word of the secret that is recognized near its time', () => {
    expect(findLeaks([secret], spoken, [segment(0, 'my name is miller and Jane is here')])).toEqual([secret])
  })

  it('ignores a word that is said there outside the secret as well', () => {
    expect(findLeaks([secret], spoken, [segment(0, 'my name is and Jane is here')])).toEqual([])
  })

  it('ignores words far away and words that reveal nothing', () => {
    expect(findLeaks([secret], spoken, [segment(60_000, 'Miller')])).toEqual([])
    expect(findLeaks([{ ...secret, text: 'and the' }], [], [segment(0, 'and the')])).toEqual([])
  })
})

describe('voice steps', () => {
  it('are random within bounds and last until the end', () => {
    const lines = writeVoiceSteps(60_000).trim().split('\n')
    expect(lines.length).toBeGreaterThanOrEqual(15)
    expect(lines.length).toBeLessThanOrEqual(41)
    for (const line of lines)
      expect(line).toMatch(/^\d+\.\d{3} rubberband@voice pitch 0\.(7[4-9]|8[0-8])\d*;$/)
    expect(writeVoiceSteps(60_000)).not.toBe(writeVoiceSteps(60_000))
  })
})
