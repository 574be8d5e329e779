import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { listImports as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isId, isTimestamp, readCursorPage } from '../../platform/http/cursor.ts'
import { viewImport } from './import.view.ts'
import { type ImportCursor, importKinds, listImports as readImports } from './imports.repo.ts'

export async function listImports(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const page = readCursorPage(query, readImportCursor)
  const search = { filter: query.filter ?? 'all', projectId: query.project_id }
  const found = await readImports(db, principal, search, page)
  const { rows, next_cursor } = cutPage(found, page, (row) => [row.cursor_at, row.kind, row.id])
  return { imports: rows.map(viewImport), next_cursor }
}

function readImportCursor([at, kind, id]: unknown[]): ImportCursor | undefined {
  const known = importKinds.find((one) => one === kind)
  return isTimestamp(at) && known && isId(id) ? { at, kind: known, id } : undefined
}
