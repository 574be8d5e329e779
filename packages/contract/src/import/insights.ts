import { type Static, Type } from 'typebox'
import { pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { listDetails, progressOf, StatusQuery, statusDetails } from './details.ts'
import { RecordQuery, wordsFilter } from './record-list.ts'
import { referenceFields } from './references.ts'
import {
  ImportLinks,
  importChoiceFields,
  MultipartUpload,
  UploadLinks,
  UrlUpload,
  uploadDescriptorFields,
} from './upload.ts'

const prefix = '/api/v1/developer/import/insights'

export const ProcessingStatus = Type.Enum(['pending', 'completed', 'failed'])
export type ProcessingStatus = Static<typeof ProcessingStatus>

export const InsightType = Type.Enum(['pdf', 'ppt', 'sheet', 'doc', 'native_doc', 'other'])
export type InsightType = Static<typeof InsightType>

const InsightKey = Type.Object({ insight_key: Type.String() })
const CreatedAt = Type.String({ format: 'date-time', description: 'Time in UTC, ending in Z.' })

export const InitializeInsight = Type.Object({
  project_id: Type.Integer(),
  filename: Type.String({
    maxLength: 500,
    description: 'File name with one of the extensions pdf, ppt, pptx, doc, docx, xls, xlsx, txt.',
  }),
  ...referenceFields,
  should_publish: Type.Optional(
    Type.Unknown({ deprecated: true, description: 'Not accepted here; send it to complete.' }),
  ),
})

export const initializeInsight = defineRoute({
  operationId: 'insights.initialize',
  method: 'POST',
  path: `${prefix}/initialize`,
  tag: 'Insights',
  summary: 'Initialize the import of a document',
  description:
    'Creates an insight as a draft and returns the upload descriptor for the document, valid for one hour. Every call creates a new insight. Up to 500 MB. With upload_type multipart or url the response has `upload` in place of upload_url and upload_fields; with url, call complete next, and the service downloads the file.',
  scopes: ['insight:write', 'project:read'],
  body: Type.Object({ ...InitializeInsight.properties, ...importChoiceFields }),
  responses: {
    201: Type.Union([
      Type.Object({ insight_key: Type.String(), ...uploadDescriptorFields, links: ImportLinks }),
      Type.Object({ insight_key: Type.String(), upload: MultipartUpload, links: UploadLinks }),
      Type.Object({ insight_key: Type.String(), upload: UrlUpload, links: UploadLinks }),
    ]),
  },
})

export const CompleteInsight = Type.Object({
  should_publish: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'true: publish the insight to the team once it is processed.',
    }),
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
  summary: 'Complete the import of a document',
  description:
    'Call it once the document is uploaded, or at once with upload_type url. Checks the document and starts processing. Safe to repeat: returns 202 if this call started processing, and 200 if it had already started.',
  scopes: ['insight:write'],
  params: InsightKey,
  body: CompleteInsight,
  isBodyOptional: true,
  responses: { 202: CompletedInsight, 200: CompletedInsight },
})

export const InsightStage = Type.Enum(['fetching', 'converting', 'reading'])
export type InsightStage = Static<typeof InsightStage>

export const getInsight = defineRoute({
  operationId: 'insights.status',
  method: 'GET',
  path: `${prefix}/{insight_key}/status`,
  tag: 'Insights',
  summary: 'Get the status of a document',
  description:
    'insight_state: 0 published, 1 draft, 2 shared draft. thumbnail_image is null until it exists; then it is a URL that needs no credentials for at least one hour.',
  scopes: ['insight:write'],
  params: InsightKey,
  query: StatusQuery,
  responses: {
    200: Type.Object({
      insight_key: Type.String(),
      name: Type.String(),
      processing_status: ProcessingStatus,
      insight_state: Type.Enum([0, 1, 2]),
      insight_type: InsightType,
      thumbnail_image: Type.Union([Type.String({ format: 'uri' }), Type.Null()]),
      created_at: CreatedAt,
      error_reason: Type.Optional(
        Type.String({ description: 'Only when failed: what went wrong and what to do.' }),
      ),
      kind: Type.Optional(Type.Enum(['document'], { description: 'With include=details.' })),
      progress: Type.Optional(
        Type.Union([progressOf(InsightStage), Type.Null()], {
          description: 'With include=details. null unless the document is being processed.',
        }),
      ),
      notices: Type.Optional(
        Type.Array(Type.String(), {
          description: 'With include=details. Limitations of the result of a completed document.',
        }),
      ),
      ...statusDetails,
    }),
  },
})

export const listInsights = defineRoute({
  operationId: 'insights.list',
  method: 'GET',
  path: prefix,
  tag: 'Insights',
  summary: 'List insights',
  description: 'Lists the insights of all projects that this API key can access, newest first.',
  scopes: ['insight:write'],
  query: Type.Object({
    ...RecordQuery.properties,
    status: wordsFilter(ProcessingStatus.enum, 'Only insights with one of these statuses.'),
  }),
  responses: {
    200: pageOf(
      'insights',
      Type.Object({
        insight_key: Type.String(),
        name: Type.String(),
        project_id: Type.Integer(),
        processing_status: ProcessingStatus,
        created_at: CreatedAt,
        ...listDetails,
      }),
    ),
  },
})
