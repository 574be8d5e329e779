/** How many rows at the top are header, and what each column was asked: survey tools write two or three. */
import { headerName } from './repair-header.ts'

export type HeaderRows = {
  /** Rows to skip before the first response, the row of names included. */
  readonly count: number
  /** The question behind each column, as far as the extra rows tell; otherwise the header itself. */
  readonly questions: readonly string[]
  /** The tool's own word, in the second row, that a column holds typed text. */
  readonly isFreeText: readonly boolean[]
}

type Rows = readonly (readonly string[])[]

export function detectHeaderRows(rows: Rows): HeaderRows {
  const names = (rows[0] ?? []).map(headerName)
  return (
    qualtricsRows(rows, names) ??
    groupTitleRows(rows, names) ??
    subheaderRows(rows, names) ??
    plainHeader(names)
  )
}

function plainHeader(names: readonly string[]): HeaderRows {
  return { count: 1, questions: names, isFreeText: names.map(() => false) }
}

/** Qualtrics writes names, questions, then `{"ImportId":"QID1"}`; its older exports leave the questions out. */
function qualtricsRows(rows: Rows, names: readonly string[]): HeaderRows | undefined {
  const at = rows.slice(1, 3).findIndex(isImportIdRow)
  if (at === -1) return undefined
  const texts = at === 1 ? (rows[1] ?? []) : names
  const ids = rows[at + 1] ?? []
  return {
    count: at + 2,
    questions: names.map((name, index) => texts[index]?.trim() || name),
    isFreeText: names.map((_, index) => /_TEXT"/.test(ids[index] ?? '')),
  }
}

function isImportIdRow(cells: readonly string[]): boolean {
  const filled = cells.filter((cell) => cell.trim() !== '')
  const ids = filled.filter((cell) => /^\s*\{\s*["']ImportId["']/.test(cell))
  return ids.length > 0 && ids.length * 2 >= filled.length
}

/** Typeform puts the titles of question groups above the header proper: a first row mostly empty, a second one full. */
function groupTitleRows(rows: Rows, names: readonly string[]): HeaderRows | undefined {
  const second = (rows[1] ?? []).map((cell) => cell.trim())
  const responses = rows.slice(2)
  const isSparse = names.filter((name) => name === '').length * 2 > names.length
  const isFull = second.length > 2 && second.filter((cell) => cell !== '').length >= second.length * 0.9
  if (!isSparse || !isFull || second.some(isValue)) return undefined
  // Responses show values where a header has words; a second row like the rest is a response under a poor header.
  const isHeader = second.some(
    (_, index) => responses.length > 0 && responses.every((row) => isValue(row[index] ?? '')),
  )
  return isHeader ? { count: 2, questions: second, isFreeText: second.map(() => false) } : undefined
}

/** A number, a date or an address: no header says such a thing. */
function isValue(cell: string): boolean {
  return /^[\d\s.,:/+-]+$/.test(cell) ? /\d/.test(cell) : cell.includes('@')
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

function subheaderRows(rows: Rows, names: readonly string[]): HeaderRows | undefined {
  const second = (rows[1] ?? []).map((cell) => cell.trim())
  if (!speaksOfAnswers(second) && !fillsGaps(names, second, rows.slice(2))) return undefined
  return {
    count: 2,
    questions: joinQuestions(names, second),
    isFreeText: second.map((cell) => freeTextWords.has(cell.toLowerCase())),
  }
}

function isAnswerWord(cell: string): boolean {
  const word = cell.toLowerCase()
  return answerWords.has(word) || freeTextWords.has(word)
}

function speaksOfAnswers(second: readonly string[]): boolean {
  const filled = second.filter((cell) => cell !== '')
  const words = filled.filter(isAnswerWord).length
  const isToolWord = filled.some((cell) => freeTextWords.has(cell.toLowerCase()))
  // A respondent might answer "Response" once; nobody answers so throughout.
  return words >= 2 ? words * 10 >= filled.length : isToolWord
}

/**
 * Without a word we know, by shape: the second row names the options under a question that spans several columns, and
 * says nothing where every response has something (an id, a date).
 */
function fillsGaps(names: readonly string[], second: readonly string[], responses: Rows): boolean {
  const gaps = names.flatMap((name, index) => (name === '' && index > 0 ? [index] : []))
  if (gaps.length === 0 || responses.length === 0) return false
  if (gaps.some((index) => (second[index] ?? '') === '')) return false
  if (second.some(isValue)) return false
  return second.some(
    (cell, index) => cell === '' && responses.every((response) => (response[index] ?? '').trim() !== ''),
  )
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
