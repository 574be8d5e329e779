/** SQL of participants. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** Of `participant`, or of the one that it was merged into. */
const keptId = sql`case when participant.merged_into is null then participant.id else kept_participant(participant.id) end`

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
 * same people do not deadlock, and before they are linked, so that nobody is linked to a participant who is being merged.
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
    select ${survey.id}, given.id, ${keptId}
    from unnest(${ids}::int[], ${emails}::text[]) as given (id, email)
    join participant on participant.team_id = ${survey.teamId} and participant.email = given.email
    on conflict do nothing`.execute(tx)
}

export interface RestoredParticipant {
  email: string
  name: string | null
  notes: string | null
  created_at: string
}

/** In the given order. Participants that the team has already keep their name, notes and time. */
export async function restoreParticipants(
  tx: Tx,
  teamId: number,
  people: readonly RestoredParticipant[],
): Promise<void> {
  await sql`
    insert into participant (team_id, email, name, notes, created_at)
    select ${teamId}, email, name, notes, created_at from (
      select distinct on (email) email, name, notes, created_at, ordinality
      from rows from (jsonb_populate_recordset(null::participant, ${JSON.stringify(people)}::jsonb)) with ordinality
      order by email, ordinality) given
    order by ordinality
    on conflict (team_id, email) do update
      set name = coalesce(participant.name, excluded.name), notes = coalesce(participant.notes, excluded.notes)
      where (participant.name, participant.notes) is distinct from
        (coalesce(participant.name, excluded.name), coalesce(participant.notes, excluded.notes))`.execute(tx)
}

/** Links respondents of a survey to the participants with their addresses. */
export async function restoreParticipantLinks(
  tx: Tx,
  survey: { id: number; teamId: number },
  links: readonly { respondent_id: number; email: string }[],
): Promise<void> {
  await sql`
    insert into participant_respondent (survey_id, respondent_id, participant_id)
    select ${survey.id}, given.respondent_id, ${keptId}
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given (respondent_id int, email text)
    join participant on participant.team_id = ${survey.teamId} and participant.email = given.email
    order by given.respondent_id on conflict do nothing`.execute(tx)
}

/**
 * An export has one address of each participant, as corrected. Those that their linked respondents have are merged into them
 * again, so that erasures and later imports find the person by every address.
 */
export async function restoreAddresses(tx: Tx, teamId: number, emails: readonly string[]): Promise<void> {
  const linked = sql`
    from participant_respondent pr
    join respondent r on r.survey_id = pr.survey_id and r.id = pr.respondent_id
    join participant c on c.id = pr.participant_id
    where c.team_id = ${teamId} and c.email = any (${[...emails]}::text[])`
  await sql`
    update participant set edited_email = email where edited_email is null and id in (
      select c.id ${linked} and r.email is not null group by c.id having not bool_or(r.email = c.email))`.execute(
    tx,
  )
  await sql`
    insert into participant (team_id, email, merged_into)
    select distinct on (r.email) c.team_id, r.email, c.id ${linked} and r.email <> c.email
    order by r.email, c.id on conflict (team_id, email) do nothing`.execute(tx)
}
