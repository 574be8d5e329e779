import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { listProjects as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isId, isTimestamp, readCursorPage } from '../../platform/http/cursor.ts'
import { viewOverview } from './project-overview.view.ts'
import { listOverviews } from './project-overviews.repo.ts'

export async function listProjects(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const page = readCursorPage(query, ([at, id]) => (isTimestamp(at) && isId(id) ? { at, id } : undefined))
  const { rows, next_cursor } = cutPage(await listOverviews(db, principal, page), page, (row) => [
    row.cursor_at,
    row.id,
  ])
  return { projects: rows.map((row) => viewOverview(row, principal)), next_cursor }
}
