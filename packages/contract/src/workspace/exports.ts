/** Exports that a person requested in the workspace. */
import { type Static, Type } from 'typebox'
import { ExportContent, ExportVolume, ListedExport } from '../exports/exports.ts'
import { defineWorkspaceRoute } from './route.ts'

export type { ExportContent, ExportVolume } from '../exports/exports.ts'

const ExportParams = Type.Object({ export_key: Type.String() })

export const WorkspaceExport = Type.Object({
  ...ListedExport.properties,
  has_people: Type.Boolean({ description: 'With names and e-mail addresses.' }),
})
export type WorkspaceExport = Static<typeof WorkspaceExport>

export const listProjectExports = defineWorkspaceRoute({
  operationId: 'exports.list',
  method: 'GET',
  path: '/exports',
  summary: 'List the latest exports of a project that the user requested, newest first',
  query: Type.Object({ project_id: Type.Integer({ minimum: 1 }) }),
  responses: { 200: Type.Object({ exports: Type.Array(WorkspaceExport) }) },
})

export const createProjectExport = defineWorkspaceRoute({
  operationId: 'exports.create',
  method: 'POST',
  path: '/exports',
  summary: 'Export a project, for its owner and team admins',
  body: Type.Object({
    project_id: Type.Integer(),
    contents: Type.Array(ExportContent),
    has_people: Type.Boolean(),
  }),
  conflict: 'An export of the project is running.',
  responses: { 202: Type.Object({ export_key: Type.String() }) },
})

export const downloadExport = defineWorkspaceRoute({
  operationId: 'exports.download',
  method: 'POST',
  path: '/exports/{export_key}/download',
  summary: 'Get URLs of the archives of an export, valid for an hour',
  params: ExportParams,
  responses: {
    200: Type.Object({
      volumes: Type.Array(ExportVolume, { description: 'Empty unless the export is completed.' }),
    }),
  },
})

export const deleteProjectExport = defineWorkspaceRoute({
  operationId: 'exports.delete',
  method: 'DELETE',
  path: '/exports/{export_key}',
  summary: 'Cancel or delete an export',
  params: ExportParams,
  responses: { 204: Type.Null() },
})
