/** SQL of the search: first the visible matches, then the texts of one page. */
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { canOpen, isInOpenProject } from '../projects/projects.public.ts'
import {
  allForms,
  type SearchKind as EntryKind,
  eachForm,
  foundInProjects,
  type SearchTerm,
  someForms,
  toPrefixQuery,
} from '../search-index/search-index.public.ts'
import { mediaKey } from '../surveys/surveys.public.ts'

export interface SearchedProject {
  id: number
  /** Excluded from searches across projects. */
  is_apart: boolean
  supported_languages: string[]
}

export async function listSearchedProjects(
  db: Db,
  principal: Principal,
  projectId: number | undefined,
): Promise<SearchedProject[]> {
  const one = projectId === undefined ? sql`` : sql`and p.id = ${projectId}`
  const { rows } = await sql<SearchedProject>`
    select p.id, p.disable_search_ask_ai as is_apart, p.supported_languages from project p
    where p.team_id = ${principal.teamId} and ${canOpen(principal)} ${one}`.execute(db)
  return rows
}

export interface EntryPlace {
  source_id: number
  item: number
  position: number
  /** For pages: document or image. */
  media: 'document' | 'image' | null
  /** If not all words are required: how many the text contains, and more for a shorter text. Otherwise 0. */
  rank: number
}

/** The newest first, unless they match differently well. */
export const bestFirst = (a: EntryPlace, b: EntryPlace): number =>
  b.rank - a.rank || b.source_id - a.source_id || a.item - b.item || a.position - b.position

/** When what is searched was imported, in RFC 3339. */
export interface ImportTimes {
  createdFrom?: string | undefined
  /** Exclusive. */
  createdBefore?: string | undefined
}

export function isImported(table: string, { createdFrom, createdBefore }: ImportTimes): RawBuilder<boolean> {
  const time = sql.ref(`${table}.created_at`)
  const from = createdFrom === undefined ? sql`` : sql`and ${time} >= ${createdFrom}::timestamptz`
  const before = createdBefore === undefined ? sql`` : sql`and ${time} < ${createdBefore}::timestamptz`
  return sql<boolean>`(true ${from} ${before})`
}

/** Beyond project access: pages of a draft are visible only to its creator. */
export const visible: Record<EntryKind, (principal: Principal, times: ImportTimes) => RawBuilder<unknown>> = {
  note: (_principal, times) => sql`select source_id, item, position, rank, null as media from found
    where exists (select from survey s where s.id = source_id and ${isImported('s', times)})`,
  segment: (_principal, times) => sql`select source_id, item, position, rank, null as media from found
    where exists (select from file f where f.recording_id = source_id and ${isImported('f', times)})
      or exists (select from survey_media m where m.recording_id = source_id and ${isImported('m', times)})`,
  page: (principal, times) => sql`
    select source_id, item, position, rank, f.kind as media from found join file f on f.extraction_id = source_id
      where ${isImported('f', times)}
    union all
    select source_id, item, position, rank, 'document' from found join insight i on i.extraction_id = source_id
      where ${isShownTo(principal)} and ${isImported('i', times)}`,
}

export interface EntrySearch {
  kind: EntryKind
  projectIds: readonly number[]
  query: string
  /** With terms, texts with other forms of all words match too. */
  terms?: readonly SearchTerm[]
  /** Texts match that contain at least this many of the terms. */
  minTerms?: 1 | 2
  times?: ImportTimes
  limit: number
}

/** Candidates that are read when not all words are required, or only what was imported at some time. */
const maxCompared = 10_000

/** Compares the kind without an index, so that the planner uses the index of words. */
export function findEntriesQuery(principal: Principal, search: EntrySearch) {
  const { kind, projectIds, query, terms = [], minTerms, times = {}, limit } = search
  const candidates = Object.values(times).some((time) => time !== undefined) ? maxCompared : limit
  const shown = sql`select * from (${visible[kind](principal, times)}) shown order by rank desc limit ${limit}`
  const isKind = sql`kind || '' = ${kind}`
  if (minTerms === undefined) {
    const forms = terms.length === 0 ? sql`` : sql`|| ${allForms(terms)}::tsquery`
    const words = sql`(${toPrefixQuery(query)} ${forms})`
    return sql<EntryPlace>`
      with found as materialized (
        select source_id, item, position, 0::float as rank from search_entry
        where ${foundInProjects(projectIds, words)} and ${isKind} limit ${candidates})
      ${shown}`
  }
  const counted = sql.join(
    eachForm(terms).map((form) => sql`(words @@ ${form}::tsquery)::int`),
    sql` + `,
  )
  const words = sql`${someForms(terms, minTerms)}::tsquery`
  return sql<EntryPlace>`
    with compared as materialized (
      select source_id, item, position, ${counted} + 1.0::float / (1 + length(words)) as rank from search_entry
      where ${foundInProjects(projectIds, words)} and ${isKind} limit ${maxCompared}),
    found as materialized (select * from compared order by rank desc limit ${candidates})
    ${shown}`
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
  /** As in the URLs of the workspace, where a media file has its id. */
  key: string
  /** As in the API for programs. */
  record_key: string
  name: string
  media: 'audio' | 'video' | 'document' | 'image' | null
  text: string
  start_ms: number | null
  end_ms: number | null
}

const about = sql`p.id as project_id, p.name as project_name`

const texts: Record<EntryKind, RawBuilder<unknown>> = {
  note: sql`
    select w.source_id, w.item, w.position, ${about}, 'survey' as owner, s.upload_key::text as key,
      s.upload_key::text as record_key, s.name, null as media, left(n.text, 20000) as text, null::int as start_ms,
      null::int as end_ms
    from wanted w join survey s on s.id = w.source_id join project p on p.id = s.project_id
      join note n on n.survey_id = w.source_id and n.position = w.position and n.response_id = w.item`,
  page: sql`
    select w.source_id, w.item, w.position, ${about}, 'file' as owner, f.key::text as key,
      f.key::text as record_key, f.name, f.kind as media, x.text, null::int as start_ms, null::int as end_ms
    from wanted w join file f on f.extraction_id = w.source_id join project p on p.id = f.project_id
      join extraction_page x on x.extraction_id = w.source_id and x.number = w.item
    union all
    select w.source_id, w.item, w.position, ${about}, 'insight', i.key::text, i.key::text, i.name, 'document', x.text,
      null::int, null::int
    from wanted w join insight i on i.extraction_id = w.source_id join project p on p.id = i.project_id
      join extraction_page x on x.extraction_id = w.source_id and x.number = w.item`,
  segment: sql`
    select w.source_id, w.item, w.position, ${about}, 'file' as owner, f.key::text as key,
      f.key::text as record_key, f.name, f.kind as media, t.text, t.start_ms, t.end_ms
    from wanted w join file f on f.recording_id = w.source_id join project p on p.id = f.project_id
      join transcript_segment t on t.recording_id = w.source_id and t.number = w.item - 1
    union all
    select w.source_id, w.item, w.position, ${about}, 'media', m.id::text,
      ${mediaKey}::text, coalesce(m.sent_name, m.filename),
      case when r.has_video then 'video' else 'audio' end, t.text, t.start_ms, t.end_ms
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
