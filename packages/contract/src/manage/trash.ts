/** Deleting records to the trash, restoring and purging them. */
import { type Static, Type } from 'typebox'
import { CursorPageQuery } from '../events/webhooks.ts'
import { orNull } from '../import/or-null.ts'
import { defineRoute } from '../route.ts'
import type { Scope } from '../scopes.ts'
import { ManagedProject } from './projects.ts'
import { ManagedFile, ManagedInsight, ManagedMedia, ManagedSurvey } from './records.ts'

const prefix = '/api/v1/developer'
const tag = 'Trash'

export const TrashKind = Type.Enum(['project', 'insight', 'file', 'survey', 'media'])
export type TrashKind = Static<typeof TrashKind>

const insightParams = Type.Object({ insight_key: Type.String() })
const fileParams = Type.Object({ wav_key: Type.String() })
const surveyParams = Type.Object({ upload_key: Type.String() })
const mediaParams = Type.Object({ media_key: Type.String() })
const projectParams = Type.Object({ project_id: Type.String() })

const DeleteQuery = Type.Object({
  permanent: Type.Optional(
    Type.Enum(['true', 'false'], {
      description:
        'true: purges it at once, also if it is in the trash. For the owner of the project or a team admin, with a personal key.',
    }),
  ),
})

const deleted =
  'Moves it to the trash, from which it can be restored for 30 days (a team setting). It disappears from lists, reads and search at once, and running work is cancelled. Signed URLs issued earlier stay valid until they expire.'
const restored =
  'Brings it back as it was. Interrupted processing starts again. What is not in the trash is returned unchanged.'

const removal = {
  method: 'DELETE',
  tag,
  query: DeleteQuery,
  responses: { 204: Type.Null() },
} as const

export const deleteInsight = defineRoute({
  ...removal,
  operationId: 'insights.delete',
  path: `${prefix}/insights/{insight_key}`,
  summary: 'Delete an insight',
  description: deleted,
  scopes: ['insight:manage'],
  params: insightParams,
})

export const deleteFile = defineRoute({
  ...removal,
  operationId: 'files.delete',
  path: `${prefix}/files/{wav_key}`,
  summary: 'Delete a recording, document or image',
  description: deleted,
  scopes: ['file:manage'],
  params: fileParams,
})

export const deleteSurvey = defineRoute({
  ...removal,
  operationId: 'surveys.delete',
  path: `${prefix}/surveys/{upload_key}`,
  summary: 'Delete a survey with its media files',
  description: deleted,
  scopes: ['survey:manage'],
  params: surveyParams,
})

const replaced =
  'media_being_replaced: the file is being replaced. Withdraw its replacement first, or wait until it is linked.'

export const deleteMedia = defineRoute({
  ...removal,
  operationId: 'media.delete',
  path: `${prefix}/media/{media_key}`,
  summary: 'Delete a media file of a survey',
  description: `${deleted} The response that it is linked to stays.`,
  scopes: ['survey:manage'],
  params: mediaParams,
  conflict: replaced,
})

export const deleteProject = defineRoute({
  ...removal,
  operationId: 'projects.delete',
  path: `${prefix}/projects/{project_id}`,
  summary: 'Delete a project with everything in it',
  description: `${deleted} For its owner or a team admin, with a personal key. With permanent=true it is purged within minutes.`,
  scopes: ['project:manage'],
  params: projectParams,
})

const restoring = { method: 'POST', tag, description: restored } as const

export const restoreInsight = defineRoute({
  ...restoring,
  operationId: 'insights.restore',
  path: `${prefix}/insights/{insight_key}/restore`,
  summary: 'Restore an insight from the trash',
  scopes: ['insight:manage'],
  params: insightParams,
  responses: { 200: ManagedInsight },
})

export const restoreFile = defineRoute({
  ...restoring,
  operationId: 'files.restore',
  path: `${prefix}/files/{wav_key}/restore`,
  summary: 'Restore a recording, document or image from the trash',
  scopes: ['file:manage'],
  params: fileParams,
  responses: { 200: ManagedFile },
})

export const restoreSurvey = defineRoute({
  ...restoring,
  operationId: 'surveys.restore',
  path: `${prefix}/surveys/{upload_key}/restore`,
  summary: 'Restore a survey from the trash',
  scopes: ['survey:manage'],
  params: surveyParams,
  responses: { 200: ManagedSurvey },
})

export const restoreMedia = defineRoute({
  ...restoring,
  operationId: 'media.restore',
  path: `${prefix}/media/{media_key}/restore`,
  summary: 'Restore a media file from the trash',
  scopes: ['survey:manage'],
  params: mediaParams,
  conflict:
    'media_name_taken: the survey has another file of that name now. Delete or replace that one first.',
  responses: { 200: ManagedMedia },
})

export const restoreProject = defineRoute({
  ...restoring,
  operationId: 'projects.restore',
  path: `${prefix}/projects/{project_id}/restore`,
  summary: 'Restore a project from the trash',
  scopes: ['project:manage'],
  params: projectParams,
  responses: { 200: ManagedProject },
})

export const TrashedRecord = Type.Object({
  kind: TrashKind,
  key: Type.String({ description: 'The insight_key, wav_key, upload_key, media_key or id of the project.' }),
  name: Type.String(),
  project_id: Type.Integer({ description: 'The project it is restored to; of a project, its own id.' }),
  deleted_at: Type.String({ format: 'date-time' }),
  purge_at: Type.String({ format: 'date-time', description: 'After this time it cannot be restored.' }),
})
export type TrashedRecord = Static<typeof TrashedRecord>

const manageScopes: readonly Scope[] = ['project:manage', 'insight:manage', 'file:manage', 'survey:manage']

export const listTrash = defineRoute({
  operationId: 'trash.list',
  method: 'GET',
  path: `${prefix}/trash`,
  tag,
  summary: 'List the trash',
  description:
    'Lists what the API key may restore, last deleted first: records of the kinds whose scope it has, in projects that it can access; projects that its user owns and, for team admins, projects that are shared with its user.',
  scopes: [],
  anyScope: manageScopes,
  query: Type.Object({
    ...CursorPageQuery,
    kind: Type.Optional(Type.Enum(TrashKind.enum, { description: 'Only records of this kind.' })),
    project_id: Type.Optional(
      Type.Integer({ description: 'Only records that were deleted from this project.' }),
    ),
  }),
  responses: {
    200: Type.Object({ records: Type.Array(TrashedRecord), next_cursor: orNull(Type.String()) }),
  },
})
