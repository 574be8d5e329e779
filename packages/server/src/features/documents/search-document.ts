import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { searchDocument as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isSmallId, readCursorPage } from '../../platform/http/cursor.ts'
import { findHighlights, snippetOf } from '../search-index/search-index.public.ts'
import { countFoundPages, listFoundPages } from './documents.repo.ts'
import { type DocumentParams, requireDocument } from './open-document.ts'

/** Of one page. */
const maxMatches = 1000

export async function searchDocument(
  { db }: { db: Db },
  principal: Principal,
  params: DocumentParams,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const row = await requireDocument(db, principal, params)
  const page = readCursorPage(query, ([number]) => (isSmallId(number) ? number : undefined))
  const words = query.q
  if (row.extraction_id === null || words === '')
    return { hits: [], count: 0, next_cursor: null, is_indexed: row.is_indexed }
  const search = { projectId: row.project_id, extractionId: row.extraction_id, query: words }
  const [count, found] = await Promise.all([
    countFoundPages(db, search),
    listFoundPages(db, search, page.after ?? 0, page.limit + 1),
  ])
  const { rows, next_cursor } = cutPage(found, page, ({ number }) => [number])
  return {
    hits: rows.map(({ number, text }) => ({
      page: number,
      match_count: Math.max(1, findHighlights(text, words, maxMatches).length),
      snippet: snippetOf(text, words),
    })),
    count,
    next_cursor,
    is_indexed: row.is_indexed,
  }
}
