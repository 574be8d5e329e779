/** Header rows: determined by the first part of an upload and applied to all others. */
import { detectHeaderRows, type OpenSurveyOptions, repeatedHeaderRows } from '@inlet/survey-csv'
import type { Db } from '../../../platform/db/database.ts'
import { listHeaderCells } from '../../responses/responses.public.ts'
import { storedName } from './stored-name.ts'
import type { SurveyToImport } from './survey-import.repo.ts'
import type { HeaderCells } from './type-survey-columns.ts'

export type HeaderOf = NonNullable<OpenSurveyOptions['headerOf']>

/**
 * A mapping that names headers of the first row overrides further header rows, unless they were confirmed in the preview.
 * Even then only header rows that the file proves are used.
 */
export function firstPartHeader({
  columnMapping,
  confirmedHeaderRows,
}: Pick<SurveyToImport, 'columnMapping' | 'confirmedHeaderRows'>): HeaderOf {
  return (rows) => {
    const header = detectHeaderRows(rows, columnMapping)
    return header.overruled?.count === confirmedHeaderRows ? detectHeaderRows(rows) : header
  }
}

export function laterPartHeader(columns: readonly HeaderCells[]): HeaderOf {
  const known = columns.map(({ name, headerCells }) => ({ name, cells: headerCells.slice(1) }))
  return (rows) => repeatedHeaderRows(rows, known, storedName)
}

/** For a survey with known columns. Older releases stored no header rows, so each part has to prove its own. */
export async function mappedHeader(db: Db, survey: SurveyToImport): Promise<HeaderOf> {
  return survey.headerRows === null
    ? firstPartHeader(survey)
    : laterPartHeader(await listHeaderCells(db, survey.id))
}
