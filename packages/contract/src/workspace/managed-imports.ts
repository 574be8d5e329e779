/** Changes of imports. Apart from their lists, because only some screens need them. */
import { type Static, Type } from 'typebox'
import { ImportKind } from './imports.ts'
import { defineWorkspaceRoute } from './route.ts'
import { DeleteQuery } from './shapes.ts'

export const ImportRecord = Type.Object({
  kind: ImportKind,
  key: Type.String(),
  name: Type.String(),
  project_id: Type.Integer(),
  etag: Type.String({ description: 'For If-Match: it differs after any change of the record.' }),
})
export type ImportRecord = Static<typeof ImportRecord>

const ImportParams = Type.Object({ kind: Type.String(), key: Type.String() })

export const getImportRecord = defineWorkspaceRoute({
  operationId: 'imports.getRecord',
  method: 'GET',
  path: '/imports/{kind}/{key}/record',
  summary: 'Get the name and the project of an import, to change them',
  params: ImportParams,
  responses: { 200: ImportRecord },
})

export const updateImport = defineWorkspaceRoute({
  operationId: 'imports.update',
  method: 'PATCH',
  path: '/imports/{kind}/{key}',
  summary: 'Rename an import or move it to another project',
  params: ImportParams,
  body: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 500 })),
    project_id: Type.Optional(Type.Integer()),
  }),
  conflict: 'The privacy settings of a recording do not fit those of the new project.',
  responses: { 200: ImportRecord },
})

export const deleteImport = defineWorkspaceRoute({
  operationId: 'imports.delete',
  method: 'DELETE',
  path: '/imports/{kind}/{key}',
  summary: 'Move an import to the trash, or purge it',
  params: ImportParams,
  query: DeleteQuery,
  responses: { 204: Type.Null() },
})

const MediaParams = Type.Object({ media_key: Type.String() })

export const deleteMedia = defineWorkspaceRoute({
  operationId: 'imports.deleteMedia',
  method: 'DELETE',
  path: '/imports/media/{media_key}',
  summary: 'Move a media file of a survey to the trash, or purge it',
  params: MediaParams,
  query: DeleteQuery,
  conflict: 'The file is being replaced.',
  responses: { 204: Type.Null() },
})

export const restoreMedia = defineWorkspaceRoute({
  operationId: 'imports.restoreMedia',
  method: 'POST',
  path: '/imports/media/{media_key}/restore',
  summary: 'Restore a media file of a survey from the trash',
  params: MediaParams,
  conflict: 'Another file of the survey has its name.',
  responses: { 200: Type.Object({ media_key: Type.String(), filename: Type.String() }) },
})

export const restoreImport = defineWorkspaceRoute({
  operationId: 'imports.restore',
  method: 'POST',
  path: '/imports/{kind}/{key}/restore',
  summary: 'Restore an import from the trash',
  params: ImportParams,
  responses: { 200: ImportRecord },
})
