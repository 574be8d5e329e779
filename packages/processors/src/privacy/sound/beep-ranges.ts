/** Derives the ranges to beep from the times of words. */

export type Range = readonly [startMs: number, endMs: number]

/**
 * Interpolated times are off by 0.25 s on average and 0.5 s at worst. With this margin no beeped word was recognized;
 * with half of it one in ten was.
 */
export const approximatePadMs = 550
export const exactPadMs = 200

/**
 * Sorted, non-overlapping and within the recording. Beeps that almost touch are merged, because a word could fit
 * between them.
 */
export function mergeRanges(ranges: readonly Range[], durationMs: number): Range[] {
  const leastPauseMs = 150
  const merged: [number, number][] = []
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(0, start)
    const to = Math.min(durationMs, end)
    if (to <= from) continue
    const last = merged.at(-1)
    if (last !== undefined && from - last[1] < leastPauseMs) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}

export function padRange([startMs, endMs]: Range, padMs: number): Range {
  return [startMs - padMs, endMs + padMs]
}
