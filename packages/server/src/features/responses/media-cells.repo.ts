/** SQL of the cells that name media files. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface NamedCell {
  text: string
  /** The first response that names it. */
  responseId: number
  peopleCount: number
}

/** One row per name: thousands of files are looked up at once, and many responses may name the same file. */
export async function listMediaCellsNamed(
  db: Db,
  surveyId: number,
  positions: readonly number[],
  names: readonly string[],
): Promise<NamedCell[]> {
  if (positions.length === 0 || names.length === 0) return []
  const { rows } = await sql<NamedCell>`
    select cell.text, min(cell.response_id) as "responseId", count(distinct r.respondent_id) as "peopleCount"
    from media_cell cell join response r on r.survey_id = cell.survey_id and r.id = cell.response_id
    where cell.survey_id = ${surveyId} and cell.position = any (${[...positions]}::int[])
      and cell.text = any (${[...names]}::text[])
    group by cell.text`.execute(db)
  return rows
}

export async function listMediaCells(
  db: Db,
  surveyId: number,
  position: number,
  after: number,
  limit: number,
): Promise<{ text: string; responseId: number; respondentId: number }[]> {
  const { rows } = await sql<{ text: string; responseId: number; respondentId: number }>`
    select cell.text, cell.response_id as "responseId", r.respondent_id as "respondentId"
    from media_cell cell join response r on r.survey_id = cell.survey_id and r.id = cell.response_id
    where cell.survey_id = ${surveyId} and cell.position = ${position} and cell.response_id > ${after}
    order by cell.response_id limit ${limit}`.execute(db)
  return rows
}

export async function listMediaCellsOf(
  db: Db,
  surveyId: number,
  positions: readonly number[],
  responseIds: readonly number[],
): Promise<{ position: number; responseId: number; text: string }[]> {
  const { rows } = await sql<{ position: number; responseId: number; text: string }>`
    select position, response_id as "responseId", text from media_cell
    where survey_id = ${surveyId} and position = any (${[...positions]}::int[])
      and response_id = any (${[...responseIds]}::int[])`.execute(db)
  return rows
}
