/** Streams the matching responses as CSV or XLSX, one page at a time, so that memory stays constant. */
import { Readable } from 'node:stream'
import type { RouteQuery } from '@inlet/contract'
import type { exportSurvey as route, SurveyResponse } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { byteOrderMark } from '../../platform/http/csv-cell.ts'
import { writeXlsx, type XlsxRow, xlsxType } from '../../platform/http/xlsx.ts'
import { contentDisposition } from '../../platform/object-store/content-disposition.ts'
import { readResponses } from '../responses/responses.public.ts'
import { readFilter } from './filter-query.ts'
import type { SurveyReadDeps } from './list-survey-responses.ts'
import { type OpenSurvey, openSurvey } from './open-survey.ts'
import { viewResponses } from './response.view.ts'
import { csvHeader, csvLine, exportedQuestions, sheetRow, tableHeader } from './response-table.ts'

const responsesAtOnce = 500

export type SurveyFormat = 'csv' | 'xlsx'

export async function exportSurvey(
  { db, orders }: SurveyReadDeps,
  principal: Principal,
  { uploadKey, format }: { uploadKey: string; format: SurveyFormat },
  query: RouteQuery<typeof route>,
): Promise<{ body: Readable; headers: Record<string, string> }> {
  const filter = readFilter(query)
  const survey = await openSurvey(db, principal, uploadKey)
  const pages = readPages(db, survey, await orders.of(survey, filter))
  const questions = exportedQuestions(survey.columns)
  const isCsv = format === 'csv'
  return {
    body: isCsv
      ? Readable.from(writeLines(pages, questions))
      : writeXlsx({
          sheetName: 'Responses',
          header: tableHeader(questions),
          rows: writeSheetRows(pages, questions),
        }),
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8' : xlsxType,
      'content-disposition': contentDisposition(`${survey.row.name}.${format}`, true),
    },
  }
}

type Pages = AsyncIterable<SurveyResponse[]>
type Questions = ReturnType<typeof exportedQuestions>

async function* readPages(db: Db, survey: OpenSurvey, order: Int32Array): AsyncGenerator<SurveyResponse[]> {
  for (let start = 0; start < order.length; start += responsesAtOnce) {
    const ids = [...order.subarray(start, start + responsesAtOnce)]
    yield await viewResponses(db, survey, await readResponses(db, survey, ids, { isWhole: true }))
  }
}

async function* writeLines(pages: Pages, questions: Questions): AsyncGenerator<string> {
  yield byteOrderMark + csvHeader(questions)
  for await (const page of pages) yield page.map((response) => csvLine(response, questions)).join('')
}

async function* writeSheetRows(pages: Pages, questions: Questions): AsyncGenerator<XlsxRow[]> {
  for await (const page of pages) yield page.map((response) => sheetRow(response, questions))
}
