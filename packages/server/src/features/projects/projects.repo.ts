/** SQL of projects. */
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { Page } from '../../platform/http/paging.ts'
import type { RecordQuery } from '../../platform/http/record-query.ts'
import type { StoredReferences } from '../uploads/uploads.public.ts'
import type { ProjectSettings } from './project.policy.ts'
import { canOpen } from './project-access.repo.ts'
import { deleteTallies } from './tallies.repo.ts'

export interface Project {
  id: number
  name: string
}

export async function listOpenProjects(
  db: Db,
  principal: Principal,
  page: Page,
): Promise<{ count: number; projects: Project[] }> {
  const { rows } = await listOpenProjectsQuery(principal, page).execute(db)
  return rows[0] ?? { count: 0, projects: [] }
}

/** Count and page come from one statement and one snapshot. */
export function listOpenProjectsQuery(principal: Principal, page: Page) {
  const open = canOpen(principal)
  return sql<{ count: number; projects: Project[] }>`
    select (select count(*) from project p where ${open}) as count,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by id desc) from (
        select p.id, p.name from project p where ${open}
        order by p.id desc limit ${page.limit} offset ${page.offset}) page), '[]') as projects`
}

export interface ProjectSearch extends Pick<RecordQuery, 'externalId' | 'order' | 'cursor'>, Page {}

export type ListedProject = Project & { cursor_at: string }

/** With a filter, another order or a cursor. The projects of a team are few enough to be sorted. */
export async function searchOpenProjects(
  db: Db,
  principal: Principal,
  search: ProjectSearch,
): Promise<{ count: number; projects: ListedProject[] }> {
  const { rows } = await searchOpenProjectsQuery(principal, search).execute(db)
  return rows[0] ?? { count: 0, projects: [] }
}

export function searchOpenProjectsQuery(principal: Principal, search: ProjectSearch) {
  const { externalId, order, cursor, limit, offset } = search
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const at = order.by === 'created' ? sql`p.created_at` : sql`p.changed_at`
  const matching = sql`from project p where ${canOpen(principal)}
    ${externalId === undefined ? sql`` : sql`and p.external_id = ${externalId}`}`
  const after = cursor?.after
  const isLater = after
    ? sql`and (${at}, p.id) ${order.isDescending ? sql`<` : sql`>`} (${after.at}::timestamptz, ${after.key}::bigint)`
    : sql``
  return sql<{ count: number; projects: ListedProject[] }>`
    select (select count(*) ${matching}) as count,
      coalesce((select json_agg(json_build_object('id', id, 'name', name, 'cursor_at', at::text)
          order by at ${direction}, id ${direction}) from (
        select p.id, p.name, ${at} as at ${matching} ${isLater}
        order by ${at} ${direction}, p.id ${direction} limit ${limit} offset ${offset}) page), '[]') as projects`
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

export interface MoveTarget {
  id: number
  is_privacy_on: boolean
}

export async function findMoveTarget(
  tx: Tx,
  principal: Principal,
  projectId: number,
): Promise<MoveTarget | undefined> {
  const { rows } = await sql<MoveTarget>`
    select p.id, p.auto_pii_enabled as is_privacy_on from project p
    where p.id = ${projectId} and ${canOpen(principal)}`.execute(tx)
  return rows[0]
}

export async function insertProject(
  tx: Tx,
  principal: Principal,
  settings: ProjectSettings & StoredReferences,
): Promise<Project> {
  const { rows } = await sql<Project>`
    insert into project (team_id, owner_id, api_key_id, name, share_preference, shared_roles, supported_languages,
      transcript_language, default_ai_language, disable_search_ask_ai, auto_ai_notes, auto_pii_enabled, privacy,
      external_id, metadata)
    values (${principal.teamId}, ${principal.userId}, ${principal.keyId}, ${settings.name}, ${settings.sharePreference},
      ${settings.sharedRoles}, ${settings.supportedLanguages}, ${settings.transcriptLanguage},
      ${settings.defaultAiLanguage}, ${settings.disableSearchAskAi},
      ${settings.autoAiNotes && JSON.stringify(settings.autoAiNotes)}, ${settings.autoPiiEnabled},
      ${JSON.stringify(settings.privacy)}, ${settings.externalId}, ${settings.metadata && JSON.stringify(settings.metadata)}::jsonb)
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
    where p.team_id = ${teamId} and not p.is_trash order by p.id desc`.execute(db)
  return rows
}

export type ProjectState = 'live' | 'archived' | 'deleted'

/** False when the project does not exist. */
export async function setProjectState(db: Db, projectId: number, state: ProjectState): Promise<boolean> {
  const { rows } = await sql`
    update project set
      archived_at = ${state === 'archived' ? sql`coalesce(archived_at, now())` : sql`null`},
      deleted_at = ${state === 'deleted' ? sql`coalesce(deleted_at, now())` : sql`null`}
    where id = ${projectId} and not is_trash returning id`.execute(db)
  return rows.length > 0
}

/** Closes the project to all access and new imports. */
export async function closeProject(db: Db, projectId: number): Promise<void> {
  await sql`update project set deleted_at = coalesce(deleted_at, now()) where id = ${projectId}`.execute(db)
}

/** Opens a deleted project again. */
export async function reopenProject(tx: Tx, projectId: number): Promise<void> {
  await sql`update project set deleted_at = null where id = ${projectId} and not is_trash`.execute(tx)
}

/** The caller has made sure that the project is empty and locked. */
export async function deleteProject(tx: Tx, projectId: number): Promise<void> {
  await sql`delete from label_template where project_id = ${projectId}`.execute(tx)
  await deleteTallies(tx, projectId)
  await sql`delete from project where id = ${projectId}`.execute(tx)
}
