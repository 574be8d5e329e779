/** SQL that removes participants whose surveys or addresses are gone. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'
import { lockWithMerged } from './participant-edits.repo.ts'

export interface PersonAddress {
  teamId: number
  email: string
}

/** Every address of the people who have this one, in all teams or in one: of merged participants, too. */
export async function listAddressesOf(
  db: Db,
  email: string,
  teamId: number | undefined,
): Promise<PersonAddress[]> {
  const { rows } = await sql<PersonAddress>`
    with recursive person as (${keptWith(email, teamId)}),
    merged as (
      select p.id, p.team_id, p.email from participant p join person on p.id = person.id
      union all select p.id, p.team_id, p.email from participant p join merged on p.merged_into = merged.id)
    select team_id as "teamId", email from merged order by 1, 2`.execute(db)
  return rows
}

/** Participants with the address, as imported or corrected, or those that they were merged into. */
const keptWith = (email: string, teamId: number | undefined) => sql`
  select distinct kept_participant(id) as id from participant
  where (email = lower(${email}) or edited_email = lower(${email}))
    and (${teamId ?? null}::bigint is null or team_id = ${teamId ?? null})`

/** Deletes the participant in all teams, or in one, with those that were merged into it. */
export async function deleteParticipants(tx: Tx, email: string, teamId: number | undefined): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from participant where id in (${keptWith(email, teamId)})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Deletes participants who belong to this survey only, and addresses that only this survey contains. */
export async function deleteParticipantsOfSurvey(tx: Tx, surveyId: number): Promise<number> {
  const { rows } = await sql<{ participant_id: number }>`
    delete from participant_respondent where survey_id = ${surveyId} returning participant_id`.execute(tx)
  return deleteUnlinked(
    tx,
    rows.map((row) => row.participant_id),
  )
}

/** Unlinks respondents whose address no longer equals one of their participant. Returns the deleted participants. */
export async function deleteStaleParticipants(tx: Tx, surveyId: number): Promise<number> {
  const { rows } = await sql<{ participant_id: number }>`
    delete from participant_respondent pr using participant c
    where pr.survey_id = ${surveyId} and c.id = pr.participant_id and not exists (
      select from respondent r join participant own on own.team_id = c.team_id and own.email = r.email
      where r.survey_id = ${surveyId} and r.id = pr.respondent_id
        and (own.id = c.id or own.merged_into is not null and kept_participant(own.id) = c.id))
    returning pr.participant_id`.execute(tx)
  return deleteUnlinked(
    tx,
    rows.map((row) => row.participant_id),
  )
}

async function deleteUnlinked(tx: Tx, ids: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from participant where id = any (${[...ids]}::bigint[])
      and not exists (select from participant_respondent where participant_id = participant.id)`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select distinct merged_into as id from participant where merged_into = any (${[...ids]}::bigint[])`.execute(
    tx,
  )
  for (const { id } of rows) await deleteAddressesWithoutRespondent(tx, id)
  return Number(numAffectedRows ?? 0)
}

/**
 * Of a participant with merged ones. If its own address is gone, it takes that of the oldest that is left, and keeps its
 * id and what was corrected.
 */
async function deleteAddressesWithoutRespondent(tx: Tx, keptId: number): Promise<void> {
  await lockWithMerged(tx, [keptId])
  const { rows } = await sql<{ id: number; is_answered: boolean }>`
    with recursive merged as (
      select id, email from participant where id = ${keptId}
      union all select p.id, p.email from participant p join merged on p.merged_into = merged.id)
    select id, exists (
      select from participant_respondent pr join respondent r on r.survey_id = pr.survey_id and r.id = pr.respondent_id
      where pr.participant_id = ${keptId} and r.email = merged.email) as is_answered
    from merged order by email`.execute(tx)
  const gone = rows.flatMap(({ id, is_answered }) => (is_answered || id === keptId ? [] : [id]))
  await deleteMerged(tx, keptId, gone)
  const isOwnGone = rows.some(({ id, is_answered }) => id === keptId && !is_answered)
  const heir = rows.flatMap(({ id, is_answered }) => (is_answered ? [id] : [])).sort((a, b) => a - b)[0]
  if (!isOwnGone || heir === undefined) return
  const { rows: found } = await sql<{ email: string; name: string | null }>`
    select email, name from participant where id = ${heir}`.execute(tx)
  await deleteMerged(tx, keptId, [heir])
  await sql`
    update participant set email = ${found[0]?.email}, name = ${found[0]?.name ?? null} where id = ${keptId}`.execute(
    tx,
  )
}

/** Those that were merged into them stay merged. */
async function deleteMerged(tx: Tx, keptId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update participant set merged_into = ${keptId}
    where merged_into = any (${[...ids]}::bigint[]) and not id = any (${[...ids]}::bigint[])`.execute(tx)
  await sql`delete from participant where id = any (${[...ids]}::bigint[])`.execute(tx)
}

/** Participants keep the first name that a survey provided for their address. */
export async function renameParticipants(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update participant c set name = named.name from (
      select own.id, (
        select given.name from participant_respondent other
          join respondent given on given.survey_id = other.survey_id and given.id = other.respondent_id
        where other.participant_id = pr.participant_id and given.email = own.email and given.name is not null
        order by other.survey_id limit 1) as name
      from participant_respondent pr
        join respondent r on r.survey_id = pr.survey_id and r.id = pr.respondent_id
        join participant kept on kept.id = pr.participant_id
        join participant own on own.team_id = kept.team_id and own.email = r.email
      where pr.survey_id = ${surveyId}) named
    where c.id = named.id and c.name is distinct from named.name`.execute(tx)
}
