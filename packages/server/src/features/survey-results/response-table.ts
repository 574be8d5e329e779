/** The responses of a survey as a table, for files. Pure. */
import type { SurveyResponse } from '@inlet/contract/workspace'
import { csvRow } from '../../platform/http/csv-cell.ts'
import type { XlsxRow } from '../../platform/http/xlsx.ts'
import { type SurveyColumn, shapeOf } from '../responses/responses.public.ts'

/** The columns that are exported: those with answers. */
export const exportedQuestions = (columns: readonly SurveyColumn[]): SurveyColumn[] =>
  columns.filter((column) => shapeOf(column) !== undefined)

interface TableOptions {
  /** With the columns for name and e-mail address. */
  hasPeople: boolean
}

export const tableHeader = (
  questions: readonly SurveyColumn[],
  { hasPeople }: TableOptions = { hasPeople: true },
): string[] => [
  'Part',
  'Row',
  'Answered at',
  ...(hasPeople ? ['Name', 'E-mail'] : []),
  ...questions.map(({ name }) => name),
]

export const csvHeader = (questions: readonly SurveyColumn[], options?: TableOptions): string =>
  csvRow(tableHeader(questions, options))

export function csvLine(
  response: SurveyResponse,
  questions: readonly SurveyColumn[],
  { hasPeople }: TableOptions = { hasPeople: true },
): string {
  const { part_number, row, answered_at, answered_text, person } = response
  const answers = answersByPosition(response)
  return csvRow([
    String(part_number),
    String(row),
    // A time that cannot be read may be anything, also a name.
    answered_at ?? (hasPeople ? answered_text : null) ?? '',
    ...(hasPeople ? [person.name ?? '', person.email ?? ''] : []),
    ...questions.map(({ position }) => answers.get(position) ?? ''),
  ])
}

/** Scores and times are numbers and times, in UTC, so that a spreadsheet can calculate with them. */
export function sheetRow(response: SurveyResponse, questions: readonly SurveyColumn[]): XlsxRow {
  const { part_number, row, answered_at, answered_text, person } = response
  const answers = answersByPosition(response)
  return [
    part_number,
    row,
    answered_at === null ? answered_text : new Date(answered_at),
    person.name,
    person.email,
    ...questions.map(({ position, type }) => {
      const answer = answers.get(position) ?? null
      return type === 'NPS' && answer !== null && /^\d+$/.test(answer) ? Number(answer) : answer
    }),
  ]
}

const answersByPosition = ({ answers }: SurveyResponse): Map<number, string> =>
  new Map(answers.map(({ position, values }) => [position, values.join('; ')]))
