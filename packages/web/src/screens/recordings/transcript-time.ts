/** Which segment and which word is spoken at a time, and which word a click hit. */
import type { TranscriptSegment } from '@inlet/contract/workspace'

export interface Word {
  /** Where it stands in the text of the segment. */
  start: number
  end: number
  startMs: number
  endMs: number
}

/** The text as it is shown: the words joined, so that their places are known. */
export const textOf = ({ words, text }: TranscriptSegment): string =>
  words.length > 0 ? words.join(' ') : text

/** The last segment that has begun, or -1 before the first. */
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
  return words.map((word, place) => {
    const start = at
    at += word.length + 1
    const begins = startMs + (times[place * 2] ?? 0)
    return { start, end: start + word.length, startMs: begins, endMs: begins + (times[place * 2 + 1] ?? 0) }
  })
}

/** Undefined in a pause between two words. */
export const wordAt = (segment: TranscriptSegment, ms: number): Word | undefined =>
  wordsOf(segment).find((word) => word.startMs <= ms && ms < Math.max(word.endMs, word.startMs + 60))

/** Where to play from for a click at a place in the text. */
export function timeOfPlace(segment: TranscriptSegment, place: number): number {
  const word = wordsOf(segment).findLast(({ start }) => start <= place)
  return word?.startMs ?? segment.start_ms
}
