/** SQL of requested erasures. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { hasLiveJob } from '../../platform/jobs/live-job.ts'
import { canOpen } from '../projects/projects.public.ts'
import { eraseRespondentJob } from './erase-respondent.job.ts'

export interface NewErasure {
  teamId: number
  email: string | null
  surveyId: number | null
  respondentId: number | null
}

export async function insertErasure(tx: Tx, person: NewErasure): Promise<{ id: number; key: string }> {
  const { rows } = await sql<{ id: number; key: string }>`
    insert into erasure (team_id, email, survey_id, respondent_id)
    values (${person.teamId}, ${person.email}, ${person.surveyId}, ${person.respondentId})
    returning id, key`.execute(tx)
  return onlyRow(rows)
}

export interface PendingErasure {
  id: number
  team_id: number
  email: string | null
  survey_id: number | null
  respondent_id: number | null
}

/** Undefined when it is completed. */
export async function findPendingErasure(db: Db, erasureId: number): Promise<PendingErasure | undefined> {
  const { rows } = await sql<PendingErasure>`
    select id, team_id, email, survey_id, respondent_id from erasure
    where id = ${erasureId} and completed_at is null`.execute(db)
  return rows[0]
}

/** Pending ones whose job has ended, because a survey was being processed or every attempt failed. */
export async function listErasuresWithoutJob(
  db: Db,
  limit: number,
): Promise<Pick<PendingErasure, 'id' | 'team_id'>[]> {
  const { rows } = await sql<Pick<PendingErasure, 'id' | 'team_id'>>`
    select e.id, e.team_id from erasure e
    where e.completed_at is null and not ${hasLiveJob(eraseRespondentJob, sql`e.id::text`)}
    order by e.id limit ${limit}`.execute(db)
  return rows
}

export interface ErasedCounts {
  responses: number
  notes: number
  media: number
  objects: number
}

/** Adds up, because an import may bring the person back before the erasure has ended. */
export async function addErasedSurvey(
  tx: Tx,
  erasureId: number,
  surveyId: number,
  { responses, notes, media, objects }: ErasedCounts,
): Promise<void> {
  await sql`
    insert into erased_survey as e (erasure_id, survey_id, responses, notes, media, objects)
    values (${erasureId}, ${surveyId}, ${responses}, ${notes}, ${media}, ${objects})
    on conflict (erasure_id, survey_id) do update set responses = e.responses + excluded.responses,
      notes = e.notes + excluded.notes, media = e.media + excluded.media, objects = e.objects + excluded.objects`.execute(
    tx,
  )
}

export async function addErasedParticipants(tx: Tx, erasureId: number, count: number): Promise<void> {
  await sql`update erasure set participants = participants + ${count} where id = ${erasureId}`.execute(tx)
}

/** Removes the address as well. */
export async function completeErasure(tx: Tx, erasureId: number): Promise<void> {
  await sql`
    update erasure set completed_at = now(), email = null, survey_id = null, respondent_id = null
    where id = ${erasureId} and completed_at is null`.execute(tx)
}

export interface ErasureRow extends ErasedCounts {
  key: string
  surveys: number
  participants: number
  created_at: Date
  completed_at: Date | null
}

/** With what was removed from surveys that the principal can open. */
export async function findErasure(
  db: Db,
  principal: Principal,
  key: string,
): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`
    select e.key, e.participants, e.created_at, e.completed_at, r.*
    from erasure e cross join lateral (
      select count(*) as surveys, coalesce(sum(o.responses), 0)::bigint as responses, coalesce(sum(o.notes), 0)::bigint as notes,
        coalesce(sum(o.media), 0)::bigint as media, coalesce(sum(o.objects), 0)::bigint as objects
      from erased_survey o join survey s on s.id = o.survey_id join project p on p.id = s.project_id
      where o.erasure_id = e.id and ${canOpen(principal)}) r
    where e.key = ${key} and e.team_id = ${principal.teamId}`.execute(db)
  return rows[0]
}
