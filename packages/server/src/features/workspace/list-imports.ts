import type { RouteResponse } from '@inlet/contract'
import { type ImportFilter, importFilters, type listImports as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { cutPage, isId, isTimestamp, readCursorPage } from '../../platform/http/cursor.ts'
import { viewImport } from './import.view.ts'
import { type ImportCursor, importKinds, listImports as readImports } from './imports.repo.ts'

export async function listImports(
  { db }: { db: Db },
  principal: Principal,
  query: unknown,
): Promise<RouteResponse<typeof route, 200>> {
  const page = readCursorPage(query, readImportCursor)
  const search = { filter: readFilter(query), projectId: readProjectId(query) }
  const found = await readImports(db, principal, search, page)
  const { rows, next_cursor } = cutPage(found, page, (row) => [row.cursor_at, row.kind, row.id])
  return { imports: rows.map(viewImport), next_cursor }
}

export function readImportCursor([at, kind, id]: unknown[]): ImportCursor | undefined {
  const known = importKinds.find((one) => one === kind)
  return isTimestamp(at) && known && isId(id) ? { at, kind: known, id } : undefined
}

function readFilter(query: unknown): ImportFilter {
  const { filter = 'all' } = (query ?? {}) as Record<string, unknown>
  const known = importFilters.find((one) => one === filter)
  if (!known) throw invalidField('filter', `must be one of ${importFilters.join(', ')}`)
  return known
}

/** Undefined: all projects. A project that is not there, or not open, has no imports. */
export function readProjectId(query: unknown): number | undefined {
  const { project_id: text } = (query ?? {}) as Record<string, unknown>
  if (text === undefined) return undefined
  const id = typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : 0
  if (!isId(id)) throw invalidField('project_id', 'must be a project id')
  return id
}
