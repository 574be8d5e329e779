import { describe, expect, it } from 'vitest'
import type { MediaProgress } from './processed-media.ts'
import { readOutTimeMs, startStage } from './progress.ts'

describe("ffmpeg's progress", () => {
  it('is parsed from its line', () => {
    expect(readOutTimeMs('out_time_us=2043356')).toBe(2043)
    for (const line of ['out_time_ms=2043356', 'out_time_us=N/A', 'out_time_us=-100', 'progress=end', '']) {
      expect(readOutTimeMs(line)).toBeNull()
    }
  })
})

describe('a stage', () => {
  const percentsOf = (durationMs: number, times: readonly number[]) => {
    const seen: MediaProgress[] = []
    const stage = startStage('converting', durationMs, (progress) => seen.push(progress))
    for (const time of times) stage.at(time)
    stage.end()
    return seen.map(({ percent }) => percent)
  }

  it('goes from 0 to 100 in whole steps, each once', () => {
    expect(percentsOf(1000, [0, 4, 500, 504, 900])).toEqual([0, 50, 90, 100])
  })

  it('never decreases and reaches 100 only at the end', () => {
    expect(percentsOf(1000, [500, 200, 1000, 5000])).toEqual([0, 50, 99, 100])
  })

  it('of unknown length reports only its start and end', () => {
    expect(percentsOf(0, [500])).toEqual([0, 100])
  })
})
