/** Uploads from the browser: the same bodies, checks and descriptors as in the import contract. */
import { Type } from 'typebox'
import { InitializeFile } from '../import/files.ts'
import { CompletedInsight, CompleteInsight, InitializeInsight } from '../import/insights.ts'
import { uploadDescriptorFields } from '../import/upload.ts'
import { defineWorkspaceRoute } from './route.ts'

export const beginFile = defineWorkspaceRoute({
  operationId: 'files.begin',
  method: 'POST',
  path: '/files',
  summary: 'Begin to import a recording, document or image',
  body: InitializeFile,
  responses: { 201: Type.Object({ wav_key: Type.String(), ...uploadDescriptorFields }) },
})

export const completeFile = defineWorkspaceRoute({
  operationId: 'files.complete',
  method: 'POST',
  path: '/files/{wav_key}/complete',
  summary: 'Say that the file is uploaded',
  params: Type.Object({ wav_key: Type.String() }),
  responses: { 200: Type.Object({ wav_key: Type.String(), status: Type.Literal('processing') }) },
})

export const beginInsight = defineWorkspaceRoute({
  operationId: 'insights.begin',
  method: 'POST',
  path: '/insights',
  summary: 'Begin to import a document as an insight',
  body: InitializeInsight,
  responses: { 201: Type.Object({ insight_key: Type.String(), ...uploadDescriptorFields }) },
})

export const completeInsight = defineWorkspaceRoute({
  operationId: 'insights.complete',
  method: 'POST',
  path: '/insights/{insight_key}/complete',
  summary: 'Say that the document is uploaded',
  params: Type.Object({ insight_key: Type.String() }),
  body: CompleteInsight,
  isBodyOptional: true,
  responses: { 202: CompletedInsight, 200: CompletedInsight },
})
