/** SQL of participants. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** 0 when no respondent of the survey is a participant yet. */
export async function findLastParticipant(db: Db, surveyId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(respondent_id), 0) as last from participant_respondent
    where survey_id = ${surveyId}`.execute(db)
  return rows[0]?.last ?? 0
}

export interface NewParticipant {
  /** The respondent id in the survey. */
  id: number
  email: string
  name: string | null
}

/**
 * Adds each person once under concurrency. Rows are locked in the order of their addresses, so that two surveys with the
 * same people do not deadlock.
 */
export async function upsertParticipants(
  tx: Tx,
  survey: { id: number; teamId: number },
  people: readonly NewParticipant[],
): Promise<void> {
  const emails = people.map(({ email }) => email)
  const names = people.map(({ name }) => name)
  const ids = people.map(({ id }) => id)
  await sql`
    insert into participant (team_id, email, name)
    select ${survey.teamId}, email, name from unnest(${emails}::text[], ${names}::text[]) as given (email, name)
    order by email
    on conflict (team_id, email) do update set name = excluded.name
      where participant.name is null and excluded.name is not null`.execute(tx)
  await sql`
    insert into participant_respondent (survey_id, respondent_id, participant_id)
    select ${survey.id}, given.id, participant.id
    from unnest(${ids}::int[], ${emails}::text[]) as given (id, email)
    join participant on participant.team_id = ${survey.teamId} and participant.email = given.email
    on conflict do nothing`.execute(tx)
}

/** Deletes the participant in all teams, or in one. */
export async function deleteParticipants(tx: Tx, email: string, teamId: number | undefined): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from participant where email = lower(${email})
      and (${teamId ?? null}::bigint is null or team_id = ${teamId ?? null})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Deletes participants who belong to this survey only. */
export async function deleteParticipantsOfSurvey(tx: Tx, surveyId: number): Promise<number> {
  const { rows } = await sql<{ participant_id: number }>`
    delete from participant_respondent where survey_id = ${surveyId} returning participant_id`.execute(tx)
  const ids = rows.map((row) => row.participant_id)
  const { numAffectedRows } = await sql`
    delete from participant where id = any (${ids}::bigint[])
      and not exists (select from participant_respondent where participant_id = participant.id)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Unlinks respondents whose address no longer equals that of their participant. */
export async function deleteStaleParticipants(tx: Tx, surveyId: number): Promise<void> {
  const { rows } = await sql<{ participant_id: number }>`
    delete from participant_respondent pr using participant c
    where pr.survey_id = ${surveyId} and c.id = pr.participant_id and not exists (
      select from respondent r where r.survey_id = ${surveyId} and r.id = pr.respondent_id and r.email = c.email)
    returning pr.participant_id`.execute(tx)
  await sql`
    delete from participant where id = any (${rows.map((row) => row.participant_id)}::bigint[])
      and not exists (select from participant_respondent where participant_id = participant.id)`.execute(tx)
}

/** Participants keep the first name that a survey provided. */
export async function renameParticipants(tx: Tx, surveyId: number): Promise<void> {
  await sql`
    update participant c set name = named.name from (
      select pr.participant_id, (
        select r.name from participant_respondent other
          join respondent r on r.survey_id = other.survey_id and r.id = other.respondent_id
        where other.participant_id = pr.participant_id and r.name is not null order by other.survey_id limit 1) as name
      from participant_respondent pr where pr.survey_id = ${surveyId}) named
    where c.id = named.participant_id and c.name is distinct from named.name`.execute(tx)
}
