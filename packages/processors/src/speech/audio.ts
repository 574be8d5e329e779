/** The one form of sound that recognition works on. Positions are counted in samples, times outside in milliseconds. */

export const sampleRate = 16_000
export const samplesPerMs = sampleRate / 1000

/** A stretch of the recording, in samples: from the first to the one after the last. */
export type Span = { readonly start: number; readonly end: number }

export function seconds(count: number): number {
  return Math.round(count * sampleRate)
}
