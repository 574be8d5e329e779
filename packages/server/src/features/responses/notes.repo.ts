/** SQL of notes. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'

/** Undefined when the survey is gone. */
export async function findProject(
  tx: Tx,
  surveyId: number,
  { isLocked }: { isLocked: boolean },
): Promise<number | undefined> {
  const { rows } = await sql<{ project_id: number }>`
    select project_id from survey where id = ${surveyId} ${isLocked ? sql`for update` : sql``}`.execute(tx)
  return rows[0]?.project_id
}

/** The last of the next responses in the order of their ids; undefined when there is none. */
export async function lastOfNextResponses(
  tx: Tx,
  surveyId: number,
  after: number,
  limit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    select max(id) as last from (
      select id from response where survey_id = ${surveyId} and id > ${after} order by id limit ${limit}) next`.execute(
    tx,
  )
  return rows[0]?.last ?? undefined
}

/** As search takes them. */
export function notesBetween(
  surveyId: number,
  positions: readonly number[],
  after: number,
  last: number,
): RawBuilder<unknown> {
  return sql`
    select response_id as item, position, text from note
    where survey_id = ${surveyId} and position = any (${[...positions]}::int[])
      and response_id > ${after} and response_id <= ${last}`
}
