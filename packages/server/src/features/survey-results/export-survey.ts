/** Streams the matching responses as CSV, one page at a time, so that memory stays constant. */
import { Readable } from 'node:stream'
import type { RouteQuery } from '@inlet/contract'
import type { exportSurvey as route, SurveyResponse } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { contentDisposition } from '../../platform/object-store/content-disposition.ts'
import { readResponses, type SurveyColumn, shapeOf } from '../responses/responses.public.ts'
import { csvRow } from './csv-cell.ts'
import { readFilter } from './filter-query.ts'
import type { SurveyReadDeps } from './list-survey-responses.ts'
import { type OpenSurvey, openSurvey } from './open-survey.ts'
import { viewResponses } from './response.view.ts'

const responsesAtOnce = 500
/** Byte order mark, by which spreadsheets recognize UTF-8. */
const byteOrderMark = '\ufeff'

export async function exportSurvey(
  { db, orders }: SurveyReadDeps,
  principal: Principal,
  uploadKey: string,
  query: RouteQuery<typeof route>,
): Promise<{ body: Readable; headers: Record<string, string> }> {
  const filter = readFilter(query)
  const survey = await openSurvey(db, principal, uploadKey)
  const order = await orders.of(survey, filter)
  return {
    body: Readable.from(writeRows(db, survey, order)),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': contentDisposition(`${survey.row.name}.csv`, true),
    },
  }
}

async function* writeRows(db: Db, survey: OpenSurvey, order: Int32Array): AsyncGenerator<string> {
  const questions = survey.columns.filter((column) => shapeOf(column) !== undefined)
  yield byteOrderMark +
    csvRow(['Part', 'Row', 'Answered at', 'Name', 'E-mail', ...questions.map(({ name }) => name)])
  for (let start = 0; start < order.length; start += responsesAtOnce) {
    const ids = [...order.subarray(start, start + responsesAtOnce)]
    const responses = await readResponses(db, survey, ids, { isWhole: true })
    const viewed = await viewResponses(db, survey, responses)
    yield viewed.map((response) => csvRow(cellsOf(response, questions))).join('')
  }
}

function cellsOf(response: SurveyResponse, questions: readonly SurveyColumn[]): string[] {
  const { part_number, row, answered_at, answered_text, person } = response
  const answers = new Map(response.answers.map(({ position, values }) => [position, values.join('; ')]))
  return [
    String(part_number),
    String(row),
    answered_at ?? answered_text ?? '',
    person.name ?? '',
    person.email ?? '',
    ...questions.map(({ position }) => answers.get(position) ?? ''),
  ]
}
