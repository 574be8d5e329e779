/** The sub-resource `upload` of every import that awaits bytes: read, start over, discard, sign parts. */
import { type TSchema, Type } from 'typebox'
import { defineRoute } from '../route.ts'
import type { Scope } from '../scopes.ts'
import { surveysPath } from './survey-common.ts'
import { FormUpload, MultipartUpload, SignedParts, SignParts, UploadChoice, UploadState } from './upload.ts'

interface Owner<Params extends TSchema> {
  /** Of the operation ids, `<resource>.get<Subject>` and so on. */
  resource: string
  subject: 'Upload' | 'MediaUpload'
  path: string
  tag: string
  scopes: readonly Scope[]
  params: Params
}

function uploadRoutes<Params extends TSchema>({
  resource,
  subject,
  path,
  tag,
  scopes,
  params,
}: Owner<Params>) {
  const common = { path, tag, scopes, params }
  return {
    get: defineRoute({
      ...common,
      operationId: `${resource}.get${subject}`,
      method: 'GET',
      summary: 'Get what was received of an upload',
      description:
        'Lists the parts that have arrived, so that a client that knows only the key can resume. Only while the import awaits its upload.',
      responses: { 200: UploadState },
    }),
    start: defineRoute({
      ...common,
      operationId: `${resource}.start${subject}`,
      method: 'POST',
      summary: 'Get a new upload descriptor',
      description:
        'Only while the import awaits its upload. With the same type and size the upload continues: what was received still counts. Another type or size discards it and starts over.',
      body: UploadChoice,
      responses: { 200: Type.Union([FormUpload, MultipartUpload]) },
    }),
    discard: defineRoute({
      ...common,
      operationId: `${resource}.discard${subject}`,
      method: 'DELETE',
      summary: 'Discard what was received of an upload',
      description:
        'Only while the import awaits its upload. Earlier descriptors no longer count; request a new one with POST.',
      responses: { 204: Type.Null() },
    }),
    sign: defineRoute({
      ...common,
      path: `${path}/sign`,
      operationId: `${resource}.sign${subject}Parts`,
      method: 'POST',
      summary: 'Sign the URLs of parts',
      description:
        'For a multipart upload that is not complete. The URLs are valid for one hour and can be requested as often as needed. The upload is kept for seven days after the last URL was signed.',
      body: SignParts,
      responses: { 200: SignedParts },
    }),
  }
}

export const insightUpload = uploadRoutes({
  resource: 'insights',
  subject: 'Upload',
  path: '/api/v1/developer/import/insights/{insight_key}/upload',
  tag: 'Insights',
  scopes: ['insight:write'],
  params: Type.Object({ insight_key: Type.String() }),
})

export const fileUpload = uploadRoutes({
  resource: 'files',
  subject: 'Upload',
  path: '/api/v1/developer/import/files/{wav_key}/upload',
  tag: 'Files',
  scopes: ['file:write'],
  params: Type.Object({ wav_key: Type.String() }),
})

export const mediaUpload = uploadRoutes({
  resource: 'surveys',
  subject: 'MediaUpload',
  path: `${surveysPath}/{upload_key}/media/{media_key}/upload`,
  tag: 'Surveys',
  scopes: ['survey:write'],
  params: Type.Object({ upload_key: Type.String(), media_key: Type.String() }),
})

export const {
  get: getInsightUpload,
  start: startInsightUpload,
  discard: discardInsightUpload,
  sign: signInsightUploadParts,
} = insightUpload
export const {
  get: getFileUpload,
  start: startFileUpload,
  discard: discardFileUpload,
  sign: signFileUploadParts,
} = fileUpload
export const {
  get: getMediaUpload,
  start: startMediaUpload,
  discard: discardMediaUpload,
  sign: signMediaUploadParts,
} = mediaUpload

export type UploadRoutes<Params extends TSchema> = ReturnType<typeof uploadRoutes<Params>>
