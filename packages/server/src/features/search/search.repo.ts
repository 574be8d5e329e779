/** SQL of the search: first the visible matches, then the texts of one page. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { canOpen, isInOpenProject } from '../projects/projects.public.ts'
import { type SearchKind as EntryKind, foundInProjects } from '../search-index/search-index.public.ts'

export interface SearchedProject {
  id: number
  /** Excluded from searches across projects. */
  is_apart: boolean
}

export async function listSearchedProjects(
  db: Db,
  principal: Principal,
  projectId: number | undefined,
): Promise<SearchedProject[]> {
  const one = projectId === undefined ? sql`` : sql`and p.id = ${projectId}`
  const { rows } = await sql<SearchedProject>`
    select p.id, p.disable_search_ask_ai as is_apart from project p
    where p.team_id = ${principal.teamId} and ${canOpen(principal)} ${one}`.execute(db)
  return rows
}

export interface EntryPlace {
  source_id: number
  item: number
  position: number
  /** For pages: document or image. */
  media: 'document' | 'image' | null
}

/** Beyond project access: pages of a draft are visible only to its creator. */
const visible: Record<EntryKind, (principal: Principal) => RawBuilder<unknown>> = {
  note: () => sql`select source_id, item, position, null as media from found
    where exists (select from survey s where s.id = source_id)`,
  segment: () => sql`select source_id, item, position, null as media from found
    where exists (select from file where recording_id = source_id)
      or exists (select from survey_media where recording_id = source_id)`,
  page: (principal) => sql`
    select source_id, item, position, f.kind as media from found join file f on f.extraction_id = source_id
    union all
    select source_id, item, position, 'document' from found join insight i on i.extraction_id = source_id
      where ${isShownTo(principal)}`,
}

export interface EntrySearch {
  kind: EntryKind
  projectIds: readonly number[]
  query: string
  limit: number
}

/** Compares the kind without an index, so that the planner uses the index of words. */
export function findEntriesQuery(principal: Principal, { kind, projectIds, query, limit }: EntrySearch) {
  return sql<EntryPlace>`
    with found as materialized (
      select source_id, item, position from search_entry
      where ${foundInProjects(projectIds, query)} and kind || '' = ${kind} limit ${limit})
    ${visible[kind](principal)}`
}

/** At most `limit` matches. */
export async function findEntries(db: Db, principal: Principal, search: EntrySearch): Promise<EntryPlace[]> {
  if (search.projectIds.length === 0) return []
  return (await findEntriesQuery(principal, search).execute(db)).rows
}

export interface HitRow {
  source_id: number
  item: number
  position: number
  project_id: number
  project_name: string
  owner: 'file' | 'insight' | 'survey' | 'media' | 'project'
  key: string
  name: string
  media: 'audio' | 'video' | 'document' | 'image' | null
  text: string
  start_ms: number | null
}

const about = sql`p.id as project_id, p.name as project_name`

const texts: Record<EntryKind, RawBuilder<unknown>> = {
  note: sql`
    select w.source_id, w.item, w.position, ${about}, 'survey' as owner, s.upload_key::text as key, s.name,
      null as media, left(n.text, 20000) as text, null::int as start_ms
    from wanted w join survey s on s.id = w.source_id join project p on p.id = s.project_id
      join note n on n.survey_id = w.source_id and n.position = w.position and n.response_id = w.item`,
  page: sql`
    select w.source_id, w.item, w.position, ${about}, 'file' as owner, f.key::text as key, f.name, f.kind as media,
      x.text, null::int as start_ms
    from wanted w join file f on f.extraction_id = w.source_id join project p on p.id = f.project_id
      join extraction_page x on x.extraction_id = w.source_id and x.number = w.item
    union all
    select w.source_id, w.item, w.position, ${about}, 'insight', i.key::text, i.name, 'document', x.text, null::int
    from wanted w join insight i on i.extraction_id = w.source_id join project p on p.id = i.project_id
      join extraction_page x on x.extraction_id = w.source_id and x.number = w.item`,
  segment: sql`
    select w.source_id, w.item, w.position, ${about}, 'file' as owner, f.key::text as key, f.name, f.kind as media,
      t.text, t.start_ms
    from wanted w join file f on f.recording_id = w.source_id join project p on p.id = f.project_id
      join transcript_segment t on t.recording_id = w.source_id and t.number = w.item - 1
    union all
    select w.source_id, w.item, w.position, ${about}, 'media', m.id::text, coalesce(m.sent_name, m.filename),
      case when r.has_video then 'video' else 'audio' end, t.text, t.start_ms
    from wanted w join survey_media m on m.recording_id = w.source_id join survey s on s.id = m.survey_id
      join project p on p.id = s.project_id join recording r on r.id = w.source_id
      join transcript_segment t on t.recording_id = w.source_id and t.number = w.item - 1`,
}

export async function readHits(db: Db, kind: EntryKind, places: readonly EntryPlace[]): Promise<HitRow[]> {
  if (places.length === 0) return []
  const { rows } = await sql<HitRow>`
    with wanted as materialized (
      select * from unnest(${places.map((one) => one.source_id)}::bigint[], ${places.map((one) => one.item)}::int[],
        ${places.map((one) => one.position)}::int[]) as places (source_id, item, position))
    ${texts[kind]}`.execute(db)
  return rows
}

/** Whether accessible content is waiting to be indexed, judged by the first few entries of the instance. */
export async function isIndexing(db: Db, principal: Principal): Promise<boolean> {
  const isOpen = isInOpenProject(principal, sql`f.project_id`)
  const { rows } = await sql<{ is_indexing: boolean }>`
    select exists (select from (select id from extraction where indexed_at is null order by id limit 100) x
        join file f on f.extraction_id = x.id where ${isOpen})
      or exists (select from (select recording_id from transcript where indexed_at is null and completed_at is not null
          order by 1 limit 100) t
        join file f on f.recording_id = t.recording_id where ${isOpen}) as is_indexing`.execute(db)
  return rows[0]?.is_indexing ?? false
}
