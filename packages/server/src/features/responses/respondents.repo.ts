/** SQL of the people who answered a survey. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { rowsAPart } from './response-id.ts'

/** By e-mail address in lower case. */
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

/** Those with an e-mail address, in the order of their ids. */
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

/** Everybody of whom a name or an address is known, in the order of their first responses. */
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

/** By id, those of whom nothing is known left out. */
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

/** Their answers stay, said by nobody. */
export async function anonymizeRespondents(
  tx: Tx,
  people: readonly { surveyId: number; respondentId: number }[],
): Promise<void> {
  for (const { surveyId, respondentId } of people) await deleteRespondents(tx, surveyId, [respondentId])
}

/** The part that brought them has so many fewer. */
export async function deleteRespondents(tx: Tx, surveyId: number, ids: readonly number[]): Promise<void> {
  await sql`
    with gone as (
      delete from respondent where survey_id = ${surveyId} and id = any (${[...ids]}::int[]) returning id)
    update survey_part p set respondent_count = p.respondent_count - fewer.count
    from (select id / ${rowsAPart} as part, count(*) as count from gone group by 1) fewer
    where p.survey_id = ${surveyId} and p.number = fewer.part`.execute(tx)
}
