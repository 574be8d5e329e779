/** SQL of the research panel as people read it. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { canOpen } from '../projects/projects.public.ts'
import { isNamed } from '../search/search.public.ts'

export interface ParticipantRow {
  id: number
  name: string | null
  email: string
  survey_count: number
  created_at: Date
}

/** Surveys of projects that are closed to the principal are not counted. */
const surveyCount = (principal: Principal) => sql`(
  select count(*) from participant_respondent pr join survey s on s.id = pr.survey_id
    join project p on p.id = s.project_id
  where pr.participant_id = c.id and ${canOpen(principal)}) as survey_count`

export async function listParticipants(
  db: Db,
  principal: Principal,
  { query, before, limit }: { query: string; before: number | undefined; limit: number },
): Promise<ParticipantRow[]> {
  const { teamId } = principal
  const rest = before === undefined ? sql`` : sql`and id < ${before}`
  const { rows } = await sql<ParticipantRow>`
    with ${query === '' ? sql`` : namedOnes(teamId, query)} page as materialized (
      select id, name, email, created_at from ${query === '' ? sql`participant` : sql`named`}
      where team_id = ${teamId} ${rest} order by id desc limit ${limit})
    select c.*, ${surveyCount(principal)} from page c order by c.id desc`.execute(db)
  return rows
}

/** Looked up first: told of the order, the planner would rather read everybody, newest first, and take each name apart. */
const namedOnes = (teamId: number, query: string) => sql`
  named as materialized (
    select id, team_id, name, email, created_at from participant
    where ${isNamed({ teamId: sql`team_id`, name: sql`coalesce(name, '') || ' ' || email` }, teamId, query)}),`

export async function findParticipant(
  db: Db,
  principal: Principal,
  id: number,
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    select c.id, c.name, c.email, c.created_at, ${surveyCount(principal)} from participant c
    where c.id = ${id} and c.team_id = ${principal.teamId}`.execute(db)
  return rows[0]
}

export interface ActivityRow {
  kind: 'response' | 'recording'
  project_id: number
  project_name: string
  upload_key: string
  survey_name: string
  respondent_id: number
  response_id: number | null
  media_id: number | null
  name: string
  at: Date | null
}

/** Every response of one person: the first has their own id. */
const responsesOf = sql`
  select r.id, r.answered_at from response r
    where r.survey_id = pr.survey_id and r.id = pr.respondent_id and r.respondent_id = r.id
  union all select r.id, r.answered_at from response r
    where r.survey_id = pr.survey_id and r.respondent_id = pr.respondent_id and r.respondent_id <> r.id`

const mediaOf = sql`
  select m.id, m.filename, m.linked_at from survey_media m
    where m.survey_id = pr.survey_id and m.respondent_id = pr.respondent_id
  union all select m.id, m.filename, m.linked_at from survey_media m
    where m.survey_id = pr.survey_id and m.response_id in (select id from (${responsesOf}) given)`

export async function listActivity(
  db: Db,
  principal: Principal,
  participantId: number,
  limit: number,
): Promise<ActivityRow[]> {
  const about = sql`p.id as project_id, p.name as project_name, s.upload_key::text as upload_key, s.name as survey_name,
    pr.respondent_id`
  const open = sql`participant_respondent pr join survey s on s.id = pr.survey_id join project p on p.id = s.project_id`
  const { rows } = await sql<ActivityRow>`
    select * from (
      (select 'response' as kind, ${about}, r.id as response_id, null::bigint as media_id, s.name as name,
          r.answered_at as at
        from ${open} cross join lateral (${responsesOf}) r
        where pr.participant_id = ${participantId} and ${canOpen(principal)} limit ${limit})
      union all
      (select 'recording', ${about}, null::int, m.id, m.filename, m.linked_at
        from ${open} cross join lateral (${mediaOf}) m
        where pr.participant_id = ${participantId} and ${canOpen(principal)} limit ${limit})) activity
    order by at desc nulls last limit ${limit}`.execute(db)
  return rows
}

export interface Removal {
  response_count: number
  recording_count: number
  survey_count: number
}

export async function countRemoval(db: Db, participantId: number): Promise<Removal> {
  const { rows } = await sql<Removal>`
    select count(*) as survey_count, coalesce(sum(answered.n), 0)::bigint as response_count,
      coalesce(sum(sent.n), 0)::bigint as recording_count
    from participant_respondent pr
      cross join lateral (select count(*) as n from (${responsesOf}) r) answered
      cross join lateral (select count(*) as n from (${mediaOf}) m) sent
    where pr.participant_id = ${participantId}`.execute(db)
  return rows[0] ?? { response_count: 0, recording_count: 0, survey_count: 0 }
}

/** The person as a respondent of surveys; the rows stay locked, so that nobody removes them twice. */
export async function listRespondentsOf(
  tx: Tx,
  participantId: number,
): Promise<{ surveyId: number; respondentId: number }[]> {
  const { rows } = await sql<{ surveyId: number; respondentId: number }>`
    select survey_id as "surveyId", respondent_id as "respondentId" from participant_respondent
    where participant_id = ${participantId} for update`.execute(tx)
  return rows
}

export async function deleteParticipant(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`delete from participant where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}
