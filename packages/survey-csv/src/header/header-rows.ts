/**
 * How many rows at the top of a file are header, and what each column was asked. Further header rows are believed only
 * where the pattern of a known export tool proves them: a response taken for a header would be lost without a trace.
 * Everything is decided from the header rows alone, so that it does not matter how many responses a part has.
 */
import { headerName, repairHeader } from './repair-header.ts'

export type SurveyTool = 'Qualtrics' | 'SurveyMonkey' | 'Typeform'

export type HeaderRows = {
  /** Rows to skip before the first response, the row of names included. */
  readonly count: number
  /** The question behind each column, as far as further header rows tell; otherwise the header itself. */
  readonly questions: readonly string[]
  /** The tool says that a column holds typed text. */
  readonly isFreeText: readonly boolean[]
  /** The tool whose pattern proves the further header rows. */
  readonly tool?: SurveyTool
  /** Header rows of a tool that are read as responses, because the mapping names the headers of the first row. */
  readonly overruled?: { readonly tool: SurveyTool; readonly count: number }
}

type Rows = readonly (readonly string[])[]
type Mapping = Readonly<Record<string, unknown>>

export const maxHeaderRows = 3

/** The rule for the first part of an upload. With a mapping that names a header of the first row there is one header row. */
export function detectHeaderRows(rows: Rows, mapping: Mapping = {}): HeaderRows {
  const names = (rows[0] ?? []).map(headerName)
  const found = qualtricsRows(rows, names) ?? typeformRows(rows, names) ?? surveyMonkeyRows(rows, names)
  if (!found) return oneHeaderRow(rows)
  if (!namesHeader(mapping, repairHeader(rows[0] ?? []))) return found
  return { ...oneHeaderRow(rows), overruled: { tool: found.tool, count: found.count } }
}

type ProvenRows = HeaderRows & { readonly tool: SurveyTool }

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
  /** As `repairHeader` gives it. */
  readonly name: string
  /** Its cells in the further header rows of the first part. */
  readonly cells: readonly string[]
}

/**
 * The rule for later and appended parts: further header rows only where they repeat those of the first part literally,
 * in every column of the survey. The columns may stand in another order, and there may be others.
 */
export function repeatedHeaderRows(
  rows: Rows,
  known: readonly KnownColumn[],
  /** The form in which names and cells are known, where long ones are shortened. */
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
 * Qualtrics writes names, questions, then an import id such as `{"ImportId":"QID1"}` for every column; some exports leave
 * the questions out. Columns that somebody added to the file have none.
 */
function qualtricsRows(rows: Rows, names: readonly string[]): ProvenRows | undefined {
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

/** One answer may look like an import id. A row of nothing else, all different, in most columns is none of answers. */
function isImportIdRow(cells: readonly string[], width: number): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const ids = filled.map((cell) => importId.exec(cell)?.[3])
  const isAllIds = ids.every((id) => id !== undefined) && new Set(filled).size === filled.length
  return isAllIds && filled.length >= 2 && filled.length * 2 > width
}

/** Columns that Typeform writes around the answers, in the header proper. */
const typeformColumns = ['start date (utc)', 'stage date (utc)', 'submit date (utc)', 'network id']

/**
 * Typeform puts the titles of question groups above the header proper. That one begins with `#` and ends with columns of
 * Typeform itself; no title stands above them.
 */
function typeformRows(rows: Rows, names: readonly string[]): ProvenRows | undefined {
  const second = (rows[1] ?? []).map((cell) => cell.trim())
  const own = second.flatMap((cell, index) => (typeformColumns.includes(cell.toLowerCase()) ? [index] : []))
  const isHeader = second[0] === '#' && own.length > 0 && second.every((cell) => cell !== '')
  const hasTitles = names.some((name) => name !== '') && [0, ...own].every((index) => names[index] === '')
  if (!isHeader || !hasTitles) return undefined
  return { tool: 'Typeform', count: 2, questions: second, isFreeText: second.map(() => false) }
}

/** What SurveyMonkey writes under a question that has no options, in its languages. */
const answerWords = new Set([
  'response',
  'antwort',
  'réponse',
  'respuesta',
  'resposta',
  'risposta',
  'antwoord',
  '回答',
])
const freeTextWords = new Set([
  'open-ended response',
  'offene antwort',
  'antwort mit offenem ende',
  'réponse ouverte',
  'respuesta abierta',
  'resposta aberta',
  'risposta aperta',
  'open antwoord',
  '自由回答',
  '自由形式の回答',
])
/** The column of respondent ids, with which an export begins; letters only. */
const respondentIds = new Set([
  'respondentid',
  'teilnehmerid',
  'befragtenid',
  'iddesbefragten',
  'idrépondant',
  'iddurépondant',
  'identifiantdurépondant',
  'idencuestado',
  'iddelencuestado',
  'iddorespondente',
  'iddelrispondente',
  '回答者id',
])
/** Other columns that SurveyMonkey writes around the answers. */
const aboutRespondent = new Set([
  'collectorid',
  'startdate',
  'enddate',
  'ipaddress',
  'emailaddress',
  'firstname',
  'lastname',
  'customdata',
])

/**
 * SurveyMonkey writes the options of a question under it, over columns without a name of their own, and an answer word
 * where a question has none; nothing under its own columns. All of the row must fit that. The respondent id must stand
 * above an empty cell, or else options must fill unnamed columns and the term for typed text must be there. With the
 * whole set of its own columns above empty cells, a question of one column may have an option under it, too.
 */
function surveyMonkeyRows(rows: Rows, names: readonly string[]): ProvenRows | undefined {
  const second = (rows[1] ?? []).map((cell) => cell.trim())
  const hasRespondentId = hasEmptyRespondentId(names, second)
  const isWholeExport = hasRespondentId && hasEmptyOwnColumns(names, second)
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

/** Each unnamed column has an option, each option belongs to a question of several columns, none is there twice in it. */
function fitsQuestions(
  names: readonly string[],
  second: readonly string[],
  hasSingleOptions: boolean,
): boolean {
  if (names[0] === '') return false
  let options = new Set<string>()
  return names.every((name, index) => {
    const cell = second[index] ?? ''
    const isUnnamed = name === ''
    const isOfSeveral = hasSingleOptions || names[index + 1] === ''
    if (!isUnnamed) options = new Set()
    if (options.has(cell)) return false
    options.add(cell)
    if (isUnnamed) return cell !== '' && !isAnswerWord(cell)
    return cell === '' || isAnswerWord(cell) || isOfSeveral
  })
}

function hasEmptyRespondentId(names: readonly string[], second: readonly string[]): boolean {
  return names.some((name, index) => respondentIds.has(lettersOf(name)) && (second[index] ?? '') === '')
}

function hasEmptyOwnColumns(names: readonly string[], second: readonly string[]): boolean {
  const own = names.flatMap((name, index) => (aboutRespondent.has(lettersOf(name)) ? [index] : []))
  return own.length >= 3 && own.every((index) => (second[index] ?? '') === '')
}

function namesOptionsThroughout(names: readonly string[], second: readonly string[]): boolean {
  const hasOptions = names.some((name) => name === '')
  const isTypedTextNamed = second.some((cell) => freeTextWords.has(cell.toLowerCase()))
  const isComplete = names.every(
    (name, index) => (second[index] ?? '') !== '' || aboutRespondent.has(lettersOf(name)),
  )
  const words = second.filter(isAnswerWord).length
  return hasOptions && isTypedTextNamed && isComplete && words >= 2
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
