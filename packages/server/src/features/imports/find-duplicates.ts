import type { RouteBody, RouteResponse } from '@inlet/contract'
import type { findDuplicates as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { findSameContent, findSizes } from './duplicates.repo.ts'

export async function findDuplicates(
  { db }: { db: Db },
  principal: Principal,
  { files, project_id }: RouteBody<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const sizes = files.filter(({ sha256 }) => sha256 === undefined).map(({ size_bytes }) => size_bytes)
  const contents = files.flatMap(({ size_bytes, sha256 }) =>
    sha256 === undefined ? [] : [{ bytes: size_bytes, sha256 }],
  )
  const found = contents.length > 0 ? await findSameContent(db, principal, contents, project_id) : []
  return {
    sizes: sizes.length > 0 ? await findSizes(db, principal, sizes) : [],
    duplicates: found.map(({ project_id: id, project_name, created_at, ...row }) => ({
      ...row,
      project: { id, name: project_name },
      created_at: created_at.toISOString(),
    })),
  }
}
