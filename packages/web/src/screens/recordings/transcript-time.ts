/** Maps between playback time and segments or words. */
import type { TranscriptSegment } from '@inlet/contract/workspace'

export interface Word {
  /** Offset in the text of the segment. */
  start: number
  end: number
  startMs: number
  endMs: number
}

/** The displayed text: the words joined, so that their offsets are known. */
export const textOf = ({ words, text }: TranscriptSegment): string =>
  words.length > 0 ? words.join(' ') : text

/** The last segment that has started, or -1 before the first. */
export function segmentAt(segments: readonly TranscriptSegment[], ms: number): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((segments[middle]?.start_ms ?? 0) <= ms) low = middle + 1
    else high = middle
  }
  return low - 1
}

export function wordsOf({ words, times, start_ms: startMs }: TranscriptSegment): Word[] {
  let at = 0
  return words.map((word, index) => {
    const start = at
    at += word.length + 1
    const begins = startMs + (times[index * 2] ?? 0)
    return { start, end: start + word.length, startMs: begins, endMs: begins + (times[index * 2 + 1] ?? 0) }
  })
}

/** Undefined during a pause. */
export const wordAt = (segment: TranscriptSegment, ms: number): Word | undefined =>
  wordsOf(segment).find((word) => word.startMs <= ms && ms < Math.max(word.endMs, word.startMs + 60))

/** The time to seek to for a click at this offset in the text. */
export function timeOfPlace(segment: TranscriptSegment, place: number): number {
  const word = wordsOf(segment).findLast(({ start }) => start <= place)
  return word?.startMs ?? segment.start_ms
}
