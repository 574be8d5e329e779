/** Files uploaded from the browser, with the bodies, checks and upload descriptors of the import contract. */
import { Type } from 'typebox'
import { InitializeFile } from '../import/files.ts'
import { uploadDescriptorFields } from '../import/upload.ts'
import { defineWorkspaceRoute } from './route.ts'

export const beginFile = defineWorkspaceRoute({
  operationId: 'files.begin',
  method: 'POST',
  path: '/files',
  summary: 'Initialize the import of a recording, document or image',
  body: InitializeFile,
  responses: { 201: Type.Object({ wav_key: Type.String(), ...uploadDescriptorFields }) },
})

export const completeFile = defineWorkspaceRoute({
  operationId: 'files.complete',
  method: 'POST',
  path: '/files/{wav_key}/complete',
  summary: 'Complete the import of a file',
  params: Type.Object({ wav_key: Type.String() }),
  responses: { 200: Type.Object({ wav_key: Type.String(), status: Type.Literal('processing') }) },
})
