import { type RouteQuery, type RouteResponse, TrashKind } from '@inlet/contract'
import type { listTrash as route } from '@inlet/contract/workspace'
import { isReadOnly, type Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isId, readCursorPage } from '../../platform/http/cursor.ts'
import { isManager } from '../projects/projects.public.ts'
import { listEntries } from './trash.repo.ts'

/** The trash in the workspace. Viewers cannot restore anything. */
export async function browseTrash(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const page = readCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const kinds = isReadOnly(principal) ? [] : TrashKind.enum
  const search = { kinds, projectId: query.project_id, isAdmin: isAdmin(principal) }
  const found = await listEntries(db, principal, { ...search, after: page.after, limit: page.limit + 1 })
  const { rows, next_cursor } = cutPage(found, page, ({ id }) => [id])
  return {
    items: rows.map((row) => ({
      kind: row.kind,
      key: row.key,
      name: row.name,
      project: { id: row.project_id, name: row.project_name },
      deleted_at: row.deleted_at.toISOString(),
      purge_at: row.purge_at.toISOString(),
      can_purge: isManager(principal, row.owner_id),
    })),
    next_cursor,
  }
}
