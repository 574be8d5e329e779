/** What a project holds, for its page: every import with what a list shows of it. */
import { type Static, Type } from 'typebox'
import { Import } from './imports.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { ContentPath, Count, orNull } from './shapes.ts'

export const materialKinds = ['audio', 'video', 'document', 'image', 'insight', 'survey'] as const
export const MaterialKind = Type.Enum(materialKinds)
export type MaterialKind = Static<typeof MaterialKind>

export const Material = Type.Object({
  ...Import.properties,
  thumbnail_path: orNull(ContentPath),
  page_count: orNull(Count),
  duration_ms: orNull(Count),
  response_count: orNull(Count),
})
export type Material = Static<typeof Material>

export const listMaterials = defineWorkspaceRoute({
  operationId: 'materials.list',
  method: 'GET',
  path: '/projects/{project_id}/materials',
  summary: 'Files, insights and surveys of one project, newest first',
  params: Type.Object({ project_id: Type.String() }),
  query: Type.Object({ ...CursorQuery.properties, kind: Type.Optional(MaterialKind) }),
  responses: { 200: cursorPageOf('materials', Material) },
})
