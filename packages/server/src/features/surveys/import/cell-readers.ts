/**
 * Converts the cells of one column to numbers. Choices repeat, so known cells are looked up instead of parsed, which is
 * the main reason imports are fast.
 */
import {
  parseMultiChoice,
  parseNps,
  parseRanking,
  parseSingleChoice,
  type Separator,
} from '@inlet/survey-csv'
import { type OptionBook, scoreNumber } from '../../responses/responses.public.ts'

/** Cells longer than this, or beyond this many distinct ones, are parsed every time. */
const maxRememberedChars = 200
const maxRemembered = 5_000
/** The rank of an item is stored in one byte. */
const lastRank = 255

export interface ChoiceColumn {
  position: number
  name: string
  separator: Separator | undefined
}

/** 0 without an answer. */
export function readSingle({ position }: ChoiceColumn, options: OptionBook): (cell: string) => number {
  return remembering((cell) => {
    const label = parseSingleChoice(cell)
    return label === null ? 0 : options.numberOf(position, label)
  })
}

export function readScore(): (cell: string) => number {
  return remembering((cell) => {
    const score = parseNps(cell)
    return score === null ? 0 : scoreNumber(score)
  })
}

export function readMulti(
  { position, separator }: ChoiceColumn,
  options: OptionBook,
): (cell: string) => readonly number[] {
  return remembering((cell) => [
    ...new Set(parseMultiChoice(cell, separator).map((label) => options.numberOf(position, label))),
  ])
}

/** Alternating option and rank. A column that holds only a rank is an item named after the column. */
export function readRanks(
  { position, name, separator }: ChoiceColumn,
  options: OptionBook,
): (cell: string) => readonly number[] {
  return remembering((cell) => {
    const ranked = parseRanking(cell, separator)
    if (ranked === null) return []
    if (ranked.kind === 'rank') return [options.numberOf(position, name), Math.min(ranked.rank, lastRank)]
    const numbers = new Set(ranked.items.slice(0, lastRank).map((item) => options.numberOf(position, item)))
    return [...numbers].flatMap((number, index) => [number, index + 1])
  })
}

function remembering<T>(read: (cell: string) => T): (cell: string) => T {
  const known = new Map<string, T>()
  return (cell) => {
    const found = known.get(cell)
    if (found !== undefined) return found
    const value = read(cell)
    // A cell references its chunk; copying it frees the chunk.
    if (cell.length <= maxRememberedChars && known.size < maxRemembered) known.set(ownCopy(cell), value)
    return value
  }
}

/** Short strings are copies anyway. */
export function ownCopy(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}
