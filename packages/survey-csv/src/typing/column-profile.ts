/** Statistics about the cells of a column, computed once for all typing rules. */
import type { HeaderRows } from '../header/header-rows.ts'
import { isBlank, isEmail } from '../values/parse-cell.ts'
import { readDate } from '../values/read-date.ts'
import { isInteger, isNumber } from '../values/read-number.ts'
import { headerText } from './header-text.ts'
import { type HeaderTopic, topicsOf } from './header-topics.ts'

export type ColumnProfile = {
  /** The header as folded words. */
  readonly nameText: string
  /** The header and its question as folded words. */
  readonly text: string
  /** What the header and its question are about. */
  readonly topics: ReadonlySet<HeaderTopic>
  /** The survey tool marks the column as free text. */
  readonly isFreeText: boolean
  /** Non-blank cells, trimmed. */
  readonly values: readonly string[]
  /** Number of occurrences per answer, in lower case. */
  readonly counts: ReadonlyMap<string, number>
  readonly distinctRatio: number
  readonly averageWords: number
  readonly averageChars: number
  readonly emailShare: number
  readonly dateShare: number
  readonly timeShare: number
  readonly numberShare: number
  readonly integerShare: number
  /** Codes, links, file names and IP addresses. */
  readonly machineShare: number
}

export function profileColumn(
  rows: readonly (readonly string[])[],
  index: number,
  header: { name: string; question: string; isFreeText: boolean },
): ColumnProfile {
  const values: string[] = []
  for (const row of rows) {
    const cell = row[index] ?? ''
    if (!isBlank(cell)) values.push(cell.trim())
  }
  // Answers repeat, so each spelling is tested once and weighted by its occurrences.
  const spellings = [...countBy(values, (value) => value)]
  const average = (measure: (value: string) => number) =>
    ratio(
      spellings.reduce((sum, [value, count]) => sum + measure(value) * count, 0),
      values.length,
    )
  const share = (test: (value: string) => boolean) => average((value) => (test(value) ? 1 : 0))
  const dates = new Map(spellings.map(([value]) => [value, readDate(value)]))
  const counts = countBy(values, (value) => value.toLowerCase())
  const text = headerText(header.name, header.question)
  return {
    nameText: headerText(header.name),
    text,
    topics: topicsOf(text),
    isFreeText: header.isFreeText,
    values,
    counts,
    distinctRatio: ratio(counts.size, values.length),
    averageWords: average(countWords),
    averageChars: average((value) => value.length),
    emailShare: share(isEmail),
    dateShare: share((value) => dates.get(value) !== undefined),
    timeShare: share((value) => dates.get(value)?.time !== undefined),
    numberShare: share(isNumber),
    integerShare: share(isInteger),
    machineShare: share(isMachineText),
  }
}

export function profileColumns(
  rows: readonly (readonly string[])[],
  names: readonly string[],
  header: HeaderRows | undefined,
): ColumnProfile[] {
  return names.map((name, index) =>
    profileColumn(rows, index, {
      name,
      question: header?.questions[index] ?? '',
      isFreeText: header?.isFreeText[index] ?? false,
    }),
  )
}

/** In scripts without spaces, two characters count as one word. */
export function countWords(text: string): number {
  const unspaced =
    text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0
  if (unspaced > text.length / 3) return unspaced / 2
  return text.match(/\S+/g)?.length ?? 0
}

function isMachineText(value: string): boolean {
  if (value.length > 400 || /\s/.test(value)) return false
  return (
    /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ||
    /^www\./i.test(value) ||
    /^\d{1,3}(?:\.\d{1,3}){3}$/.test(value) ||
    /^[0-9a-f]{2,4}(?::[0-9a-f]{0,4}){3,7}$/i.test(value) ||
    /\.(?:mp4|mov|avi|m4v|webm|mp3|m4a|wav|aac|jpe?g|png|gif|heic|pdf|docx?|xlsx?|csv|zip)$/i.test(value) ||
    /^\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?$/i.test(value) ||
    // A code: at least eight letters, digits, hyphens or underscores, of which at least two are digits.
    /^(?=[^\d]*\d)(?=.*\d.*\d)[A-Za-z0-9_-]{8,}$/.test(value)
  )
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

function countBy(values: readonly string[], keyOf: (value: string) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) {
    const key = keyOf(value)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
