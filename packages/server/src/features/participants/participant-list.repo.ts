/** SQL of the participant list. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { canOpen, isInOpenProject } from '../projects/projects.public.ts'
import { isNamed } from '../search-index/search-index.public.ts'
import { knownTo } from './participant-access.repo.ts'
import { namedParticipants } from './participant-names.repo.ts'

export interface ParticipantRow {
  id: number
  name: string | null
  email: string
  notes: string | null
  survey_count: number
  created_at: Date
}

/** The joining time is that of the first survey that the principal can open. */
const shownColumns = sql`c.id, known.name, known.email, c.notes, known.survey_count,
  greatest(c.created_at, known.since) as created_at`

export interface ParticipantSearch {
  query: string
  /** Only those who answered a survey of the project. */
  projectId?: number | undefined
  before: number | undefined
  limit: number
}

export async function listParticipants(
  db: Db,
  principal: Principal,
  search: ParticipantSearch,
): Promise<ParticipantRow[]> {
  if (search.query !== '') return (await namedQuery(principal, search).execute(db)).rows
  if (search.projectId === undefined) {
    const { rows } = await newestOfTeamQuery(principal, search).execute(db)
    if (rows.length >= search.limit) return rows
  }
  return (await newestBySurveyQuery(principal, search).execute(db)).rows
}

const beforeCursor = (id: RawBuilder<unknown>, before: number | undefined) =>
  before === undefined ? sql`` : sql`and ${id} < ${before}`

/** Scans this many of the team's newest before querying its surveys one by one; see docs/adr/0055. */
const scanLimit = sql.lit(1_000)

function newestOfTeamQuery(principal: Principal, { before, limit }: ParticipantSearch) {
  return sql<ParticipantRow>`
    select ${shownColumns} from (
      select id, email, created_at, edited_name, edited_email, notes from participant
      where team_id = ${principal.teamId} ${beforeCursor(sql`id`, before)} order by id desc limit ${scanLimit}) c
      cross join lateral (${knownTo(principal)}) known
    order by c.id desc limit ${limit}`
}

const inProject = (projectId: number | undefined) =>
  projectId === undefined ? sql`` : sql`and s.project_id = ${projectId}`

/** For one project, and for callers with access to few surveys: merges the newest of each. */
export function newestBySurveyQuery(principal: Principal, { projectId, before, limit }: ParticipantSearch) {
  return sql<ParticipantRow>`
    with page as materialized (
      select newest.participant_id as id from survey s cross join lateral (
        select distinct pr.participant_id from participant_respondent pr
        where pr.survey_id = s.id ${beforeCursor(sql`pr.participant_id`, before)}
        order by pr.participant_id desc limit ${limit}) newest
      where s.team_id = ${principal.teamId} and ${isInOpenProject(principal, sql`s.project_id`)} ${inProject(projectId)}
      group by 1 order by 1 desc limit ${limit})
    select ${shownColumns} from page join participant c on c.id = page.id
      cross join lateral (${knownTo(principal)}) known
    order by c.id desc`
}

/**
 * Names are looked up in a separate step: with an order the planner would scan everyone, newest first, and tokenize each
 * name.
 */
function namedQuery(principal: Principal, { query, projectId, before, limit }: ParticipantSearch) {
  const answered =
    projectId === undefined
      ? sql``
      : sql`and exists (select from participant_respondent pr join survey s on s.id = pr.survey_id
          where pr.participant_id = c.id and ${isInOpenProject(principal, sql`s.project_id`)} ${inProject(projectId)})`
  return sql<ParticipantRow>`
    with named as materialized (${namedParticipants(principal.teamId, query)})
    select ${shownColumns} from named join participant c on c.id = named.id
      cross join lateral (${knownTo(principal)}) known
    where ${isNamed({ teamId: sql`c.team_id`, name: sql`known.words` }, principal.teamId, query)}
      ${beforeCursor(sql`c.id`, before)} ${answered}
    order by c.id desc limit ${limit}`
}

export interface ParticipantDetail extends ParticipantRow {
  imported_name: string | null
  imported_email: string
  edited_name: string | null
  edited_email: string | null
  has_merged: boolean
}

export async function findParticipant(
  db: Db,
  principal: Principal,
  id: number,
): Promise<ParticipantDetail | undefined> {
  const { rows } = await sql<ParticipantDetail>`
    select ${shownColumns}, known.imported_name, known.imported_email, c.edited_name, c.edited_email,
      exists (select from participant m where m.merged_into = c.id) as has_merged
    from participant c cross join lateral (${knownTo(principal)}) known
    where c.id = ${id} and c.team_id = ${principal.teamId}`.execute(db)
  return rows[0]
}

/** The id of the participant that this one was merged into, or its own. */
export async function findKeptId(db: Db, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number | null }>`select kept_participant(${id}) as id`.execute(db)
  return rows[0]?.id ?? undefined
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

/** All responses of one person; the id of the first is also the person's id. */
const responsesOf = sql`
  select r.id, r.answered_at from response r
    where r.survey_id = pr.survey_id and r.id = pr.respondent_id and r.respondent_id = r.id
  union all select r.id, r.answered_at from response r
    where r.survey_id = pr.survey_id and r.respondent_id = pr.respondent_id and r.respondent_id <> r.id`

const mediaOf = sql`
  select m.id, coalesce(m.sent_name, m.filename) as filename, m.linked_at from survey_media m
    where m.survey_id = pr.survey_id and m.respondent_id = pr.respondent_id
  union all select m.id, coalesce(m.sent_name, m.filename), m.linked_at from survey_media m
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

/** Counts only surveys that the principal can open; the others are changed too, but not reported. */
export async function countRemoval(db: Db, principal: Principal, participantId: number): Promise<Removal> {
  const { rows } = await sql<Removal>`
    select count(distinct pr.survey_id) as survey_count, coalesce(sum(answered.n), 0)::bigint as response_count,
      coalesce(sum(sent.n), 0)::bigint as recording_count
    from participant_respondent pr
      cross join lateral (select count(*) as n from (${responsesOf}) r) answered
      cross join lateral (select count(*) as n from (${mediaOf}) m) sent
    where pr.participant_id = ${participantId}
      and exists (select from survey s join project p on p.id = s.project_id
        where s.id = pr.survey_id and ${canOpen(principal)})`.execute(db)
  return rows[0] ?? { response_count: 0, recording_count: 0, survey_count: 0 }
}

/** The person's respondent rows, locked so that concurrent removals do not repeat. */
export async function listRespondentsOf(
  tx: Tx,
  participantId: number,
): Promise<{ surveyId: number; respondentId: number }[]> {
  const { rows } = await sql<{ surveyId: number; respondentId: number }>`
    select survey_id as "surveyId", respondent_id as "respondentId" from participant_respondent
    where participant_id = ${participantId} for update`.execute(tx)
  return rows
}

/**
 * Retyping reads the files again and would bring the person back. The lock keeps a survey from starting this while the
 * person is removed.
 */
export async function isBeingReread(tx: Tx, surveyIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ is_reread: boolean }>`
    select retype_position is not null as is_reread from survey
    where id = any (${[...surveyIds]}::bigint[]) order by id for share`.execute(tx)
  return rows.some((row) => row.is_reread)
}

/** Surveys with the projects in whose exports they are. */
export async function listProjectsOf(
  tx: Tx,
  surveyIds: readonly number[],
): Promise<{ id: number; projectId: number }[]> {
  const { rows } = await sql<{ id: number; projectId: number }>`
    select s.id, coalesce(e.project_id, s.project_id) as "projectId"
    from survey s left join trash_entry e on e.kind = 'survey' and e.record_id = s.id
    where s.id = any (${[...surveyIds]}::bigint[]) order by 2, 1`.execute(tx)
  return rows
}

export async function deleteParticipant(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`delete from participant where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}
