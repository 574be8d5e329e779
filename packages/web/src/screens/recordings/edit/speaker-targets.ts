/** Which lines a name is for. Pure. */
import type { SpeakerAssignment, TranscriptSegment } from '@inlet/contract/workspace'
import { countOf } from '../../../ui/format/count.ts'

/** All lines of a label, or the lines with these numbers. */
export type SpeakerTarget = { speaker: string; lineCount: number } | { lines: readonly number[] }

export function assignmentOf(target: SpeakerTarget, name: string | null): SpeakerAssignment {
  if ('speaker' in target) return { labels: [{ speaker: target.speaker, name }] }
  return { lines: rangesOf(target.lines).map(({ first, last }) => ({ first, last, name })) }
}

/** Neighbouring numbers joined, in order. */
export function rangesOf(numbers: readonly number[]): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = []
  for (const number of [...new Set(numbers)].toSorted((a, b) => a - b)) {
    const open = ranges.at(-1)
    if (open && open.last === number - 1) open.last = number
    else ranges.push({ first: number, last: number })
  }
  return ranges
}

/** The line and the lines after it, as they are shown. */
export function linesFrom(
  segments: readonly Pick<TranscriptSegment, 'number'>[],
  first: number,
  count: number,
): number[] {
  const at = segments.findIndex(({ number }) => number === first)
  return segments.slice(at, at + Math.max(1, count)).map(({ number }) => number)
}

export function assignedText(target: SpeakerTarget, name: string | null): string {
  const count = 'speaker' in target ? target.lineCount : target.lines.length
  return name === null
    ? `Removed the name from ${countOf(count, 'line')}.`
    : `Named ${countOf(count, 'line')} “${name}”.`
}
