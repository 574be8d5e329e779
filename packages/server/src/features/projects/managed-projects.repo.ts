/** SQL of projects that are read with their settings, and changed. */
import type { Metadata, PrivacySettings, Role, SharePreference } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import type { StoredReferences } from '../uploads/uploads.public.ts'
import type { ProjectSettings } from './project.policy.ts'
import { canOpen, isSharedWith } from './project-access.repo.ts'
import { tallyOfProject } from './tallies.repo.ts'

export interface ManagedProjectRow {
  id: number
  owner_id: number
  name: string
  share_preference: SharePreference
  shared_roles: Role[]
  supported_languages: string[]
  transcript_language: string
  default_ai_language: string
  disable_search_ask_ai: boolean
  auto_ai_notes: ProjectSettings['autoAiNotes']
  auto_pii_enabled: boolean
  privacy: PrivacySettings
  external_id: string | null
  metadata: Metadata | null
  is_archived: boolean
  created_at: Date
}

const columns = sql`p.id, p.owner_id, p.name, p.share_preference, p.shared_roles, p.supported_languages, p.transcript_language,
  p.default_ai_language, p.disable_search_ask_ai, p.auto_ai_notes, p.auto_pii_enabled, p.privacy, p.external_id, p.metadata,
  p.archived_at is not null as is_archived, p.created_at`

/** Also an archived project, which nobody can open: the caller decides who may bring it back. */
export async function lockSharedProject(
  tx: Tx,
  principal: Principal,
  projectId: number,
): Promise<ManagedProjectRow | undefined> {
  const { rows } = await sql<ManagedProjectRow>`
    select ${columns} from project p
    where p.id = ${projectId} and p.deleted_at is null and ${isSharedWith(principal)} for no key update`.execute(
    tx,
  )
  return rows[0]
}

export interface ProjectChange extends ProjectSettings, StoredReferences {
  isArchived: boolean
}

export async function changeProject(
  tx: Tx,
  projectId: number,
  project: ProjectChange,
): Promise<ManagedProjectRow> {
  const { rows } = await sql<ManagedProjectRow>`
    update project p set name = ${project.name}, share_preference = ${project.sharePreference},
      shared_roles = ${project.sharedRoles}, supported_languages = ${project.supportedLanguages},
      transcript_language = ${project.transcriptLanguage}, default_ai_language = ${project.defaultAiLanguage},
      disable_search_ask_ai = ${project.disableSearchAskAi},
      auto_ai_notes = ${project.autoAiNotes && JSON.stringify(project.autoAiNotes)}::jsonb,
      auto_pii_enabled = ${project.autoPiiEnabled}, privacy = ${JSON.stringify(project.privacy)}::jsonb,
      external_id = ${project.externalId}, metadata = ${project.metadata && JSON.stringify(project.metadata)}::jsonb,
      archived_at = case when ${project.isArchived} then coalesce(archived_at, now()) end
    where p.id = ${projectId} returning ${columns}`.execute(tx)
  return onlyRow(rows)
}

export interface CountedProjectRow extends ManagedProjectRow {
  audio: number
  video: number
  document: number
  image: number
  insight: number
  survey: number
}

/** Selects the page first, so that records are counted only for its rows. */
const counted = (principal: Principal, page: RawBuilder<unknown>) => sql<CountedProjectRow>`
  with page as materialized (${page})
  select ${columns}, t.audio, t.video, t.document, t.image, t.insights_sent as insight, s.survey
  from page p
    cross join lateral (${tallyOfProject(principal)}) t
    cross join lateral (
      select count(*) as survey from survey where project_id = p.id and started_at is not null) s
  order by p.id desc`

export async function findCountedProject(
  db: Db,
  principal: Principal,
  projectId: number,
): Promise<CountedProjectRow | undefined> {
  const one = sql`select p.* from project p where p.id = ${projectId} and ${canOpen(principal)}`
  return (await counted(principal, one).execute(db)).rows[0]
}

export interface ProjectPage {
  after: number | undefined
  limit: number
}

export async function listCountedProjects(
  db: Db,
  principal: Principal,
  page: ProjectPage,
): Promise<CountedProjectRow[]> {
  return (await counted(principal, pageOf(canOpen(principal), page)).execute(db)).rows
}

/** Of any owner for admins, else of their own. */
export async function listArchivedProjects(
  db: Db,
  principal: Principal,
  { isAdmin, ...page }: ProjectPage & { isAdmin: boolean },
): Promise<CountedProjectRow[]> {
  const isArchived = sql<boolean>`(p.archived_at is not null and p.deleted_at is null and ${isSharedWith(principal)}
    and (p.owner_id = ${principal.userId} or ${isAdmin}))`
  return (await counted(principal, pageOf(isArchived, page)).execute(db)).rows
}

const pageOf = (isListed: RawBuilder<boolean>, { after, limit }: ProjectPage) => sql`
  select p.* from project p where ${isListed} and (${after ?? null}::bigint is null or p.id < ${after ?? null}::bigint)
  order by p.id desc limit ${limit}`
