/** SQL of survey columns and the options of choice columns. */
import type { ColumnType, DecidedBy } from '@inlet/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface SurveyColumn {
  /** Zero-based position in the header of the first part. */
  position: number
  name: string
  type: ColumnType
  confidence: number
  reason: string
  separator: string | null
  dateOrder: 'day-first' | 'month-first' | 'undecided' | null
}

/** A new column, with what explains its type and identifies it in later parts. */
export interface NewColumn extends SurveyColumn {
  /** The question text from further header rows; null when there are none. */
  question: string | null
  decidedBy: DecidedBy
  noteCodes: string[]
  /** The column's original header cells, starting with the row of names. */
  headerCells: string[]
}

export interface SurveyOption {
  position: number
  number: number
  label: string
  isRest: boolean
}

export async function insertColumns(tx: Tx, surveyId: number, columns: readonly NewColumn[]): Promise<void> {
  await sql`
    insert into survey_column (survey_id, position, name, type, confidence, reason, separator, date_order, question,
      decided_by, note_codes, header_cells)
    select ${surveyId}, position, name, type, confidence, reason, separator, "dateOrder", question, "decidedBy",
      "noteCodes", "headerCells"
    from json_to_recordset(${JSON.stringify(columns)}::json) as columns (position int, name text, type text,
      confidence real, reason text, separator text, "dateOrder" text, question text, "decidedBy" text,
      "noteCodes" text[], "headerCells" text[])`.execute(tx)
}

/** Header cells by column; columns saved by older releases have none. */
export async function listHeaderCells(
  db: Db,
  surveyId: number,
): Promise<{ name: string; headerCells: string[] }[]> {
  const { rows } = await sql<{ name: string; headerCells: string[] }>`
    select name, coalesce(header_cells, '{}') as "headerCells" from survey_column
    where survey_id = ${surveyId} order by position`.execute(db)
  return rows
}

export interface ExplainedColumn extends SurveyColumn {
  question: string | null
  decidedBy: DecidedBy | null
  noteCodes: string[]
  /** Null for columns saved by older releases. */
  headerCells: string[] | null
  /** Answers beyond the option limit of a column are counted as one option. */
  hasRestOption: boolean
}

export async function explainColumns(db: Db, surveyId: number): Promise<ExplainedColumn[]> {
  const { rows } = await sql<ExplainedColumn>`
    select c.position, c.name, c.type, c.confidence, c.reason, c.separator, c.date_order as "dateOrder", c.question,
      c.decided_by as "decidedBy", c.header_cells as "headerCells", coalesce(c.note_codes, '{}') as "noteCodes",
      exists (select from survey_option o where o.survey_id = c.survey_id and o.position = c.position and o.is_rest)
        as "hasRestOption"
    from survey_column c where c.survey_id = ${surveyId} order by c.position`.execute(db)
  return rows
}

export async function listColumns(db: Db | Tx, surveyId: number): Promise<SurveyColumn[]> {
  const { rows } = await sql<SurveyColumn>`
    select position, name, type, confidence, reason, separator, date_order as "dateOrder"
    from survey_column where survey_id = ${surveyId} order by position`.execute(db)
  return rows
}

export type RetypedColumn = SurveyColumn & Pick<NewColumn, 'noteCodes'>

/** Changes the type of a column and removes its options and chart data. */
export async function replaceColumn(tx: Tx, surveyId: number, column: RetypedColumn): Promise<void> {
  const ofColumn = sql`survey_id = ${surveyId} and position = ${column.position}`
  await sql`
    update survey_column set type = ${column.type}, confidence = ${column.confidence}, reason = ${column.reason},
      separator = ${column.separator}, date_order = ${column.dateOrder}, decided_by = 'mapping',
      note_codes = ${column.noteCodes}
    where ${ofColumn}`.execute(tx)
  await sql`delete from survey_option where ${ofColumn}`.execute(tx)
  await sql`delete from answer_block where ${ofColumn}`.execute(tx)
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

/** Covers all columns unless positions are given. */
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

/** Keyed by option id; unknown ids are omitted. */
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
