import { isBlank } from './parse-cell.ts'
import { type Separator, splitChoices } from './separator.ts'

/** Returns the distinct selected options in order. Without a separator, the cell is a single option. */
export function parseMultiChoice(cell: string, separator: Separator | undefined): string[] {
  if (isBlank(cell)) return []
  return unique(parts(cell, separator))
}

export type RankedAnswer =
  | { readonly kind: 'items'; readonly items: readonly string[] }
  | { readonly kind: 'rank'; readonly rank: number }

/** A cell contains either the items from first to last, or, if each item has its own column, the rank of the item. */
export function parseRanking(cell: string, separator: Separator | undefined): RankedAnswer | null {
  if (isBlank(cell)) return null
  const rank = /^\s*(\d{1,3})(?:\.0+|\.|st|nd|rd|th|er|e|º|位)?\s*$/u.exec(cell)?.[1]
  if (rank !== undefined) return Number(rank) > 0 ? { kind: 'rank', rank: Number(rank) } : null
  const items = unique(parts(cell, separator).map(withoutNumber))
  return items.length > 0 ? { kind: 'items', items } : null
}

/** `1. Price` and `1) Price` → `Price`. */
function withoutNumber(item: string): string {
  return item.replace(/^\d{1,3}[.):]\s+/, '')
}

/** Skips the set for short lists without duplicates, which are the most common and faster to search directly. */
function unique(items: string[]): string[] {
  const isShort = items.length <= 12
  if (isShort && items.every((item, index) => items.indexOf(item) === index)) return items
  return [...new Set(items)]
}

function parts(cell: string, separator: Separator | undefined): string[] {
  return separator === undefined ? [cell.trim()] : splitChoices(cell, separator)
}
