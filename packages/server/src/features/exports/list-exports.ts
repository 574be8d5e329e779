import type { RouteQuery, RouteResponse, listExports as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isId, readApiCursorPage } from '../../platform/http/cursor.ts'
import { viewExport } from './export.view.ts'
import { listExportRows } from './exports.repo.ts'

export async function listExports(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const page = readApiCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const found = await listExportRows(db, principal, { after: page.after, limit: page.limit + 1 })
  const { rows, next_cursor } = cutPage(found, page, ({ id }) => [id])
  return { exports: rows.map(viewExport), next_cursor }
}
