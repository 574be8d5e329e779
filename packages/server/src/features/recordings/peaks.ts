/** Reduces a waveform to the number of points that a screen can show. Pure. */

export interface Waveform {
  ms_per_peak: number
  peaks: number[]
}

/** Merged points keep their loudest value. */
export function shrinkPeaks(peaks: Uint8Array, msPerPeak: number, maxPeaks: number): Waveform {
  const step = Math.max(1, Math.ceil(peaks.length / maxPeaks))
  const shrunk = Array.from({ length: Math.ceil(peaks.length / step) }, (_, i) =>
    peaks.subarray(i * step, (i + 1) * step).reduce((loudest, peak) => Math.max(loudest, peak), 0),
  )
  return { ms_per_peak: msPerPeak * step, peaks: shrunk.map((peak) => Math.min(peak, 127)) }
}
