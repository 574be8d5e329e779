import type { RouteResponse } from '@inlet/contract'
import type { searchNames as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { readText } from '../../platform/http/query.ts'
import { findNames } from './names.repo.ts'

const hitsOfEach = 8

/** For jumping: names only, whatever the project says about searches over several projects. */
export async function searchNames(
  { db }: { db: Db },
  principal: Principal,
  query: unknown,
): Promise<RouteResponse<typeof route, 200>> {
  const words = readText(query, 'q', 200)
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
