import { expect, it } from 'vitest'
import { shrinkPeaks } from './peaks.ts'

it('keeps the loudest of merged points', () => {
  expect(shrinkPeaks(new Uint8Array([1, 9, 3, 4, 5]), 10, 3)).toEqual({ ms_per_peak: 20, peaks: [9, 4, 5] })
})

it('leaves a short waveform unchanged', () => {
  expect(shrinkPeaks(new Uint8Array([1, 2]), 10, 4000)).toEqual({ ms_per_peak: 10, peaks: [1, 2] })
  expect(shrinkPeaks(new Uint8Array(0), 10, 4000)).toEqual({ ms_per_peak: 10, peaks: [] })
})
