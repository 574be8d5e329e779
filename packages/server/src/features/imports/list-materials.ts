import type { RouteQuery, RouteResponse } from '@inlet/contract'
import {
  contentPath,
  type ImportKind,
  type Material,
  type MaterialSort,
  type listMaterials as route,
} from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isId, isTimestamp, readCursorPage } from '../../platform/http/cursor.ts'
import { readTime } from '../../platform/http/record-query.ts'
import { requireOpenProject } from '../projects/projects.public.ts'
import { viewImport } from './import.view.ts'
import { type ImportRow, importKinds } from './imports.repo.ts'
import { type MaterialCursor, listMaterials as readMaterials, sortKeyOf } from './material-list.repo.ts'
import { findMaterialDetails, type MaterialDetails } from './materials.repo.ts'

export async function listMaterials(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const project = await requireOpenProject(db, principal, query.project_id)
  const sort = query.sort ?? '-created_at'
  const page = readCursorPage(query, (parts) => readMaterialCursor(sort, parts))
  const search = {
    projectId: project.id,
    group: query.kind,
    filter: query.filter ?? 'all',
    importedBy: query.imported_by,
    createdFrom: readTime('created_after', query.created_after),
    createdBefore: readTime('created_before', query.created_before),
    sort,
  }
  const found = await readMaterials(db, principal, search, page)
  const { rows, next_cursor } = cutPage(found, page, (row) => [sort, row.cursor_value, row.kind, row.id])
  const details = await findDetails(db, rows)
  return {
    materials: rows.map((row) => viewMaterial(row, details[row.kind].get(row.id))),
    next_cursor,
  }
}

/** A cursor continues the order in which it was written. */
function readMaterialCursor(sort: MaterialSort, parts: unknown[]): MaterialCursor | undefined {
  const [writtenFor, value, kind, id] = parts
  const known = importKinds.find((one) => one === kind)
  if (writtenFor !== sort || typeof value !== 'string' || !known || !isId(id)) return undefined
  return isSortValue[sortKeyOf(sort)](value) ? { value, kind: known, id } : undefined
}

const isNumber = (value: string): boolean => /^\d{1,15}$/.test(value)

const isSortValue: Record<ReturnType<typeof sortKeyOf>, (value: string) => boolean> = {
  created_at: isTimestamp,
  name: (value) => !value.includes('\0'),
  size: isNumber,
  duration: isNumber,
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
    size_bytes: details?.size_bytes ?? null,
  }
}
