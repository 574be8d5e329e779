/** Ranges of lines with one name. */
import type { SpeakerAssignment } from '@inlet/contract/workspace'

type NamedRange = NonNullable<SpeakerAssignment['lines']>[number]

export function overlaps(ranges: readonly Pick<NamedRange, 'first' | 'last'>[]): boolean {
  const sorted = ranges.toSorted((a, b) => a.first - b.first)
  return sorted.some(({ first }, index) => first <= (sorted[index - 1]?.last ?? -1))
}

/** Joins neighbouring lines, in order, that have the same name. */
export function toRanges(lines: readonly { number: number; name: string | null }[]): NamedRange[] {
  const ranges: NamedRange[] = []
  for (const { number, name } of lines) {
    const open = ranges.at(-1)
    if (open && open.last === number - 1 && open.name === name) open.last = number
    else ranges.push({ first: number, last: number, name })
  }
  return ranges
}
