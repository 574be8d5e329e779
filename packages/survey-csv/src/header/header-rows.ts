/**
 * Detects the header rows of a file and the question of each column. Further header rows are recognized only by the export
 * pattern of a known survey tool, because a response mistaken for a header row would be lost silently.
 * Detection uses only the first rows, so the result does not depend on the number of responses in a part.
 */
import { headerName, repairHeader } from './repair-header.ts'
import { answerWords, freeTextWords, metadataColumns, respondentIds } from './survey-monkey-words.ts'

export type SurveyTool = 'Qualtrics' | 'SurveyMonkey' | 'Typeform'

export type HeaderRows = {
  /** The number of header rows, including the row of names. */
  readonly count: number
  /** The question of each column from the further header rows, or else its name. */
  readonly questions: readonly string[]
  /** The survey tool marks the column as free text. */
  readonly isFreeText: readonly boolean[]
  /** The survey tool whose pattern matched. */
  readonly tool?: SurveyTool
  /** Detected header rows that are read as responses, because the mapping names a header of the first row. */
  readonly overruled?: { readonly tool: SurveyTool; readonly count: number }
}

type Rows = readonly (readonly string[])[]
type Mapping = Readonly<Record<string, unknown>>

export const maxHeaderRows = 3

/** For the first part of an upload. If the mapping names a header of the first row, there is one header row. */
export function detectHeaderRows(rows: Rows, mapping: Mapping = {}): HeaderRows {
  const names = (rows[0] ?? []).map(headerName)
  const found = qualtricsRows(rows, names) ?? typeformRows(rows, names) ?? surveyMonkeyRows(rows, names)
  if (!found) return oneHeaderRow(rows)
  if (!namesHeader(mapping, repairHeader(rows[0] ?? []))) return found
  return { ...oneHeaderRow(rows), overruled: { tool: found.tool, count: found.count } }
}

type ToolHeaderRows = HeaderRows & { readonly tool: SurveyTool }

export function oneHeaderRow(rows: Rows): HeaderRows {
  const names = (rows[0] ?? []).map(headerName)
  return { count: 1, questions: names, isFreeText: names.map(() => false) }
}

/** Whether a key of the mapping is one of these header names. */
export function namesHeader(mapping: Mapping, names: readonly string[]): boolean {
  const known = new Set(names)
  return Object.keys(mapping).some((key) => known.has(key) || known.has(headerName(key)))
}

export type KnownColumn = {
  /** As returned by `repairHeader`. */
  readonly name: string
  /** Its cells in the further header rows of the first part. */
  readonly cells: readonly string[]
}

/**
 * For later and appended parts: they have further header rows only if these repeat the ones of the first part literally in
 * every column of the survey. The part may have its columns in another order and additional columns.
 */
export function repeatedHeaderRows(
  rows: Rows,
  known: readonly KnownColumn[],
  /** Shortens names and cells in the same way as those of the known columns. */
  shorten: (text: string) => string = (text) => text,
): HeaderRows {
  const plain = oneHeaderRow(rows)
  const extraRows = known[0]?.cells.length ?? 0
  if (extraRows === 0 || rows.length <= extraRows) return plain
  const places = new Map(repairHeader(rows[0] ?? []).map((name, index) => [shorten(name), index]))
  const isRepeated = known.every(({ name, cells }) => {
    const index = places.get(name)
    return index !== undefined && cells.every((cell, at) => shorten(rows[at + 1]?.[index] ?? '') === cell)
  })
  return isRepeated ? { ...plain, count: extraRows + 1 } : plain
}

/**
 * Qualtrics writes names, questions, then an import id such as `{"ImportId":"QID1"}` for every column; some exports omit the
 * questions. Columns that a user added to the file have no import id.
 */
function qualtricsRows(rows: Rows, names: readonly string[]): ToolHeaderRows | undefined {
  const at = rows.slice(1, maxHeaderRows).findIndex((cells) => isImportIdRow(cells, names.length))
  if (at === -1) return undefined
  const texts = at === 1 ? (rows[1] ?? []) : names
  const ids = rows[at + 1] ?? []
  return {
    tool: 'Qualtrics',
    count: at + 2,
    questions: names.map((name, index) => texts[index]?.trim() || name),
    isFreeText: names.map((_, index) => /_TEXT["']/.test(ids[index] ?? '')),
  }
}

const importId = /^\s*\{\s*(["'])ImportId\1\s*:\s*(["'])(.+?)\2.*\}\s*$/s

/** A single answer may look like an import id, so the row must have distinct ids in most columns and no other values. */
function isImportIdRow(cells: readonly string[], width: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const ids = filled.map((cell) => importId.exec(cell)?.[3])
  const isAllIds = ids.every((id) => id !== undefined) && new Set(filled).size === filled.length
  return isAllIds && filled.length >= 2 && filled.length * 2 > width
}

/** Metadata columns of Typeform. */
const typeformColumns = ['start date (utc)', 'stage date (utc)', 'submit date (utc)', 'network id']

/**
 * Typeform writes the titles of question groups above the row of questions, which starts with `#` and ends with metadata
 * columns. These columns have no title.
 */
function typeformRows(rows: Rows, names: readonly string[]): ToolHeaderRows | undefined {
  const second = (rows[1] ?? []).map((cell) => cell.trim())
  const own = second.flatMap((cell, index) => (typeformColumns.includes(cell.toLowerCase()) ? [index] : []))
  const isHeader = second[0] === '#' && own.length > 0 && second.every((cell) => cell !== '')
  const hasTitles = names.some((name) => name !== '') && [0, ...own].every((index) => names[index] === '')
  if (!isHeader || !hasTitles) return undefined
  return { tool: 'Typeform', count: 2, questions: second, isFreeText: second.map(() => false) }
}

/**
 * In its second row, SurveyMonkey writes the options of a question under the question and the unnamed columns that follow it,
 * an answer word under a question without options, and nothing under metadata columns. The whole row must match. In
 * addition, the cell under the respondent id must be empty, or there must be options under unnamed columns and the term for
 * free text. If the cells under three or more metadata columns are empty too, a question with one column may have an option.
 */
function surveyMonkeyRows(rows: Rows, names: readonly string[]): ToolHeaderRows | undefined {
  const second = (rows[1] ?? []).map((cell) => cell.trim())
  const hasRespondentId = hasEmptyRespondentId(names, second)
  const isWholeExport = hasRespondentId && hasEmptyMetadata(names, second)
  if (!second.some(isAnswerWord) || !fitsQuestions(names, second, isWholeExport)) return undefined
  if (!hasRespondentId && !namesOptionsThroughout(names, second)) return undefined
  return {
    tool: 'SurveyMonkey',
    count: 2,
    questions: joinQuestions(names, second),
    isFreeText: second.map((cell) => freeTextWords.has(cell.toLowerCase())),
  }
}

function isAnswerWord(cell: string): boolean {
  const word = cell.toLowerCase()
  return answerWords.has(word) || freeTextWords.has(word)
}

/** Each unnamed column has an option, and each option occurs once and belongs to a question with several columns. */
function fitsQuestions(
  names: readonly string[],
  second: readonly string[],
  allowsSingleOption: boolean,
): boolean {
  if (names[0] === '') return false
  let options = new Set<string>()
  return names.every((name, index) => {
    const cell = second[index] ?? ''
    const isUnnamed = name === ''
    const allowsOption = allowsSingleOption || names[index + 1] === ''
    if (!isUnnamed) options = new Set()
    if (options.has(cell)) return false
    options.add(cell)
    if (isUnnamed) return cell !== '' && !isAnswerWord(cell)
    return cell === '' || isAnswerWord(cell) || allowsOption
  })
}

function hasEmptyRespondentId(names: readonly string[], second: readonly string[]): boolean {
  return names.some((name, index) => respondentIds.has(lettersOf(name)) && (second[index] ?? '') === '')
}

function hasEmptyMetadata(names: readonly string[], second: readonly string[]): boolean {
  const own = names.flatMap((name, index) => (metadataColumns.has(lettersOf(name)) ? [index] : []))
  return own.length >= 3 && own.every((index) => (second[index] ?? '') === '')
}

function namesOptionsThroughout(names: readonly string[], second: readonly string[]): boolean {
  const hasOptions = names.some((name) => name === '')
  const hasFreeText = second.some((cell) => freeTextWords.has(cell.toLowerCase()))
  const isComplete = names.every(
    (name, index) => (second[index] ?? '') !== '' || metadataColumns.has(lettersOf(name)),
  )
  const words = second.filter(isAnswerWord).length
  return hasOptions && hasFreeText && isComplete && words >= 2
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}

function joinQuestions(names: readonly string[], second: readonly string[]): string[] {
  let question = ''
  return names.map((name, index) => {
    if (name !== '') question = name
    const option = second[index] ?? ''
    if (option === '' || isAnswerWord(option)) return name
    return question === '' ? option : `${question} – ${option}`
  })
}
