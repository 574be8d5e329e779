import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { listDocumentPages as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { listPages } from './documents.repo.ts'
import { type DocumentParams, requireDocument } from './open-document.ts'

export async function listDocumentPages(
  { db }: { db: Db },
  principal: Principal,
  params: DocumentParams,
  { from = 1, limit = 20 }: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const row = await requireDocument(db, principal, params)
  const pages = row.extraction_id === null ? [] : await listPages(db, row.extraction_id, from, limit)
  return { pages, page_count: row.page_count ?? 0 }
}
