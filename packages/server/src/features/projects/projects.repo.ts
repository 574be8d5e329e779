/** SQL of projects, and the one rule of who can open which. */
import type { PrivacySettings } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { Page } from '../../platform/http/paging.ts'
import type { ProjectSettings } from './project.policy.ts'

export interface Project {
  id: number
  name: string
}

/** A team key acts as a full seat and owns nothing, so it never sees anybody's private project. */
const teamKeyRole = 0

/**
 * True for the rows of `project p` that the principal can open. Every query that reaches a project, or
 * anything inside one, goes through this condition.
 */
export function canOpen(principal: Principal): RawBuilder<boolean> {
  const isPersonal = principal.kind === 'personal'
  const role = isPersonal ? principal.role : teamKeyRole
  const ownerId = isPersonal ? principal.userId : null
  return sql<boolean>`(
    p.team_id = ${principal.teamId} and p.archived_at is null and p.deleted_at is null
    and (p.share_preference = 2
      or p.owner_id = ${ownerId}::bigint
      or (p.share_preference = 4 and ${role}::smallint = any (p.shared_roles))))`
}

/** The privacy settings of a project as they were when an import began: later changes do not touch it. */
export interface PrivacySnapshot {
  is_on: boolean
  settings: PrivacySettings
}

/** Of the row of `project p`. */
export const privacySnapshot = sql<PrivacySnapshot>`jsonb_build_object('is_on', p.auto_pii_enabled, 'settings', p.privacy)`

/** Whether the original of an import is closed to everybody, from its own row and that of `project p`. */
export function isPrivate(snapshot: RawBuilder<unknown>, isAtRest: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`is_private(${snapshot}, p.auto_pii_enabled, ${isAtRest})`
}

/** Whether the workspace keeps an upload to itself; what an older release began goes by what the project says now. */
export function isOriginalClosed(snapshot: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((${snapshot} ->> 'is_on')::boolean, p.auto_pii_enabled)`
}

/**
 * True where a project id is one of those. The projects of a team are looked up once for the whole query: joined with
 * `canOpen`, the planner believes in two or three a team, and goes through thousands for every row.
 */
export function isInOpenProject(principal: Principal, projectId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`((${projectId} in (select p.id from project p where ${canOpen(principal)})) is true)`
}

export async function listOpenProjects(
  db: Db,
  principal: Principal,
  page: Page,
): Promise<{ count: number; projects: Project[] }> {
  const { rows } = await listOpenProjectsQuery(principal, page).execute(db)
  return rows[0] ?? { count: 0, projects: [] }
}

/** Count and page in one statement: one round trip, one snapshot. */
export function listOpenProjectsQuery(principal: Principal, page: Page) {
  const open = canOpen(principal)
  return sql<{ count: number; projects: Project[] }>`
    select (select count(*) from project p where ${open}) as count,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by id desc) from (
        select p.id, p.name from project p where ${open}
        order by p.id desc limit ${page.limit} offset ${page.offset}) page), '[]') as projects`
}

export function findOpenProjectQuery(principal: Principal, projectId: number) {
  return sql<Project>`select p.id, p.name from project p where p.id = ${projectId} and ${canOpen(principal)}`
}

export async function findOpenProject(
  db: Db,
  principal: Principal,
  projectId: number,
): Promise<Project | undefined> {
  const { rows } = await findOpenProjectQuery(principal, projectId).execute(db)
  return rows[0]
}

export async function insertProject(
  tx: Tx,
  principal: Principal,
  settings: ProjectSettings,
): Promise<Project> {
  const { rows } = await sql<Project>`
    insert into project (team_id, owner_id, name, share_preference, shared_roles, supported_languages,
      transcript_language, default_ai_language, disable_search_ask_ai, auto_ai_notes, auto_pii_enabled, privacy)
    values (${principal.teamId}, ${principal.userId}, ${settings.name}, ${settings.sharePreference},
      ${settings.sharedRoles}, ${settings.supportedLanguages}, ${settings.transcriptLanguage},
      ${settings.defaultAiLanguage}, ${settings.disableSearchAskAi},
      ${settings.autoAiNotes && JSON.stringify(settings.autoAiNotes)}, ${settings.autoPiiEnabled},
      ${JSON.stringify(settings.privacy)})
    returning id, name`.execute(tx)
  return onlyRow(rows)
}

export async function insertLabelTemplate(tx: Tx, projectId: number): Promise<void> {
  await sql`insert into label_template (project_id, name) values (${projectId}, 'Labels')`.execute(tx)
}

export interface ProjectSummary {
  id: number
  name: string
  owner: string
  share_preference: number
  shared_roles: number[]
  state: string
}

export async function listTeamProjects(db: Db, teamId: number): Promise<ProjectSummary[]> {
  const { rows } = await sql<ProjectSummary>`
    select p.id, p.name, u.email as owner, p.share_preference, p.shared_roles,
      case when p.deleted_at is not null then 'deleted' when p.archived_at is not null then 'archived' else 'live' end as state
    from project p join app_user u on u.id = p.owner_id
    where p.team_id = ${teamId} order by p.id desc`.execute(db)
  return rows
}

export type ProjectState = 'live' | 'archived' | 'deleted'

/** False when there is no such project. */
export async function setProjectState(db: Db, projectId: number, state: ProjectState): Promise<boolean> {
  const { rows } = await sql`
    update project set
      archived_at = ${state === 'archived' ? sql`coalesce(archived_at, now())` : sql`null`},
      deleted_at = ${state === 'deleted' ? sql`coalesce(deleted_at, now())` : sql`null`}
    where id = ${projectId} returning id`.execute(db)
  return rows.length > 0
}
