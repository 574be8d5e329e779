/** SQL that reads documents and images. */
import type { DocumentOwner, ImportStatus } from '@inlet/contract/workspace'
import { type RawBuilder, sql } from 'kysely'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { isShownTo } from '../insights/insights.public.ts'
import { canOpen, originalKey } from '../projects/projects.public.ts'
import { foundIn } from '../search-index/search-index.public.ts'

export interface DocumentRow {
  owner: DocumentOwner
  key: string
  name: string
  extension: string
  media: 'document' | 'image' | 'audio' | 'video'
  project_id: number
  project_name: string
  status: ImportStatus
  is_draft: boolean
  failure_code: string | null
  failure_message: string | null
  notices: string[] | null
  created_at: Date
  bytes: number | null
  extraction_id: number | null
  page_count: number | null
  width: number | null
  height: number | null
  has_viewer: boolean
  has_thumbnail: boolean
  is_indexed: boolean
  /** Null when the original must not be shown. */
  original_key: string | null
}

const extracted = sql`x.id as extraction_id, x.notices, x.page_count, x.width, x.height,
  x.viewer_key is not null as has_viewer, x.thumbnail_key is not null as has_thumbnail,
  x.indexed_at is not null as is_indexed, p.id as project_id, p.name as project_name`

const documents: Record<DocumentOwner, (principal: Principal, key: string) => RawBuilder<DocumentRow>> = {
  file: (principal, key) => sql`
    select 'file' as owner, f.key, f.name, f.extension, f.kind as media,
      case f.status when 'processing' then 'working' when 'error' then 'failed' else 'ready' end as status,
      false as is_draft, f.failure_code, f.failure_message, f.created_at, f.object_bytes as bytes, ${extracted},
      ${originalKey('f')} as original_key
    from file f join project p on p.id = f.project_id left join extraction x on x.id = f.extraction_id
    where f.key = ${key}::uuid and f.status <> 'pending_upload' and f.kind in ('document', 'image')
      and ${canOpen(principal)}`,
  insight: (principal, key) => sql`
    select 'insight' as owner, i.key, i.name, i.extension, 'document' as media,
      case i.phase when 'processing' then 'working' when 'failed' then 'failed' else 'ready' end as status,
      i.state = 1 as is_draft, i.failure_code, i.failure_message, i.created_at, i.object_bytes as bytes, ${extracted},
      i.object_key as original_key
    from insight i join project p on p.id = i.project_id left join extraction x on x.id = i.extraction_id
    where i.key = ${key}::uuid and i.phase <> 'awaiting_upload' and ${canOpen(principal)} and ${isShownTo(principal)}`,
}

export async function findDocument(
  db: Db,
  principal: Principal,
  owner: DocumentOwner,
  key: string,
): Promise<DocumentRow | undefined> {
  return (await documents[owner](principal, key).execute(db)).rows[0]
}

export interface PageRow {
  number: number
  source: 'text' | 'ocr' | 'none'
  text: string
}

export async function listPages(
  db: Db,
  extractionId: number,
  from: number,
  limit: number,
): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select number, source, text from extraction_page
    where extraction_id = ${extractionId} and number >= ${from} order by number limit ${limit}`.execute(db)
  return rows
}

export async function findPagesWithoutText(
  db: Db,
  extractionId: number,
  limit: number,
): Promise<{ count: number; numbers: number[] }> {
  const { rows } = await sql<{ count: number; numbers: number[] }>`
    select count(*) as count, coalesce((array_agg(number order by number))[1:${limit}], '{}') as numbers
    from extraction_page where extraction_id = ${extractionId} and source = 'none'`.execute(db)
  return rows[0] ?? { count: 0, numbers: [] }
}

export interface PageSearch {
  projectId: number
  extractionId: number
  query: string
}

const foundPages = ({ projectId, extractionId: sourceId, query }: PageSearch) =>
  foundIn({ projectId, kind: 'page', sourceId }, query)

export async function countFoundPages(db: Db, search: PageSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from search_entry where ${foundPages(search)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listFoundPages(
  db: Db,
  search: PageSearch,
  after: number,
  limit: number,
): Promise<{ number: number; text: string }[]> {
  const { rows } = await sql<{ number: number; text: string }>`
    with found as materialized (
      select item from search_entry where ${foundPages(search)} and item > ${after} order by item limit ${limit})
    select p.number, p.text from found join extraction_page p on p.extraction_id = ${search.extractionId}
      and p.number = found.item order by p.number`.execute(db)
  return rows
}
