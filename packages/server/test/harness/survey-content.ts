/** A digest of everything a survey has in the tables: two imports of the same parts must be equal. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/platform/db/database.ts'
import { onlyRow } from '../../src/platform/db/only-row.ts'

const tables: Record<string, string[]> = {
  response: ['id', 'respondent_id', 'answered_at', 'answers', 'ranks', 'answered_text'],
  note: ['response_id', 'position', 'text'],
  media_cell: ['response_id', 'position', 'text'],
  respondent: ['id', 'name', 'email'],
  answer_block: ['part_number', 'position', 'row_count', 'width', 'data'],
  survey_option: ['position', 'number', 'label', 'is_rest'],
  survey_column: ['position', 'name', 'type', 'separator', 'date_order', 'confidence', 'reason'],
  survey_part: ['number', 'status', 'row_count', 'respondent_count'],
}

export async function digestSurvey(db: Db, surveyId: number): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const [table, columns] of Object.entries(tables)) {
    const row: RawBuilder<unknown> = sql`(${sql.join(columns.map((column) => sql.ref(column)))})::text`
    const { rows } = await sql<{ digest: string }>`
      select count(*) || ' rows ' || coalesce(md5(string_agg(md5(${row}), '' order by ${row})), '') as digest
      from ${sql.table(table)} where survey_id = ${surveyId}`.execute(db)
    digests[table] = onlyRow(rows).digest
  }
  return digests
}

/** Whether each part was processed once, in order. */
export async function arePartsInOrder(db: Db, surveyId: number): Promise<boolean> {
  const { rows } = await sql<{ in_order: boolean }>`
    select bool_and(processed_at > before) is not false as in_order from (
      select processed_at, lag(processed_at) over (order by number) as before from survey_part
      where survey_id = ${surveyId}) parts`.execute(db)
  return onlyRow(rows).in_order
}
