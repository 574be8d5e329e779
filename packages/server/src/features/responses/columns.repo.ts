/** SQL of what a survey asks: its columns, and the options of those that are choices. */
import type { ColumnType } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface SurveyColumn {
  /** Its place in the header of the first part, from 0. */
  position: number
  name: string
  type: ColumnType
  confidence: number
  reason: string
  separator: string | null
  dateOrder: 'day-first' | 'month-first' | 'undecided' | null
}

export interface SurveyOption {
  position: number
  number: number
  label: string
  isRest: boolean
}

export async function insertColumns(
  tx: Tx,
  surveyId: number,
  columns: readonly SurveyColumn[],
): Promise<void> {
  await sql`
    insert into survey_column (survey_id, position, name, type, confidence, reason, separator, date_order)
    select ${surveyId}, position, name, type, confidence, reason, separator, "dateOrder"
    from json_to_recordset(${JSON.stringify(columns)}::json) as columns (position int, name text, type text,
      confidence real, reason text, separator text, "dateOrder" text)`.execute(tx)
}

export async function listColumns(db: Db | Tx, surveyId: number): Promise<SurveyColumn[]> {
  const { rows } = await sql<SurveyColumn>`
    select position, name, type, confidence, reason, separator, date_order as "dateOrder"
    from survey_column where survey_id = ${surveyId} order by position`.execute(db)
  return rows
}

export async function insertOptions(
  tx: Tx,
  surveyId: number,
  options: readonly SurveyOption[],
): Promise<void> {
  if (options.length === 0) return
  await sql`
    insert into survey_option (survey_id, position, number, label, is_rest)
    select ${surveyId}, position, number, label, "isRest"
    from json_to_recordset(${JSON.stringify(options)}::json) as options (position int, number int, label text,
      "isRest" boolean)`.execute(tx)
}

/** Without positions, those of all columns. */
export async function listOptions(
  db: Db | Tx,
  surveyId: number,
  positions?: readonly number[],
): Promise<SurveyOption[]> {
  const { rows } = await sql<SurveyOption>`
    select position, number, label, is_rest as "isRest" from survey_option
    where survey_id = ${surveyId}
      and (${positions === undefined}::boolean or position = any (${[...(positions ?? [])]}::int[]))
    order by position, number`.execute(db)
  return rows
}

/** By option id; those that are not there are left out. */
export async function findLabels(
  db: Db,
  surveyId: number,
  optionIds: readonly number[],
): Promise<Map<number, string>> {
  if (optionIds.length === 0) return new Map()
  const { rows } = await sql<{ id: number; label: string }>`
    select wanted.id, o.label from unnest(${[...new Set(optionIds)]}::int[]) as wanted (id)
      join survey_option o on o.survey_id = ${surveyId} and o.position = wanted.id >> 14
        and o.number = wanted.id & 16383`.execute(db)
  return new Map(rows.map(({ id, label }) => [id, label]))
}
