/** SQL of the workspace's project list, with content counts and progress. */
import type { PrivacySettings, Role, SharePreference } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CursorPage, Timestamp } from '../../platform/http/cursor.ts'
import { canOpen } from './project-access.repo.ts'
import { tallyOfProject } from './tallies.repo.ts'

export interface ProjectOverviewRow {
  id: number
  name: string
  share_preference: SharePreference
  shared_roles: Role[]
  owner_id: number
  owner_name: string
  transcript_language: string
  supported_languages: string[]
  auto_pii_enabled: boolean
  privacy: PrivacySettings
  audio: number
  video: number
  document: number
  image: number
  insight: number
  survey: number
  working: number
  failed: number
  created_at: Date
  changed_at: Date
  cursor_at: Timestamp
}

export interface ProjectCursor {
  at: Timestamp
  id: number
}

/** Selects the page first, so that details are read only for its rows. */
function overviews(principal: Principal, page: RawBuilder<unknown>) {
  return sql<ProjectOverviewRow>`
    with page as materialized (${page})
    select p.id, p.name, p.share_preference, p.shared_roles, p.owner_id, o.name as owner_name,
      p.transcript_language, p.supported_languages, p.auto_pii_enabled, p.privacy,
      t.audio, t.video, t.document, t.image, t.insights_sent as insight, s.survey,
      t.files_working + t.insights_working + s.working as working, t.files_failed + t.insights_failed + s.failed as failed,
      p.created_at, p.changed_at, p.changed_at::text as cursor_at
    from page p
      join app_user o on o.id = p.owner_id
      cross join lateral (${tallyOfProject(principal)}) t
      cross join lateral (
        select count(*) as survey, count(*) filter (where status in ('VALIDATING', 'PROCESSING')) as working,
          count(*) filter (where status = 'FAILED') as failed
        from survey where project_id = p.id and started_at is not null) s
    order by p.changed_at desc, p.id desc`
}

export function listOverviewsQuery(principal: Principal, { limit, after }: CursorPage<ProjectCursor>) {
  const rest = after ? sql`and (p.changed_at, p.id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``
  return overviews(
    principal,
    sql`select p.* from project p where p.team_id = ${principal.teamId} and ${canOpen(principal)} ${rest}
      order by p.changed_at desc, p.id desc limit ${limit + 1}`,
  )
}

export async function listOverviews(
  db: Db,
  principal: Principal,
  page: CursorPage<ProjectCursor>,
): Promise<ProjectOverviewRow[]> {
  return (await listOverviewsQuery(principal, page).execute(db)).rows
}

export async function findOverview(
  db: Db,
  principal: Principal,
  projectId: number,
): Promise<ProjectOverviewRow | undefined> {
  const one = sql`select p.* from project p where p.id = ${projectId} and ${canOpen(principal)}`
  return (await overviews(principal, one).execute(db)).rows[0]
}
