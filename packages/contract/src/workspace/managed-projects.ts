/** Changes of projects. Apart from their lists, because only some screens need them. */
import { type Static, Type } from 'typebox'
import { ManagedProject, UpdateProject } from '../manage/projects.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { ProjectOverview } from './projects.ts'
import { defineWorkspaceRoute } from './route.ts'
import { DeleteQuery } from './shapes.ts'

const ProjectParams = Type.Object({ project_id: Type.String() })

export const ProjectSettings = Type.Object({
  ...ManagedProject.properties,
  is_manager: Type.Boolean({ description: 'The user may share, archive and delete it.' }),
  etag: Type.String({ description: 'For If-Match: it differs after any change of the project.' }),
})
export type ProjectSettings = Static<typeof ProjectSettings>

export const getProjectSettings = defineWorkspaceRoute({
  operationId: 'projects.getSettings',
  method: 'GET',
  path: '/projects/{project_id}/settings',
  summary: 'Get the settings of a project, to change them',
  params: ProjectParams,
  responses: { 200: ProjectSettings },
})

export const ArchivedProject = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  counts: ProjectOverview.properties.counts,
})
export type ArchivedProject = Static<typeof ArchivedProject>

export const listArchivedProjects = defineWorkspaceRoute({
  operationId: 'projects.listArchived',
  method: 'GET',
  path: '/projects/archived',
  summary: 'List archived projects that the user can unarchive, newest first',
  query: CursorQuery,
  responses: { 200: cursorPageOf('projects', ArchivedProject) },
})

export const updateProject = defineWorkspaceRoute({
  operationId: 'projects.update',
  method: 'PATCH',
  path: '/projects/{project_id}',
  summary: 'Change the settings of a project, archive it or bring it back',
  params: ProjectParams,
  body: UpdateProject,
  responses: { 200: ManagedProject },
})

export const deleteProject = defineWorkspaceRoute({
  operationId: 'projects.delete',
  method: 'DELETE',
  path: '/projects/{project_id}',
  summary: 'Move a project with everything in it to the trash, or purge it',
  params: ProjectParams,
  query: DeleteQuery,
  responses: { 204: Type.Null() },
})

export const restoreProject = defineWorkspaceRoute({
  operationId: 'projects.restore',
  method: 'POST',
  path: '/projects/{project_id}/restore',
  summary: 'Restore a project from the trash',
  params: ProjectParams,
  responses: { 200: ManagedProject },
})
