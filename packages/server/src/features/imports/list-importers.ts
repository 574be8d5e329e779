import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { listImporters as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { listImporters as readImporters } from './material-list.repo.ts'

const maxImporters = 200

export async function listImporters(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const { id } = await requireOpenProject(db, principal, query.project_id)
  return { importers: await readImporters(db, principal, id, maxImporters) }
}
