/** Projects with their settings, for API keys. */
import type {
  listManagedProjects as listRoute,
  ProjectRecord,
  RouteQuery,
  RouteResponse,
} from '@inlet/contract'
import { isReadOnly, type Principal } from '../../platform/auth/principal.ts'
import { isAdmin } from '../../platform/auth/require-admin.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { cutPage, isId, readApiCursorPage } from '../../platform/http/cursor.ts'
import { extendedTagOf } from '../../platform/http/etag.ts'
import { viewManagedProject, viewProjectRecord } from './managed-project.view.ts'
import { findCountedProject, listArchivedProjects, listCountedProjects } from './managed-projects.repo.ts'
import { readProjectId } from './project.policy.ts'

export async function getProjectRecord(
  { db }: { db: Db },
  principal: Principal,
  projectId: string,
): Promise<{ record: ProjectRecord; etag: string }> {
  const id = readProjectId(projectId)
  const project = id === undefined ? undefined : await findCountedProject(db, principal, id)
  if (!project) throw new AppError('project_not_found')
  const record = viewProjectRecord(project)
  return { record, etag: extendedTagOf(viewManagedProject(project), record) }
}

export async function listManagedProjects(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof listRoute>,
): Promise<RouteResponse<typeof listRoute, 200>> {
  const page = readApiCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const search = { after: page.after, limit: page.limit + 1 }
  const found =
    query.archived === 'true'
      ? await listRestorable(db, principal, search)
      : await listCountedProjects(db, principal, search)
  const { rows, next_cursor } = cutPage(found, page, ({ id }) => [id])
  return { projects: rows.map(viewProjectRecord), next_cursor }
}

/** Team keys and viewers cannot bring back any project. */
async function listRestorable(
  db: Db,
  principal: Principal,
  page: Parameters<typeof listCountedProjects>[2],
): ReturnType<typeof listCountedProjects> {
  if (principal.kind !== 'personal' || isReadOnly(principal)) return []
  return listArchivedProjects(db, principal, { ...page, isAdmin: isAdmin(principal) })
}
