import type { RouteQuery, RouteResponse } from '@inlet/contract'
import {
  contentPath,
  type ImportKind,
  type Material,
  type listMaterials as route,
} from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, readCursorPage } from '../../platform/http/cursor.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { viewImport } from './import.view.ts'
import { type ImportRow, importKinds, listImports } from './imports.repo.ts'
import { readImportCursor } from './list-imports.ts'
import { findMaterialDetails, type MaterialDetails } from './materials.repo.ts'

export async function listMaterials(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const project = await requireOpenProject(db, principal, query.project_id)
  const page = readCursorPage(query, readImportCursor)
  const search = { filter: 'all' as const, projectId: project.id, material: query.kind }
  const found = await listImports(db, principal, search, page)
  const { rows, next_cursor } = cutPage(found, page, (row) => [row.cursor_at, row.kind, row.id])
  const details = await findDetails(db, rows)
  return {
    materials: rows.map((row) => viewMaterial(row, details[row.kind].get(row.id))),
    next_cursor,
  }
}

async function findDetails(db: Db, rows: readonly ImportRow[]) {
  const found = importKinds.map(async (kind) => {
    const ids = rows.filter((row) => row.kind === kind).map((row) => row.id)
    return [kind, await findMaterialDetails(db, kind, ids)] as const
  })
  return Object.fromEntries(await Promise.all(found)) as Record<ImportKind, Map<number, MaterialDetails>>
}

function viewMaterial(row: ImportRow, details: MaterialDetails | undefined): Material {
  const owner = row.kind === 'insight' ? 'insight' : 'file'
  const part = details?.has_thumbnail ? 'thumbnail' : details?.has_poster ? 'poster' : undefined
  return {
    ...viewImport(row),
    thumbnail_path: part ? contentPath(owner, row.key, part) : null,
    page_count: details?.page_count ?? null,
    duration_ms: details?.duration_ms ?? null,
    response_count: details?.response_count ?? null,
  }
}
