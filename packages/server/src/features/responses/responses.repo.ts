/** SQL of single responses. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

export interface ResponseRow {
  id: number
  respondentId: number
  answeredAt: Date | null
  answeredText: string | null
  answers: number[]
  ranks: number[] | null
}

/** A position in the list of responses: newest first, responses without a time last. */
export interface ResponseCursor {
  answeredAt: Date | null
  id: number
}

// People and notes are fetched by the ids of a page instead of joined: right after an import the tables have no
// statistics, and the planner would scan all people for each response.
const columns = sql`r.id, r.respondent_id as "respondentId", r.answered_at as "answeredAt",
  r.answered_text as "answeredText", r.answers, r.ranks`
const newestFirst = sql`order by r.answered_at desc nulls last, r.id desc`

export async function listNewest(db: Db, surveyId: number, limit: number): Promise<ResponseRow[]> {
  const { rows } = await sql<ResponseRow>`
    select ${columns} from response r where r.survey_id = ${surveyId}
    ${newestFirst} limit ${limit}`.execute(db)
  return rows
}

/** Two index scans, because no single scan continues from times to nulls. */
export async function listNewestAfter(
  db: Db,
  surveyId: number,
  after: ResponseCursor,
  limit: number,
): Promise<ResponseRow[]> {
  const timed = after.answeredAt
    ? await sql<ResponseRow>`
        select ${columns} from response r
        where r.survey_id = ${surveyId} and (r.answered_at, r.id) < (${after.answeredAt}, ${after.id}::int)
        ${newestFirst} limit ${limit}`.execute(db)
    : { rows: [] }
  if (timed.rows.length === limit) return timed.rows
  const lastId = after.answeredAt ? 2 ** 31 - 1 : after.id
  const { rows } = await sql<ResponseRow>`
    select ${columns} from response r
    where r.survey_id = ${surveyId} and r.answered_at is null and r.id < ${lastId}::int
    order by r.id desc limit ${limit - timed.rows.length}`.execute(db)
  return [...timed.rows, ...rows]
}

/** Newest first. */
export async function listResponsesByIds(
  db: Db,
  surveyId: number,
  ids: readonly number[],
): Promise<ResponseRow[]> {
  const { rows } = await sql<ResponseRow>`
    select ${columns} from response r
    where r.survey_id = ${surveyId} and r.id = any (${[...ids]}::int[])
    ${newestFirst}`.execute(db)
  return rows
}

/** All responses of one person; the id of the first is also the person's id. */
export async function listResponseIdsOf(db: Db, surveyId: number, respondentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from response where survey_id = ${surveyId} and id = ${respondentId} and respondent_id = id
    union all
    select id from response where survey_id = ${surveyId} and respondent_id = ${respondentId} and respondent_id <> id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Deletes responses, people whose first response is in the part, notes, media cells and blocks. */
export async function deletePartContent(
  tx: Tx,
  surveyId: number,
  { partNumber, first, last }: { partNumber: number; first: number; last: number },
): Promise<void> {
  const isOfPart = sql`survey_id = ${surveyId} and id between ${first}::int and ${last}::int`
  await sql`delete from response where ${isOfPart}`.execute(tx)
  await sql`delete from respondent where ${isOfPart}`.execute(tx)
  // The positions lead the scan through the primary key, which has the response last.
  const isCellOfPart = sql`survey_id = ${surveyId}
    and position in (select position from survey_column where survey_id = ${surveyId})
    and response_id between ${first}::int and ${last}::int`
  await sql`delete from note where ${isCellOfPart}`.execute(tx)
  await sql`delete from media_cell where ${isCellOfPart}`.execute(tx)
  await sql`
    delete from answer_block where survey_id = ${surveyId} and part_number = ${partNumber}`.execute(tx)
}
