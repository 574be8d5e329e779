/** The sub-resource `upload` of every import that awaits bytes: read, start over, discard, sign parts. */
import { type TSchema, Type } from 'typebox'
import { defineRoute } from '../route.ts'
import type { Scope } from '../scopes.ts'
import { bundlesPath } from './bundles.ts'
import { surveysPath } from './survey-common.ts'
import {
  FormUpload,
  ImportUploadChoice,
  MultipartUpload,
  SignedParts,
  SignParts,
  UploadChoice,
  UploadState,
  UrlUpload,
} from './upload.ts'

interface Owner<Params extends TSchema> {
  /** Of the operation ids, `<resource>.get<Subject>` and so on. */
  resource: string
  subject: 'Upload' | 'MediaUpload' | 'VolumeUpload'
  path: string
  tag: string
  scopes: readonly Scope[]
  params: Params
}

const startDescription =
  'Only while the import awaits its upload. With the same type and size the upload continues: what was received still counts. Another type or size discards it and starts over.'

function uploadRoutes<Params extends TSchema>(owner: Owner<Params>) {
  const { resource, subject, ...common } = owner
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
      path: `${common.path}/sign`,
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

const startRoute = <Params extends TSchema>({ resource, subject, ...common }: Owner<Params>) =>
  defineRoute({
    ...common,
    operationId: `${resource}.start${subject}`,
    method: 'POST',
    summary: 'Get a new upload descriptor',
    description: startDescription,
    body: UploadChoice,
    responses: { 200: Type.Union([FormUpload, MultipartUpload]) },
  })

const startImportRoute = <Params extends TSchema>({ resource, subject, ...common }: Owner<Params>) =>
  defineRoute({
    ...common,
    operationId: `${resource}.start${subject}`,
    method: 'POST',
    summary: 'Get a new upload descriptor',
    description: `${startDescription} So does every call with upload_type url.`,
    body: ImportUploadChoice,
    responses: { 200: Type.Union([FormUpload, MultipartUpload, UrlUpload]) },
  })

const insightOwner = {
  resource: 'insights',
  subject: 'Upload',
  path: '/api/v1/developer/import/insights/{insight_key}/upload',
  tag: 'Insights',
  scopes: ['insight:write'],
  params: Type.Object({ insight_key: Type.String() }),
} satisfies Owner<TSchema>
export const insightUpload = { ...uploadRoutes(insightOwner), start: startImportRoute(insightOwner) }

const fileOwner = {
  resource: 'files',
  subject: 'Upload',
  path: '/api/v1/developer/import/files/{wav_key}/upload',
  tag: 'Files',
  scopes: ['file:write'],
  params: Type.Object({ wav_key: Type.String() }),
} satisfies Owner<TSchema>
export const fileUpload = { ...uploadRoutes(fileOwner), start: startImportRoute(fileOwner) }

const mediaOwner = {
  resource: 'surveys',
  subject: 'MediaUpload',
  path: `${surveysPath}/{upload_key}/media/{media_key}/upload`,
  tag: 'Surveys',
  scopes: ['survey:write'],
  params: Type.Object({ upload_key: Type.String(), media_key: Type.String() }),
} satisfies Owner<TSchema>
export const mediaUpload = { ...uploadRoutes(mediaOwner), start: startRoute(mediaOwner) }

const volumeOwner = {
  resource: 'bundles',
  subject: 'VolumeUpload',
  path: `${bundlesPath}/{bundle_key}/volumes/{volume_number}/upload`,
  tag: 'Bundles',
  scopes: ['export:write', 'project:write'],
  params: Type.Object({ bundle_key: Type.String(), volume_number: Type.String() }),
} satisfies Owner<TSchema>
export const volumeUpload = { ...uploadRoutes(volumeOwner), start: startRoute(volumeOwner) }

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

export const {
  get: getVolumeUpload,
  start: startVolumeUpload,
  discard: discardVolumeUpload,
  sign: signVolumeUploadParts,
} = volumeUpload

export type UploadRoutes<Params extends TSchema> = ReturnType<typeof uploadRoutes<Params>>

export interface MediaUploadRoutes<Params extends TSchema> extends UploadRoutes<Params> {
  start: ReturnType<typeof startRoute<Params>>
}

export interface ImportUploadRoutes<Params extends TSchema> extends UploadRoutes<Params> {
  start: ReturnType<typeof startImportRoute<Params>>
}
