/** SQL of responses, as they are read one by one. */
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

export interface ResponseRow {
  id: number
  respondentId: number
  answeredAt: Date | null
  answeredText: string | null
  answers: number[]
  ranks: number[] | null
  name: string | null
  email: string | null
}

/** A place in the list of responses, the newest first; those without a time come last. */
export interface ResponseCursor {
  answeredAt: Date | null
  id: number
}

const columns = sql`r.id, r.respondent_id as "respondentId", r.answered_at as "answeredAt",
  r.answered_text as "answeredText", r.answers, r.ranks, p.name, p.email`
const people = sql`left join respondent p on p.survey_id = r.survey_id and p.id = r.respondent_id`
const newestFirst = sql`order by r.answered_at desc nulls last, r.id desc`

export async function listNewest(db: Db, surveyId: number, limit: number): Promise<ResponseRow[]> {
  const { rows } = await sql<ResponseRow>`
    select ${columns} from response r ${people} where r.survey_id = ${surveyId}
    ${newestFirst} limit ${limit}`.execute(db)
  return rows
}

/** Two looks at the index, for no single one goes over from times to nulls. */
export async function listNewestAfter(
  db: Db,
  surveyId: number,
  after: ResponseCursor,
  limit: number,
): Promise<ResponseRow[]> {
  const timed = after.answeredAt
    ? await sql<ResponseRow>`
        select ${columns} from response r ${people}
        where r.survey_id = ${surveyId} and (r.answered_at, r.id) < (${after.answeredAt}, ${after.id}::int)
        ${newestFirst} limit ${limit}`.execute(db)
    : { rows: [] }
  if (timed.rows.length === limit) return timed.rows
  const lastId = after.answeredAt ? 2 ** 31 - 1 : after.id
  const { rows } = await sql<ResponseRow>`
    select ${columns} from response r ${people}
    where r.survey_id = ${surveyId} and r.answered_at is null and r.id < ${lastId}::int
    order by r.id desc limit ${limit - timed.rows.length}`.execute(db)
  return [...timed.rows, ...rows]
}

export async function listResponsesByIds(
  db: Db,
  surveyId: number,
  ids: readonly number[],
): Promise<ResponseRow[]> {
  const { rows } = await sql<ResponseRow>`
    select ${columns} from response r ${people}
    where r.survey_id = ${surveyId} and r.id = any (${[...ids]}::int[])
    ${newestFirst}`.execute(db)
  return rows
}

/** All responses of one person; the first of them has the person's own id. */
export async function listResponseIdsOf(db: Db, surveyId: number, respondentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from response where survey_id = ${surveyId} and id = ${respondentId} and respondent_id = id
    union all
    select id from response where survey_id = ${surveyId} and respondent_id = ${respondentId} and respondent_id <> id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
