/** Detects columns whose cells are lists from a small set of options: selected options, or a ranking of all of them. */
import { type Separator, separators, splitChoices } from '../values/separator.ts'
import { countWords } from './column-profile.ts'

export type ChoiceStructure = {
  readonly kind: 'multi' | 'ranking'
  readonly separator: Separator
  /** Number of occurrences per option, in its first spelling. */
  readonly options: ReadonlyMap<string, number>
}

type Lists = { cells: readonly (readonly string[])[]; several: number; total: number }

const maxOptions = 60
const maxAverageWords = 8

export function findChoiceStructure(values: readonly string[]): ChoiceStructure | undefined {
  for (const separator of separators) {
    const lists = splitAll(values, separator)
    // If fewer than one cell in twenty is a list, the separator is just punctuation in answers.
    if (lists.several < 2 || lists.several * 20 < values.length) continue
    const options = countOptions(lists)
    if (!isSmallSet(options, lists) || !hasFewDuplicates(lists)) continue
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

/** Most list items must be options that occur more than once; this tolerates a few free-text "Other" answers. */
function isSmallSet(options: ReadonlyMap<string, number>, { total }: Lists): boolean {
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
    repeatedOptions <= maxOptions &&
    repeated >= total * 0.8 &&
    words <= total * maxAverageWords
  )
}

/** An option can be selected only once per response. */
function hasFewDuplicates({ cells }: Lists): boolean {
  const duplicated = cells.filter((cell) => new Set(cell).size < cell.length).length
  return duplicated * 50 <= cells.length
}

/** True for lists separated by `>`, and if nearly all lists have the same three or more items in different orders. */
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
 * Selected options occur in different combinations. The pieces of an answer that only looks like a list, such as
 * `Never, but open to it`, always occur together.
 */
function combineFreely({ cells }: Lists): boolean {
  const listsByOption = new Map<string, Set<string>>()
  for (const cell of cells) {
    const list = JSON.stringify([...cell].sort())
    for (const option of cell) {
      const lists = listsByOption.get(option) ?? new Set()
      listsByOption.set(option, lists.add(list))
    }
  }
  const inLists = new Set(cells.filter((cell) => cell.length > 1).flat())
  let free = 0
  for (const option of inLists) if ((listsByOption.get(option)?.size ?? 0) > 1) free++
  return free * 2 > inLists.size
}
