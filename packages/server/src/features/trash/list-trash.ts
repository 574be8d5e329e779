import type { RouteQuery, RouteResponse, listTrash as route, Scope, TrashKind } from '@inlet/contract'
import type { KeyPrincipal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isId, readApiCursorPage } from '../../platform/http/cursor.ts'
import { listEntries } from './trash.repo.ts'

const scopeOf: Record<TrashKind, Scope> = {
  project: 'project:manage',
  insight: 'insight:manage',
  file: 'file:manage',
  survey: 'survey:manage',
  media: 'survey:manage',
}

/** What the key may restore, of the kinds that its scopes open. */
export async function listTrash(
  { db }: { db: Db },
  principal: KeyPrincipal,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const kinds = (Object.keys(scopeOf) as TrashKind[]).filter(
    (kind) => principal.scopes.includes(scopeOf[kind]) && (query.kind ?? kind) === kind,
  )
  const page = readApiCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const search = { kinds, projectId: query.project_id, isAdmin: isAdmin(principal) }
  const found = await listEntries(db, principal, { ...search, after: page.after, limit: page.limit + 1 })
  const { rows, next_cursor } = cutPage(found, page, ({ id }) => [id])
  return {
    records: rows.map(({ kind, key, name, project_id, deleted_at, purge_at }) => ({
      kind,
      key,
      name,
      project_id,
      deleted_at: deleted_at.toISOString(),
      purge_at: purge_at.toISOString(),
    })),
    next_cursor,
  }
}
