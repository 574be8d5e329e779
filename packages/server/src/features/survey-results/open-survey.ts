import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { listColumns, type SurveyColumn } from '../responses/responses.public.ts'
import { findSurvey, type SurveyRow } from './survey-results.repo.ts'

/** A survey without access is reported like one that does not exist. */
export async function requireSurvey(db: Db, principal: Principal, uploadKey: string): Promise<SurveyRow> {
  const row = isRecordKey(uploadKey) ? await findSurvey(db, principal, uploadKey) : undefined
  if (!row) throw new AppError('survey_not_found')
  return row
}

export interface OpenSurvey {
  row: SurveyRow
  surveyId: number
  columns: SurveyColumn[]
}

export async function openSurvey(db: Db, principal: Principal, uploadKey: string): Promise<OpenSurvey> {
  const row = await requireSurvey(db, principal, uploadKey)
  const columns = await listColumns(db, row.id)
  return { row, surveyId: row.id, columns: columns.map((column) => withoutRetyped(column, row)) }
}

/** A column that is being retyped has answers of two types until the last part is done, so it is omitted. */
function withoutRetyped(column: SurveyColumn, { retype_position: position }: SurveyRow): SurveyColumn {
  return column.position === position ? { ...column, type: 'Do nothing' } : column
}
