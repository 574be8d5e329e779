import { isBlank } from './parse-cell.ts'
import { type Separator, splitChoices } from './separator.ts'

/** The ticked options, each once, in the order written. A column whose cells hold one option each has no separator. */
export function parseMultiChoice(cell: string, separator: Separator | undefined): string[] {
  if (isBlank(cell)) return []
  return unique(parts(cell, separator))
}

export type RankedAnswer =
  | { readonly kind: 'items'; readonly items: readonly string[] }
  | { readonly kind: 'place'; readonly place: number }

/** A ranking is written as the items from first to last in one cell, or as one place per item, a column each. */
export function parseRanking(cell: string, separator: Separator | undefined): RankedAnswer | null {
  if (isBlank(cell)) return null
  const place = /^\s*(\d{1,3})(?:\.0+|\.|st|nd|rd|th|er|e|º|位)?\s*$/u.exec(cell)?.[1]
  if (place !== undefined) return Number(place) > 0 ? { kind: 'place', place: Number(place) } : null
  const items = unique(parts(cell, separator).map(withoutNumber))
  return items.length > 0 ? { kind: 'items', items } : null
}

/** `1. Price` and `1) Price` are the item Price. */
function withoutNumber(item: string): string {
  return item.replace(/^\d{1,3}[.):]\s+/, '')
}

/** Most cells have a handful of answers, all different: those are looked through faster than put into a set. */
function unique(items: string[]): string[] {
  const isShort = items.length <= 12
  if (isShort && items.every((item, index) => items.indexOf(item) === index)) return items
  return [...new Set(items)]
}

function parts(cell: string, separator: Separator | undefined): string[] {
  return separator === undefined ? [cell.trim()] : splitChoices(cell, separator)
}
