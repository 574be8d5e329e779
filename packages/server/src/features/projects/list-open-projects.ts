import type { RouteResponse, listProjects as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { pageLinks } from '../../platform/http/paging.ts'
import { cutRecords } from '../../platform/http/record-query.ts'
import type { ListRequest } from './list-records.ts'
import { listOpenProjects, searchOpenProjects } from './projects.repo.ts'

/** The projects of the import API, which reveals their id and name only. */
export async function listProjectsToImportInto(
  { db, publicUrl }: { db: Db; publicUrl: string },
  principal: Principal,
  { name, query, page, requestUrl }: ListRequest,
): Promise<RouteResponse<typeof route, 200>> {
  if (!query.isSpecial) {
    const { projects, count } = await listOpenProjects(db, principal, page)
    return { projects, ...pageLinks(publicUrl, requestUrl, page, count) }
  }
  const limits = query.cursor ? { limit: page.limit + 1, offset: 0 } : page
  const { projects: found, count } = await searchOpenProjects(db, principal, { ...query, ...limits })
  const { items, next_cursor } = cutRecords(found, page, { name, order: query.order }, (project) => ({
    at: project.cursor_at,
    key: String(project.id),
  }))
  const projects = items.map((project) => ({ id: project.id, name: project.name }))
  return query.cursor
    ? { projects, next_cursor }
    : { projects, ...pageLinks(publicUrl, requestUrl, page, count) }
}
