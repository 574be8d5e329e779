/** Whether the cells of a column are lists over a small set of options: ticked options, or a ranking of all of them. */
import { type Separator, separators, splitChoices } from '../values/separator.ts'
import { countWords } from './column-profile.ts'

export type ChoiceStructure = {
  readonly kind: 'multi' | 'ranking'
  readonly separator: Separator
  /** Options with how often each occurs, in their first spelling. */
  readonly options: ReadonlyMap<string, number>
}

type Lists = { cells: readonly (readonly string[])[]; several: number; total: number }

const mostOptions = 60
const longestOptionWords = 8

export function findChoiceStructure(values: readonly string[]): ChoiceStructure | undefined {
  for (const separator of separators) {
    const lists = splitAll(values, separator)
    // Below one list in twenty, the separator is punctuation in somebody's answer.
    if (lists.several < 2 || lists.several * 20 < values.length) continue
    const options = countOptions(lists)
    if (!areFew(options, lists) || !areTicks(lists)) continue
    if (isRanking(lists, separator)) return { kind: 'ranking', separator, options }
    if (combineFreely(lists)) return { kind: 'multi', separator, options }
  }
  return undefined
}

function splitAll(values: readonly string[], separator: Separator): Lists {
  const cells = values.map((value) => splitChoices(value, separator))
  return {
    cells,
    several: cells.filter((cell) => cell.length > 1).length,
    total: cells.reduce((sum, cell) => sum + cell.length, 0),
  }
}

function countOptions({ cells }: Lists): Map<string, number> {
  const spelling = new Map<string, string>()
  const counts = new Map<string, number>()
  for (const option of cells.flat()) {
    const key = option.toLowerCase()
    const first = spelling.get(key) ?? option
    spelling.set(key, first)
    counts.set(first, (counts.get(first) ?? 0) + 1)
  }
  return counts
}

/** Options come again and again; a few written in under "Other" do not count against it. */
function areFew(options: ReadonlyMap<string, number>, { total }: Lists): boolean {
  let repeated = 0
  let repeatedOptions = 0
  let words = 0
  for (const [option, count] of options) {
    words += countWords(option) * count
    if (count < 2) continue
    repeated += count
    repeatedOptions++
  }
  return (
    repeatedOptions >= 2 &&
    repeatedOptions <= mostOptions &&
    repeated >= total * 0.8 &&
    words <= total * longestOptionWords
  )
}

/** Nobody ticks a box twice. */
function areTicks({ cells }: Lists): boolean {
  const twice = cells.filter((cell) => new Set(cell).size < cell.length).length
  return twice * 50 <= cells.length
}

/** The same three or more items in every list, in more than one order. */
function isRanking({ cells }: Lists, separator: Separator): boolean {
  const sets = new Map<string, number>()
  const orders = new Set<string>()
  for (const cell of cells) {
    const set = JSON.stringify([...cell].sort())
    sets.set(set, (sets.get(set) ?? 0) + 1)
    orders.add(JSON.stringify(cell))
  }
  if (separator === '>') return true
  let largest = 0
  for (const count of sets.values()) largest = Math.max(largest, count)
  const longest = cells.reduce((most, cell) => Math.max(most, cell.length), 0)
  return longest >= 3 && largest >= cells.length * 0.95 && orders.size >= 2
}

/**
 * Ticked options meet in changing company. The pieces of `Never, but open to it` do not: each belongs to one answer that
 * only looks like a list.
 */
function combineFreely({ cells }: Lists): boolean {
  const company = new Map<string, Set<string>>()
  for (const cell of cells) {
    const whole = JSON.stringify([...cell].sort())
    for (const option of cell) {
      const met = company.get(option) ?? new Set()
      company.set(option, met.add(whole))
    }
  }
  const inLists = new Set(cells.filter((cell) => cell.length > 1).flat())
  let free = 0
  for (const option of inLists) if ((company.get(option)?.size ?? 0) > 1) free++
  return free * 2 > inLists.size
}
