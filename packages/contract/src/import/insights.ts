import { type Static, Type } from 'typebox'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { ImportLinks, uploadDescriptorFields } from './upload.ts'

const prefix = '/api/v1/developer/import/insights'

export const ProcessingStatus = Type.Enum(['pending', 'completed', 'failed'])
export type ProcessingStatus = Static<typeof ProcessingStatus>

export const InsightType = Type.Enum(['pdf', 'ppt', 'sheet', 'doc', 'native_doc', 'other'])
export type InsightType = Static<typeof InsightType>

const InsightKey = Type.Object({ insight_key: Type.String() })
const CreatedAt = Type.String({ format: 'date-time', description: 'UTC, ending in Z.' })

export const InitializeInsight = Type.Object({
  project_id: Type.Integer(),
  filename: Type.String({
    maxLength: 500,
    description: 'With one of the extensions pdf, ppt, pptx, doc, docx, xls, xlsx, txt.',
  }),
  should_publish: Type.Optional(
    Type.Unknown({ deprecated: true, description: 'Not accepted here; send it to complete.' }),
  ),
})

export const initializeInsight = defineRoute({
  operationId: 'insights.initialize',
  method: 'POST',
  path: `${prefix}/initialize`,
  tag: 'Insights',
  summary: 'Begin to import a document',
  description:
    'Makes an insight, a private draft, and says where to upload the document. The descriptor is valid for one hour. Every call makes a new insight. At most 500 MB.',
  scopes: ['insight:write', 'project:read'],
  body: InitializeInsight,
  responses: {
    201: Type.Object({ insight_key: Type.String(), ...uploadDescriptorFields, links: ImportLinks }),
  },
})

export const CompleteInsight = Type.Object({
  should_publish: Type.Optional(
    Type.Boolean({ default: false, description: 'true: visible to the team once it is processed.' }),
  ),
})

export const CompletedInsight = Type.Object({
  insight_key: Type.String(),
  status: Type.Enum(['processing', 'completed', 'failed']),
  message: Type.Optional(Type.String()),
})

export const completeInsight = defineRoute({
  operationId: 'insights.complete',
  method: 'POST',
  path: `${prefix}/{insight_key}/complete`,
  tag: 'Insights',
  summary: 'Say that the document is uploaded',
  description:
    'Checks the uploaded document and starts its processing, once, however often it is called. 202 when this call started it, 200 when it had been started before.',
  scopes: ['insight:write'],
  params: InsightKey,
  body: CompleteInsight,
  isBodyOptional: true,
  responses: { 202: CompletedInsight, 200: CompletedInsight },
})

export const getInsight = defineRoute({
  operationId: 'insights.status',
  method: 'GET',
  path: `${prefix}/{insight_key}/status`,
  tag: 'Insights',
  summary: 'How far a document is',
  description:
    'insight_state: 0 published, 1 private draft, 2 shared draft. thumbnail_image is null until there is one, then an address that needs no credentials for at least an hour.',
  scopes: ['insight:write'],
  params: InsightKey,
  responses: {
    200: Type.Object({
      insight_key: Type.String(),
      name: Type.String(),
      processing_status: ProcessingStatus,
      insight_state: Type.Enum([0, 1, 2]),
      insight_type: InsightType,
      thumbnail_image: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
      created_at: CreatedAt,
      error_reason: Type.Optional(Type.String({ description: 'Only when failed: why, and what to do.' })),
    }),
  },
})

export const listInsights = defineRoute({
  operationId: 'insights.list',
  method: 'GET',
  path: prefix,
  tag: 'Insights',
  summary: 'List insights',
  description: 'Newest first, of the projects this key can open.',
  scopes: ['insight:write'],
  query: PageQuery,
  responses: {
    200: pageOf(
      'insights',
      Type.Object({
        insight_key: Type.String(),
        name: Type.String(),
        project_id: Type.Integer(),
        processing_status: ProcessingStatus,
        created_at: CreatedAt,
      }),
    ),
  },
})
