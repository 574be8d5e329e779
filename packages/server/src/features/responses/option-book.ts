/** Numbers the options of choice columns in order of appearance. */
import type { SurveyOption } from './columns.repo.ts'

/** A chart with more options than this would be unreadable, regardless of the mapping. */
export const maxOptionsAColumn = 10_000
/** Limits memory for surveys with thousands of choice columns. */
export const maxOptionsASurvey = 100_000
const maxLabelChars = 300
const restLabel = 'Other answers'

export interface OptionBook {
  /** The number of an option; a new option gets the next number. */
  numberOf(position: number, label: string): number
  /** Options added since the last call. */
  takeNew(): SurveyOption[]
}

export function createOptionBook(known: readonly SurveyOption[]): OptionBook {
  const numbers = new Map<number, Map<string, number>>()
  let added: SurveyOption[] = []
  let total = 0

  function columnOf(position: number): Map<string, number> {
    const column = numbers.get(position) ?? new Map<string, number>()
    numbers.set(position, column)
    return column
  }

  for (const { position, number, label, isRest } of known) {
    columnOf(position).set(isRest ? restKey : label, number)
    total += 1
  }

  return {
    numberOf(position, given) {
      const column = columnOf(position)
      const label = boundLabel(given)
      const isFull = !column.has(label) && (column.size >= maxOptionsAColumn || total >= maxOptionsASurvey)
      const key = isFull ? restKey : label
      const found = column.get(key)
      if (found !== undefined) return found
      const number = column.size + 1
      column.set(key, number)
      total += 1
      added.push({ position, number, label: isFull ? restLabel : label, isRest: isFull })
      return number
    },
    takeNew() {
      const taken = added
      added = []
      return taken
    },
  }
}

/** Labels are never empty, so the empty label marks the option for all answers beyond the limit. */
const restKey = ''

function boundLabel(label: string): string {
  return bound(label.normalize('NFC'), maxLabelChars)
}

/** Truncates with an ellipsis and never splits a character. */
export function bound(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
