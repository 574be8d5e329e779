import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { searchNames as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { findNames } from './names.repo.ts'

const hitsOfEach = 8

/** Names only, for quick navigation; includes projects that are excluded from searches. */
export async function searchNames(
  { db }: { db: Db },
  principal: Principal,
  { q: words }: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  if (words === '') return { hits: [] }
  const rows = await findNames(db, principal, {
    query: words,
    projectId: undefined,
    limit: hitsOfEach,
    hasParticipants: true,
  })
  return {
    hits: rows.map(({ owner, key, name, media, project_id, project_name }) => ({
      owner,
      key,
      name,
      media,
      project: project_id === null ? null : { id: project_id, name: project_name ?? '' },
    })),
  }
}
