import type { RouteResponse } from '@inlet/contract'
import type { listDocumentPages as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { readWhole } from '../../platform/http/query.ts'
import { listPages } from './documents.repo.ts'
import { type DocumentParams, requireDocument } from './open-document.ts'

export async function listDocumentPages(
  { db }: { db: Db },
  principal: Principal,
  params: DocumentParams,
  query: unknown,
): Promise<RouteResponse<typeof route, 200>> {
  const row = await requireDocument(db, principal, params)
  const from = readWhole(query, 'from', { fallback: 1, max: 1_000_000 })
  const limit = Math.max(1, readWhole(query, 'limit', { fallback: 20, max: 100 }))
  const pages = row.extraction_id === null ? [] : await listPages(db, row.extraction_id, from, limit)
  return { pages, page_count: row.page_count ?? 0 }
}
