/** SQL of columns and options as exports contain them and imports of bundles restore them. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { ExplainedColumn, SurveyColumn, SurveyOption } from './columns.repo.ts'

export interface StoredColumn {
  position: number
  name: string
  type: SurveyColumn['type']
  confidence: number
  reason: string
  separator: string | null
  date_order: SurveyColumn['dateOrder']
  question: string | null
  decided_by: ExplainedColumn['decidedBy']
  note_codes: string[] | null
  header_cells: string[] | null
}

export interface StoredOption {
  position: number
  number: number
  label: SurveyOption['label']
  is_rest: boolean
}

export async function readStoredColumns(
  db: Db,
  surveyId: number,
): Promise<{ columns: StoredColumn[]; options: StoredOption[] }> {
  const { rows } = await sql<{ columns: StoredColumn[]; options: StoredOption[] }>`
    select
      coalesce((select jsonb_agg(to_jsonb(x) order by position) from (select position, name, type, confidence, reason,
        separator, date_order, question, decided_by, note_codes, header_cells from survey_column
        where survey_id = ${surveyId}) x), '[]') as columns,
      coalesce((select jsonb_agg(to_jsonb(x) order by position, number) from (select position, number, label, is_rest
        from survey_option where survey_id = ${surveyId}) x), '[]') as options`.execute(db)
  return onlyRow(rows)
}

export async function restoreColumns(
  tx: Tx,
  surveyId: number,
  { columns, options }: { columns: readonly StoredColumn[]; options: readonly StoredOption[] },
): Promise<void> {
  await sql`
    insert into survey_column (survey_id, position, name, type, confidence, reason, separator, date_order, question,
      decided_by, note_codes, header_cells)
    select ${surveyId}, position, name, type, confidence, reason, separator, date_order, question, decided_by, note_codes,
      header_cells
    from jsonb_populate_recordset(null::survey_column, ${JSON.stringify(columns)}::jsonb)`.execute(tx)
  await sql`
    insert into survey_option (survey_id, position, number, label, is_rest)
    select ${surveyId}, position, number, label, is_rest
    from jsonb_populate_recordset(null::survey_option, ${JSON.stringify(options)}::jsonb)`.execute(tx)
}

/** What the read API does not say of a response. */
export interface StoredResponse {
  id: number
  /** Option ids of choices and scores. */
  options: number[]
  /** Alternating option ids and places; null where the survey ranks nothing. */
  ranks: number[] | null
  time_text: string | null
  /** Cells that name media files, and those that they are linked by, as pairs of position and text. */
  media: [number, string][]
}

/**
 * Without `hasPeople`, cells and unreadable times are left out: the names of media files and the column that they are linked by
 * may contain names and addresses, and an unreadable time may be anything.
 */
export async function readStoredResponses(
  db: Db,
  surveyId: number,
  { ids, hasPeople }: { ids: readonly number[]; hasPeople: boolean },
): Promise<StoredResponse[]> {
  const { rows } = await sql<StoredResponse>`
    select r.id, r.answers as options, r.ranks, case when ${hasPeople} then r.answered_text end as time_text,
      coalesce((select json_agg(json_build_array(c.position, c.text) order by c.position) from media_cell c
        where c.survey_id = r.survey_id and c.response_id = r.id
          and ${hasPeople}), '[]') as media
    from response r where r.survey_id = ${surveyId} and r.id = any (${[...ids]}::int[]) order by r.id`.execute(
    db,
  )
  return rows
}
