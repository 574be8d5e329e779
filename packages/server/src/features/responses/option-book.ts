/** The options of a survey's choice columns, numbered as they come up. */
import type { SurveyOption } from './columns.repo.ts'

/** Beyond this a column is no choice any more, whatever its mapping says: a chart of it would say nothing. */
export const maxOptionsAColumn = 10_000
/** Two thousand such columns must not fill the memory either. */
export const maxOptionsASurvey = 100_000
const maxLabelChars = 300
const restLabel = 'Other answers'

export interface OptionBook {
  /** The number of an option of the column, which gets one now if it is new. */
  numberOf(position: number, label: string): number
  /** Those that became known since the last call. */
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

/** No label is empty, so this one is free for what has no label of its own. */
const restKey = ''

function boundLabel(label: string): string {
  return bound(label.normalize('NFC'), maxLabelChars)
}

/** At most so many characters, the last of them telling that something is missing; no character is cut in half. */
export function bound(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : `${text.slice(0, maxChars - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
