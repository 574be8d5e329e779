/** Up to 100 imports in one call, so that the number of calls does not limit the number of imports. */
import { type Static, type TSchema, Type } from 'typebox'
import { ErrorBody } from '../errors.ts'
import { defineRoute } from '../route.ts'
import { statusWait } from '../wait.ts'
import { progressOf } from './details.ts'
import {
  completeFile,
  FileStage,
  FileStatus,
  InitializeFile,
  initializeFile,
  transcriptNameField,
} from './files.ts'
import {
  CompletedInsight,
  CompleteInsight,
  InitializeInsight,
  initializeInsight,
  ProcessingStatus,
} from './insights.ts'
import { orNull } from './or-null.ts'
import { completeSurvey, SurveyStatus } from './surveys.ts'
import { importChoiceFields } from './upload.ts'

const prefix = '/api/v1/developer/import/batch'

export const maxBatchItems = 100

export const ImportKind = Type.Enum(['insight', 'file', 'survey'])
export type ImportKind = Static<typeof ImportKind>

const Key = Type.String({ description: 'The insight_key, wav_key or upload_key.' })

const itemsOf = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item, { minItems: 1, maxItems: maxBatchItems }) })

const resultsOf = <S extends TSchema>(body: S) =>
  Type.Object({
    results: Type.Array(
      Type.Object({
        index: Type.Integer({ description: 'Position of the item in the request, from 0.' }),
        http_status: Type.Integer({
          description: 'Status that the single call would return.',
          examples: [201],
        }),
        body,
      }),
      { description: 'One for each item, in the same order.' },
    ),
  })

const independence =
  'Items are independent: each has the status and body that the single call would return, and one that fails affects no other. The whole batch counts as one request; an API key can run two batches at once. A batch returns within 30 seconds: an item that was not attempted in time has http_status 503 and was not changed; send it again. With an Idempotency-Key each item is remembered: repeating the request repeats the answers of items that succeeded and attempts the others again.'

export const initializeBatch = defineRoute({
  operationId: 'batches.initialize',
  method: 'POST',
  path: `${prefix}/initialize`,
  tag: 'Batches',
  summary: 'Initialize up to 100 imports',
  description: `Each item is the body of insights.initialize or files.initialize with its kind. ${independence}`,
  scopes: [],
  anyScope: ['insight:write', 'file:write'],
  body: itemsOf(
    Type.Union([
      Type.Object({
        kind: Type.Literal('insight'),
        ...InitializeInsight.properties,
        ...importChoiceFields,
      }),
      Type.Object({
        kind: Type.Literal('file'),
        ...InitializeFile.properties,
        ...importChoiceFields,
        ...transcriptNameField,
      }),
    ]),
  ),
  envelope: itemsOf(Type.Object({ kind: Type.Enum(['insight', 'file']) })),
  responses: {
    200: resultsOf(Type.Union([initializeInsight.responses[201], initializeFile.responses[201], ErrorBody])),
  },
})

export const completeBatch = defineRoute({
  operationId: 'batches.complete',
  method: 'POST',
  path: `${prefix}/complete`,
  tag: 'Batches',
  summary: 'Complete up to 100 imports',
  description: `Call it once the files are uploaded. ${independence}`,
  scopes: [],
  anyScope: ['insight:write', 'file:write', 'survey:write'],
  body: itemsOf(Type.Object({ kind: ImportKind, key: Key, ...CompleteInsight.properties })),
  envelope: itemsOf(Type.Object({ kind: ImportKind })),
  responses: {
    200: resultsOf(
      Type.Union([CompletedInsight, completeFile.responses[200], completeSurvey.responses[202], ErrorBody]),
    ),
  },
})

export const BatchStatus = Type.Object({
  index: Type.Integer({ description: 'Position of the item in the request, from 0.' }),
  http_status: Type.Enum([200, 403, 404], {
    description:
      '200; 404 if there is no such import or this API key has no access to it; 403 if the token lacks the scope of the kind. Except for 200, the fields below are null.',
  }),
  kind: ImportKind,
  key: Type.String(),
  status: orNull(
    Type.Union([ProcessingStatus, FileStatus, SurveyStatus]),
    'The status in the words of the kind: processing_status of an insight, status of a file or survey.',
  ),
  is_final: Type.Boolean({
    description: 'The import has ended, or there is none to wait for (http_status 403 or 404).',
  }),
  error_reason: orNull(Type.String(), 'What went wrong and what to do; null unless the import failed.'),
  error_code: orNull(Type.String(), 'Stable error code for error_reason.'),
  progress: orNull(progressOf(FileStage), 'null unless an insight or file is being processed.'),
  external_id: orNull(Type.String(), 'The external_id that was sent; null if there is none.'),
})
export type BatchStatus = Static<typeof BatchStatus>

export const getBatchStatus = defineRoute({
  operationId: 'batches.status',
  method: 'POST',
  path: `${prefix}/status`,
  tag: 'Batches',
  summary: 'Get the status of up to 100 imports',
  description:
    'With wait, the call returns as soon as at least one of the imports has ended or waits for the caller, so send only those that you are still waiting for. Changes nothing and ignores Idempotency-Key.',
  scopes: [],
  anyScope: ['insight:write', 'file:write', 'survey:write'],
  changesNothing: true,
  query: Type.Object({ wait: statusWait }),
  body: itemsOf(Type.Object({ kind: ImportKind, key: Key })),
  responses: { 200: Type.Object({ results: Type.Array(BatchStatus) }) },
})
