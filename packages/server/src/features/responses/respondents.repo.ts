/** SQL of respondents. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { rowsAPart } from './response-id.ts'
import { listResponseIdsOf } from './responses.repo.ts'

/** Keyed by lower-case e-mail address. */
export async function findRespondents(
  db: Db,
  surveyId: number,
  emails: readonly string[],
): Promise<{ id: number; email: string; hasName: boolean }[]> {
  if (emails.length === 0) return []
  const { rows } = await sql<{ id: number; email: string; hasName: boolean }>`
    select id, email, name is not null as "hasName" from respondent
    where survey_id = ${surveyId} and email = any (${[...emails]}::text[])`.execute(db)
  return rows
}

export async function nameRespondents(
  tx: Tx,
  surveyId: number,
  people: readonly { id: number; name: string }[],
): Promise<void> {
  if (people.length === 0) return
  await sql`
    update respondent set name = named.name
    from unnest(${people.map(({ id }) => id)}::int[], ${people.map(({ name }) => name)}::text[]) as named (id, name)
    where respondent.survey_id = ${surveyId} and respondent.id = named.id`.execute(tx)
}

/** Respondents with an e-mail address, ordered by id. */
export async function listAddressees(
  db: Db,
  surveyId: number,
  after: number,
  limit: number,
): Promise<{ id: number; email: string; name: string | null }[]> {
  const { rows } = await sql<{ id: number; email: string; name: string | null }>`
    select id, email, name from respondent
    where survey_id = ${surveyId} and email is not null and id > ${after}
    order by id limit ${limit}`.execute(db)
  return rows
}

export async function listNamedRespondents(
  db: Db,
  surveyId: number,
  after: number,
  limit: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from respondent
    where survey_id = ${surveyId} and name is not null and id > ${after}
    order by id limit ${limit}`.execute(db)
  return rows
}

export interface Respondent {
  id: number
  name: string | null
  email: string | null
}

export const unknownPerson = (id: number): Respondent => ({ id, name: null, email: null })

/** Respondents with a known name or address, in the order of their first responses. */
export async function listRespondents(
  db: Db,
  surveyId: number,
  { after = 0, limit }: { after?: number; limit: number },
): Promise<Respondent[]> {
  const { rows } = await sql<Respondent>`
    select id, name, email from respondent where survey_id = ${surveyId} and id > ${after}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Keyed by id, without anonymous respondents. */
export async function findPeople(
  db: Db,
  surveyId: number,
  ids: readonly number[],
): Promise<Map<number, Respondent>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Respondent>`
    select id, name, email from respondent
    where survey_id = ${surveyId} and id = any (${[...ids]}::int[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** Their answers are kept, anonymously. */
export async function anonymizeRespondents(
  tx: Tx,
  people: readonly { surveyId: number; respondentId: number }[],
): Promise<void> {
  for (const { surveyId, respondentId } of people) {
    await rememberRemovedRows(tx, surveyId, await listResponseIdsOf(tx, surveyId, respondentId))
    await deleteRespondents(tx, surveyId, [respondentId])
  }
}

/** Programs that keep copies learn whom to erase. One event for each survey and person. */
export async function recordErasure(
  tx: Tx,
  people: readonly { surveyId: number; respondentId: number }[],
): Promise<void> {
  await sql`
    select record_event('respondent.erased', s.team_id, s.project_id,
      jsonb_build_object('upload_key', s.upload_key, 'respondent_id', person.respondent_id, 'external_id', s.external_id))
    from unnest(${people.map(({ surveyId }) => surveyId)}::bigint[],
        ${people.map(({ respondentId }) => respondentId)}::int[]) as person (survey_id, respondent_id)
      join survey s on s.id = person.survey_id
    order by person.survey_id, person.respondent_id`.execute(tx)
}

/** Responses of people who were removed or erased. */
export async function listRemovedIds(
  db: Db,
  surveyId: number,
  partNumbers: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select number * ${rowsAPart}::int + removed.row_index as id
    from survey_part, unnest(removed_rows) as removed (row_index)
    where survey_id = ${surveyId} and number = any (${[...partNumbers]}::int[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The uploaded file still contains them; reading it again must not bring them back. */
export async function rememberRemovedRows(
  tx: Tx,
  surveyId: number,
  responseIds: readonly number[],
): Promise<void> {
  await sql`
    update survey_part p set removed_rows = coalesce(p.removed_rows, '{}') || removed.rows
    from (select id / ${rowsAPart} as part, array_agg(id % ${rowsAPart}) as rows
      from unnest(${[...responseIds]}::int[]) as id group by 1) removed
    where p.survey_id = ${surveyId} and p.number = removed.part`.execute(tx)
}

/** Lowers the people count of the part that added them. */
export async function deleteRespondents(tx: Tx, surveyId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with gone as (
      delete from respondent where survey_id = ${surveyId} and id = any (${[...ids]}::int[]) returning id)
    update survey_part p set respondent_count = p.respondent_count - fewer.count
    from (select id / ${rowsAPart} as part, count(*) as count from gone group by 1) fewer
    where p.survey_id = ${surveyId} and p.number = fewer.part`.execute(tx)
}

/** Unlinks the responses of known people; those of a removed person stay linked to each other. */
export async function deleteAllRespondents(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update response r set respondent_id = r.id
    where r.survey_id = ${surveyId} and r.respondent_id <> r.id and exists (
      select from respondent p where p.survey_id = ${surveyId} and p.id = r.respondent_id)`.execute(tx)
  await sql`delete from respondent where survey_id = ${surveyId}`.execute(tx)
}

export interface GroupedResponse {
  id: number
  respondentId: number
}

/** Later responses of people whose name and address were removed. */
export async function listNamelessGroups(
  tx: Tx,
  surveyId: number,
  { first, last }: { first: number; last: number },
): Promise<GroupedResponse[]> {
  const { rows } = await sql<GroupedResponse>`
    select r.id, r.respondent_id as "respondentId" from response r
    where r.survey_id = ${surveyId} and r.id between ${first}::int and ${last}::int and r.respondent_id <> r.id
      and not exists (select from respondent p where p.survey_id = ${surveyId} and p.id = r.respondent_id)`.execute(
    tx,
  )
  return rows
}

export async function restoreGroups(
  tx: Tx,
  surveyId: number,
  responses: readonly GroupedResponse[],
): Promise<void> {
  if (responses.length === 0) return
  await sql`
    update response r set respondent_id = grouped.respondent_id
    from unnest(${responses.map(({ id }) => id)}::int[], ${responses.map(({ respondentId }) => respondentId)}::int[])
      as grouped (id, respondent_id)
    where r.survey_id = ${surveyId} and r.id = grouped.id`.execute(tx)
}

/** Zero-based rows of a part whose person has neither name nor address. */
export async function listNamelessRows(db: Db, surveyId: number, partNumber: number): Promise<number[]> {
  const first = partNumber * rowsAPart
  const { rows } = await sql<{ row: number }>`
    select r.id - ${first}::int as row from response r
    where r.survey_id = ${surveyId} and r.id between ${first}::int and ${first + rowsAPart - 1}::int
      and not exists (select from respondent p where p.survey_id = ${surveyId} and p.id = r.respondent_id)`.execute(
    db,
  )
  return rows.map(({ row }) => row)
}
