/** Insights uploaded from the browser, with the bodies, checks and upload descriptors of the import contract. */
import { Type } from 'typebox'
import { CompletedInsight, CompleteInsight, InitializeInsight } from '../import/insights.ts'
import { uploadChoiceFields, uploadDescriptorFields } from '../import/upload.ts'
import { defineWorkspaceRoute } from './route.ts'
import { begunInParts, workspaceUploadRoutes } from './upload-routes.ts'

export const beginInsight = defineWorkspaceRoute({
  operationId: 'insights.begin',
  method: 'POST',
  path: '/insights',
  summary: 'Initialize the import of a document as an insight',
  body: Type.Object({ ...InitializeInsight.properties, ...uploadChoiceFields }),
  responses: {
    201: Type.Union([
      Type.Object({ insight_key: Type.String(), ...uploadDescriptorFields }),
      Type.Object({ insight_key: Type.String(), ...begunInParts }),
    ]),
  },
})

export const completeInsight = defineWorkspaceRoute({
  operationId: 'insights.complete',
  method: 'POST',
  path: '/insights/{insight_key}/complete',
  summary: 'Complete the import of a document',
  params: Type.Object({ insight_key: Type.String() }),
  body: CompleteInsight,
  isBodyOptional: true,
  responses: { 202: CompletedInsight, 200: CompletedInsight },
})

export const insightUpload = workspaceUploadRoutes({
  resource: 'insights',
  path: '/insights/{insight_key}/upload',
  params: Type.Object({ insight_key: Type.String() }),
})
export const {
  get: getInsightUpload,
  start: startInsightUpload,
  discard: discardInsightUpload,
  sign: signInsightUploadParts,
} = insightUpload
