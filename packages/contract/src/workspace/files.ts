/** Files uploaded from the browser, with the bodies, checks and upload descriptors of the import contract. */
import { Type } from 'typebox'
import { InitializeFile, transcriptField, transcriptNameField } from '../import/files.ts'
import { maxSourceUrlLength, uploadChoiceFields, uploadDescriptorFields } from '../import/upload.ts'
import { defineWorkspaceRoute } from './route.ts'
import { begunInParts, workspaceUploadRoutes } from './upload-routes.ts'

export const beginFile = defineWorkspaceRoute({
  operationId: 'files.begin',
  method: 'POST',
  path: '/files',
  summary: 'Initialize the import of a recording, document or image',
  body: Type.Object({ ...InitializeFile.properties, ...uploadChoiceFields, ...transcriptNameField }),
  responses: {
    201: Type.Union([
      Type.Object({ wav_key: Type.String(), ...uploadDescriptorFields, ...transcriptField }),
      Type.Object({ wav_key: Type.String(), ...begunInParts, ...transcriptField }),
    ]),
  },
})

export const importFileFromUrl = defineWorkspaceRoute({
  operationId: 'files.importFromUrl',
  method: 'POST',
  path: '/files/from-url',
  summary: 'Import a recording, document or image that the service downloads',
  body: Type.Object({
    project_id: InitializeFile.properties.project_id,
    file_name: InitializeFile.properties.file_name,
    source_url: Type.String({ maxLength: maxSourceUrlLength }),
  }),
  responses: { 201: Type.Object({ wav_key: Type.String(), status: Type.Literal('processing') }) },
})

export const completeFile = defineWorkspaceRoute({
  operationId: 'files.complete',
  method: 'POST',
  path: '/files/{wav_key}/complete',
  summary: 'Complete the import of a file',
  params: Type.Object({ wav_key: Type.String() }),
  responses: { 200: Type.Object({ wav_key: Type.String(), status: Type.Literal('processing') }) },
})

export const fileUpload = workspaceUploadRoutes({
  resource: 'files',
  path: '/files/{wav_key}/upload',
  params: Type.Object({ wav_key: Type.String() }),
})
export const {
  get: getFileUpload,
  start: startFileUpload,
  discard: discardFileUpload,
  sign: signFileUploadParts,
} = fileUpload
