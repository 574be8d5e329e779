/** Rows of a CSV that spreadsheets do not evaluate as formulas. Pure. */
import type { ResultColumn, ResultResponse } from '@inlet/sdk'

const formula = /^[=+\-@\t\r]/
/** Spreadsheets that split cells at semicolons or tabs do not see the quotes. */
const innerFormula = /([;\t\r\n]\s*"*)(?=[=+\-@])/g

function csvCell(text: string): string {
  const inner = text.replaceAll(innerFormula, "$1'")
  const safe = formula.test(inner) ? `'${inner}` : inner
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

const questionTypes = ['Single choice', 'Multi choice', 'NPS', 'Ranking', 'Open-ended']

/** The columns that responses have answers of. */
export const questionsOf = (columns: readonly ResultColumn[]): ResultColumn[] =>
  columns.filter(({ type }) => questionTypes.includes(type))

export function responseCells(response: ResultResponse, questions: readonly ResultColumn[]): string[] {
  const { part_number, row, answered_at, respondent } = response
  const answers = new Map(response.answers.map(({ position, values }) => [position, values.join('; ')]))
  return [
    String(part_number),
    String(row),
    answered_at ?? '',
    ...(respondent ? [respondent.name ?? '', respondent.email ?? ''] : []),
    ...questions.map(({ position }) => answers.get(position) ?? ''),
  ]
}
