/** SQL of corrections and merges. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isInOpenProject } from '../projects/projects.public.ts'

/** Null: not corrected, so that the value of the surveys is shown. */
export interface ParticipantEdits {
  name: string | null
  email: string | null
  notes: string | null
}

/**
 * Locks participants after their respondents, as removals do. Merges of a team wait for each other, so that chains of
 * merged participants do not change meanwhile.
 */
export async function lockParticipants(tx: Tx, teamId: number, ids: readonly number[]): Promise<void> {
  await sql`select from team where id = ${teamId} for no key update`.execute(tx)
  await sql`
    select from participant_respondent where participant_id = any (${[...ids]}::bigint[])
    order by survey_id, respondent_id for update`.execute(tx)
  await lockWithMerged(tx, ids)
}

/** In the order in which imports lock them. */
export async function lockWithMerged(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    with recursive merged as (
      select id from participant where id = any (${[...ids]}::bigint[])
      union all select p.id from participant p join merged on p.merged_into = merged.id)
    select from participant where id in (select id from merged) order by email for update`.execute(tx)
}

export async function saveEdits(tx: Tx, id: number, { name, email, notes }: ParticipantEdits): Promise<void> {
  await sql`
    update participant set edited_name = ${name}, edited_email = ${email}, notes = ${notes} where id = ${id}`.execute(
    tx,
  )
}

/** Links their respondents to the kept one. */
export async function mergeInto(tx: Tx, keptId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update participant_respondent set participant_id = ${keptId}
    where participant_id = any (${[...ids]}::bigint[])`.execute(tx)
  await sql`update participant set merged_into = ${keptId} where id = any (${[...ids]}::bigint[])`.execute(tx)
}

/** Links respondents with the addresses of the participant to it again. */
export async function unmergeFrom(tx: Tx, keptId: number, id: number): Promise<void> {
  await sql`
    with recursive merged as (
      select id, email from participant where id = ${id}
      union all select p.id, p.email from participant p join merged on p.merged_into = merged.id)
    update participant_respondent pr set participant_id = ${id} from respondent r
    where pr.participant_id = ${keptId} and r.survey_id = pr.survey_id and r.id = pr.respondent_id
      and r.email in (select email from merged)`.execute(tx)
  await sql`update participant set merged_into = null where id = ${id}`.execute(tx)
}

export interface MergedParticipant {
  id: number
  name: string | null
  email: string
}

/** Those merged into a participant of whom an accessible survey has an address. */
export async function listMerged(db: Db, principal: Principal, keptId: number): Promise<MergedParticipant[]> {
  const { rows } = await sql<MergedParticipant>`
    with recursive merged as (
      select id, id as branch, email from participant where merged_into = ${keptId}
      union all select p.id, merged.branch, p.email from participant p join merged on p.merged_into = merged.id)
    select b.id,
      coalesce(b.edited_name, (array_agg(r.name order by s.id, r.id) filter (where r.name is not null))[1]) as name,
      coalesce(b.edited_email, (array_agg(r.email order by (r.email = b.email) desc, s.id, r.id))[1]) as email
    from merged join participant b on b.id = merged.branch
      join participant_respondent pr on pr.participant_id = ${keptId}
      join respondent r on r.survey_id = pr.survey_id and r.id = pr.respondent_id and r.email = merged.email
      join survey s on s.id = pr.survey_id
    where ${isInOpenProject(principal, sql`s.project_id`)}
    group by b.id order by b.id`.execute(db)
  return rows
}
