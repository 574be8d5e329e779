/** The audio format for recognition. Positions are in samples here and in milliseconds elsewhere. */

export const sampleRate = 16_000
export const samplesPerMs = sampleRate / 1000

/** A range of samples; the end is exclusive. */
export type Span = { readonly start: number; readonly end: number }

export function seconds(count: number): number {
  return Math.round(count * sampleRate)
}
