/** The upload of an import in parts, which the browser resumes after the tab was closed. As in the import contract. */
import { type TSchema, Type } from 'typebox'
import {
  FormUpload,
  MultipartUpload,
  SignedParts,
  SignParts,
  UploadChoice,
  UploadState,
} from '../import/upload.ts'
import { defineWorkspaceRoute } from './route.ts'

/** The response of an initialize, with the key of the record: a form, or an upload in parts. */
export const begunInParts = { upload: MultipartUpload }

export function workspaceUploadRoutes<Params extends TSchema>({
  resource,
  path,
  params,
}: {
  /** Of the operation ids. */
  resource: string
  path: string
  params: Params
}) {
  return {
    get: defineWorkspaceRoute({
      operationId: `${resource}.getUpload`,
      method: 'GET',
      path,
      params,
      summary: 'Get what was received of an upload',
      responses: { 200: UploadState },
    }),
    start: defineWorkspaceRoute({
      operationId: `${resource}.startUpload`,
      method: 'POST',
      path,
      params,
      summary: 'Get a new upload descriptor',
      body: UploadChoice,
      responses: { 200: Type.Union([FormUpload, MultipartUpload]) },
    }),
    discard: defineWorkspaceRoute({
      operationId: `${resource}.discardUpload`,
      method: 'DELETE',
      path,
      params,
      summary: 'Discard what was received of an upload',
      responses: { 204: Type.Null() },
    }),
    sign: defineWorkspaceRoute({
      operationId: `${resource}.signUploadParts`,
      method: 'POST',
      path: `${path}/sign`,
      params,
      summary: 'Sign the URLs of parts',
      body: SignParts,
      responses: { 200: SignedParts },
    }),
  }
}

export type WorkspaceUploadRoutes<Params extends TSchema> = ReturnType<typeof workspaceUploadRoutes<Params>>
