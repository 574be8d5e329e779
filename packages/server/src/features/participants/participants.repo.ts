/** SQL of the research panel. */
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/database.ts'

/** 0 when nobody of the survey is in the panel yet. */
export async function findLastPanelist(db: Db, surveyId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(respondent_id), 0) as last from participant_respondent
    where survey_id = ${surveyId}`.execute(db)
  return rows[0]?.last ?? 0
}

export interface NewPanelist {
  /** As a respondent of the survey. */
  id: number
  email: string
  name: string | null
}

/**
 * Everybody becomes a participant once, whatever runs at the same time. The rows are taken in the order of the
 * addresses: two surveys with the same people then wait for each other instead of for ever.
 */
export async function joinPanel(
  tx: Tx,
  survey: { id: number; teamId: number },
  people: readonly NewPanelist[],
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

/** Out of the panel of every team, or of one. */
export async function deletePanelists(tx: Tx, email: string, teamId: number | undefined): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from participant where email = lower(${email})
      and (${teamId ?? null}::bigint is null or team_id = ${teamId ?? null})`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Who was in the panel for this survey only leaves it with the survey. */
export async function deletePanelistsOfSurvey(tx: Tx, surveyId: number): Promise<number> {
  const { rows } = await sql<{ participant_id: number }>`
    delete from participant_respondent where survey_id = ${surveyId} returning participant_id`.execute(tx)
  const ids = rows.map((row) => row.participant_id)
  const { numAffectedRows } = await sql`
    delete from participant where id = any (${ids}::bigint[])
      and not exists (select from participant_respondent where participant_id = participant.id)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
