/** When to beep, from when words were spoken. Pure. */

export type Range = readonly [startMs: number, endMs: number]

/**
 * Interpolated times are a quarter of a second off on average and half a second at worst: with this much around them no
 * beeped word was recognised any more, with half of it one in ten was.
 */
export const approximatePadMs = 550
export const exactPadMs = 200

/** In order, without overlaps, within the recording. Beeps that almost touch become one: a word could hide in between. */
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
