/** SQL of the trash. The hidden project that deleted records belong to is in `projects`. */
import type { TrashKind } from '@inlet/contract'
import { sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { canOpen, isSharedWith } from '../projects/projects.public.ts'
import { mediaKey } from '../surveys/surveys.public.ts'

export interface TrashEntry {
  id: number
  kind: TrashKind
  record_id: number
  project_id: number
  deleted_at: Date
}

export interface NewEntry {
  teamId: number
  kind: TrashKind
  recordId: number
  projectId: number
  /** To be purged by the next sweep. */
  isDue?: boolean
}

export async function insertEntry(
  tx: Tx,
  { teamId, kind, recordId, projectId, isDue = false }: NewEntry,
): Promise<void> {
  await sql`
    insert into trash_entry (team_id, kind, record_id, project_id, is_due)
    values (${teamId}, ${kind}, ${recordId}, ${projectId}, ${isDue})
    on conflict (kind, record_id) do update set is_due = trash_entry.is_due or excluded.is_due`.execute(tx)
}

export async function deleteEntry(tx: Tx, entryId: number): Promise<void> {
  await sql`delete from trash_entry where id = ${entryId}`.execute(tx)
}

/** Admins see what the owner shares with them; a team key owns nothing. */
const managesProject = (principal: Principal, isAdmin: boolean) =>
  principal.kind === 'personal'
    ? sql<boolean>`(${isSharedWith(principal)} and (p.owner_id = ${principal.userId} or ${isAdmin}))`
    : sql<boolean>`false`

/**
 * Entries with the record `f`, `i`, `s`, `m` or its `project p`, that the principal may restore. A media file follows its
 * survey, which may have moved or be deleted itself.
 */
const restorable = (principal: Principal, isAdmin: boolean) => sql`
  from trash_entry e
    left join deleted_media m on e.kind = 'media' and m.id = e.record_id
    left join survey o on o.id = m.survey_id
    join project p on p.id = coalesce(o.project_id, e.project_id) join team t on t.id = e.team_id
    left join file f on e.kind = 'file' and f.id = e.record_id
    left join insight i on e.kind = 'insight' and i.id = e.record_id
    left join survey s on e.kind = 'survey' and s.id = e.record_id
  where e.team_id = ${principal.teamId} and not e.is_due
    and case when e.kind = 'project' then ${managesProject(principal, isAdmin)} else ${canOpen(principal)} end
    and (e.kind = 'project' or f.id is not null or s.id is not null or m.id is not null or (i.id is not null and ${isShownTo(principal)}))`

const key = sql<string>`case e.kind when 'media'
  then ${mediaKey}::text
  else coalesce(f.key::text, i.key::text, s.upload_key::text, p.id::text) end`

export interface ListedEntry {
  id: number
  kind: TrashKind
  key: string
  name: string
  project_id: number
  project_name: string
  owner_id: number
  deleted_at: Date
  purge_at: Date
}

export interface TrashSearch {
  kinds: readonly TrashKind[]
  projectId: number | undefined
  isAdmin: boolean
  after: number | undefined
  limit: number
}

/** Newest first. */
export async function listEntries(
  db: Db,
  principal: Principal,
  { kinds, projectId, isAdmin, after, limit }: TrashSearch,
): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    select e.id, e.kind, ${key} as key, coalesce(f.name, i.name, s.name, m.sent_name, m.filename, p.name) as name,
      p.id as project_id, p.name as project_name, p.owner_id, e.deleted_at,
      e.deleted_at + make_interval(days => t.trash_days) as purge_at
    ${restorable(principal, isAdmin)} and e.kind = any (${[...kinds]}::text[])
      and (${projectId ?? null}::bigint is null or p.id = ${projectId ?? null}::bigint)
      and (${after ?? null}::bigint is null or e.id < ${after ?? null}::bigint)
    order by e.id desc limit ${limit}`.execute(db)
  return rows
}

/** An entry by the key of its record; locked, so that it is restored or purged once. */
export async function lockEntry(
  tx: Tx,
  principal: Principal,
  { kind, key: recordKey, isAdmin }: { kind: TrashKind; key: string; isAdmin: boolean },
): Promise<(TrashEntry & { owner_id: number }) | undefined> {
  const { rows } = await sql<TrashEntry & { owner_id: number }>`
    select e.id, e.kind, e.record_id, p.id as project_id, e.deleted_at, p.owner_id
    ${restorable(principal, isAdmin)} and e.kind = ${kind} and ${key} = ${recordKey} for update of e`.execute(
    tx,
  )
  return rows[0]
}

/** Records first: a project is purged with everything in it. */
export async function listDueEntries(db: Db, limit: number): Promise<TrashEntry[]> {
  const { rows } = await sql<TrashEntry>`
    select e.id, e.kind, e.record_id, e.project_id, e.deleted_at from trash_entry e join team t on t.id = e.team_id
    where e.is_due or e.deleted_at < now() - make_interval(days => t.trash_days)
    order by e.kind = 'project', e.deleted_at limit ${limit}`.execute(db)
  return rows
}

/** From now on the record cannot be restored. False when it was restored or purged in the meantime. */
export async function claimDueEntry(db: Db, entryId: number): Promise<boolean> {
  const { rows } = await sql`
    update trash_entry set is_due = true where id = ${entryId} returning id`.execute(db)
  return rows.length > 0
}

/** False when it was restored or purged in the meantime. */
export async function lockEntryById(tx: Tx, entryId: number): Promise<boolean> {
  const { rows } = await sql`select from trash_entry where id = ${entryId} for update`.execute(tx)
  return rows.length > 0
}

/** Records that were deleted from the project; media files are purged with their survey. */
export async function listEntriesOfProject(db: Db, projectId: number): Promise<TrashEntry[]> {
  const { rows } = await sql<TrashEntry>`
    select id, kind, record_id, project_id, deleted_at from trash_entry
    where project_id = ${projectId} and kind not in ('project', 'media') order by id`.execute(db)
  return rows
}

export async function deleteProjectEntry(tx: Tx, projectId: number): Promise<void> {
  await sql`delete from trash_entry where kind = 'project' and record_id = ${projectId}`.execute(tx)
}
