/** What the user may restore. Deleting and restoring are operations of the record or project itself. */
import { type Static, Type } from 'typebox'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { ProjectName, Time } from './shapes.ts'

export const TrashItem = Type.Object({
  kind: Type.Enum(['project', 'insight', 'file', 'survey', 'media']),
  key: Type.String({ description: 'As in the list of imports; of a project, its id.' }),
  name: Type.String(),
  project: ProjectName,
  deleted_at: Time,
  purge_at: Time,
  can_purge: Type.Boolean({ description: 'The user owns the project or is a team admin.' }),
})
export type TrashItem = Static<typeof TrashItem>

export const listTrash = defineWorkspaceRoute({
  operationId: 'trash.list',
  method: 'GET',
  path: '/trash',
  summary: 'List what the user may restore, last deleted first',
  query: Type.Object({
    ...CursorQuery.properties,
    project_id: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  responses: { 200: cursorPageOf('items', TrashItem) },
})
