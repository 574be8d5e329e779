/**
 * Cells of one column turned into numbers. Choices repeat: a cell that was seen before is looked up, not read again,
 * which is most of what makes an import quick.
 */
import {
  parseMultiChoice,
  parseNps,
  parseRanking,
  parseSingleChoice,
  type Separator,
} from '@inlet/survey-csv'
import { type OptionBook, scoreNumber } from '../responses/responses.public.ts'

/** Cells longer than this, or beyond this many different ones, are read each time. */
const maxRememberedChars = 200
const maxRemembered = 5_000
/** The place of an item is kept in a byte. */
const lastPlace = 255

export interface ChoiceColumn {
  position: number
  name: string
  separator: Separator | undefined
}

/** 0 where there is no answer. */
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

/** Option and place in turn. A column that gives its own place is an item called like the column. */
export function readRanks(
  { position, name, separator }: ChoiceColumn,
  options: OptionBook,
): (cell: string) => readonly number[] {
  return remembering((cell) => {
    const ranked = parseRanking(cell, separator)
    if (ranked === null) return []
    if (ranked.kind === 'place') return [options.numberOf(position, name), Math.min(ranked.place, lastPlace)]
    const numbers = new Set(ranked.items.slice(0, lastPlace).map((item) => options.numberOf(position, item)))
    return [...numbers].flatMap((number, index) => [number, index + 1])
  })
}

function remembering<T>(read: (cell: string) => T): (cell: string) => T {
  const known = new Map<string, T>()
  return (cell) => {
    const found = known.get(cell)
    if (found !== undefined) return found
    const value = read(cell)
    // A cell is a window on the chunk it was cut from; only a copy lets go of the rest.
    if (cell.length <= maxRememberedChars && known.size < maxRemembered) known.set(ownCopy(cell), value)
    return value
  }
}

/** Short ones are copies anyway. */
export function ownCopy(text: string): string {
  return text.length < 13 ? text : ` ${text}`.slice(1)
}
