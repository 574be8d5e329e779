import { type Static, Type } from 'typebox'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { SurveyErrorDetails } from './survey-error.ts'
import { uploadDescriptorFields } from './upload.ts'

const prefix = '/api/v1/developer/import/surveys'

export const columnTypes = [
  'Name',
  'Email',
  'Timestamp',
  'Open-ended',
  'Single choice',
  'Multi choice',
  'NPS',
  'Ranking',
  'MEDIA_RESPONSE',
  'Do nothing',
] as const
export const ColumnType = Type.Enum(columnTypes)
export type ColumnType = Static<typeof ColumnType>

export const SurveyStatus = Type.Enum(['AWAITING_UPLOAD', 'VALIDATING', 'PROCESSING', 'COMPLETED', 'FAILED'])
export type SurveyStatus = Static<typeof SurveyStatus>

export const PartStatus = Type.Enum(['PENDING', 'UPLOADED', 'PROCESSED', 'FAILED'])
export type PartStatus = Static<typeof PartStatus>

export const MediaStatus = Type.Enum(['PENDING', 'UPLOADED', 'LINKED', 'FAILED'])
export type MediaStatus = Static<typeof MediaStatus>

export const MediaLevel = Type.Enum(['RESPONDENT', 'RESPONSE'])
export type MediaLevel = Static<typeof MediaLevel>

export const maxParts = 100

const UploadKey = Type.Object({ upload_key: Type.String() })
const NumParts = Type.Integer({ minimum: 1, maximum: maxParts })
const UtcTime = Type.String({ format: 'date-time', description: 'UTC, ending in Z.' })

/** Keys it does not know are kept and echoed, so that a client may keep notes of its own in it. */
export const MediaConfig = Type.Object(
  {
    link_by: Type.Optional(
      Type.Enum(['auto', 'email', 'name', 'column'], {
        description: 'What a file name is compared with. auto: e-mail first, then name.',
      }),
    ),
    column: Type.Optional(
      Type.String({ description: 'Header of the column to compare with, for link_by column.' }),
    ),
    match: Type.Optional(
      Type.Enum(['normalized', 'exact'], {
        description:
          'normalized (default) ignores letter case, surrounding space and the extension of the file name.',
      }),
    ),
  },
  { additionalProperties: true },
)
export type MediaConfig = Static<typeof MediaConfig>

const formFields = { key: 'incoming/k3vT9xQ2mB7c', Policy: 'eyJleHBpcmF0aW9uIjoi…' }

export const PartDescriptor = Type.Object({
  part_number: Type.Integer({ description: 'From 1.' }),
  ...uploadDescriptorFields,
  upload_fields: Type.Record(Type.String(), Type.String(), {
    description: 'Form fields to send before the file, all of them, unchanged.',
    examples: [{ ...formFields, 'Content-Type': 'text/csv' }],
  }),
  s3_key: Type.String({
    description: 'The object key; the same as upload_fields.key.',
    examples: [formFields.key],
  }),
})
export type PartDescriptor = Static<typeof PartDescriptor>

const BegunSurvey = Type.Object({
  survey_key: Type.String(),
  upload_key: Type.String(),
  status: SurveyStatus,
  num_parts: Type.Integer({ description: 'All parts of the upload, appended ones included.' }),
  upload_urls: Type.Array(PartDescriptor),
  add_to_research_panel: Type.Boolean(),
  media_config: Type.Union([MediaConfig, Type.Null()]),
  links: Type.Object({
    complete: Type.String({ description: 'Path to call once everything is uploaded.' }),
    status: Type.String({ description: 'Path to ask how far it is.' }),
    register_media: Type.Union([Type.String(), Type.Null()], {
      description: 'Path to declare media files; null when the upload has no media.',
    }),
  }),
})
export type BegunSurvey = Static<typeof BegunSurvey>

export const InitializeSurvey = Type.Object({
  project_id: Type.Integer(),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  file_type: Type.Literal('CSV'),
  num_parts: NumParts,
  column_mapping: Type.Optional(
    Type.Record(Type.String(), ColumnType, { description: 'Header of a column to its type.' }),
  ),
  auto_map: Type.Optional(
    Type.Boolean({ default: false, description: 'Find the types of the columns that are not mapped.' }),
  ),
  add_to_research_panel: Type.Optional(Type.Boolean({ default: true })),
  media_config: Type.Optional(MediaConfig),
  idempotency_key: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Sent again, it gives the same upload.' }),
  ),
})

export const initializeSurvey = defineRoute({
  operationId: 'surveys.initialize',
  method: 'POST',
  path: `${prefix}/initialize`,
  tag: 'Surveys',
  summary: 'Begin to import a survey',
  description:
    'One CSV in 1 to 100 parts, each with the header row, at most 20,000 rows and 50 MB. The descriptors are valid for one hour. 200 with the header Idempotent-Replayed when the idempotency_key was used before by this API key.',
  scopes: ['survey:write', 'project:read'],
  body: InitializeSurvey,
  conflict: 'Another API key of the team has used the idempotency_key.',
  responses: { 201: BegunSurvey, 200: BegunSurvey },
})

const CompletedSurvey = Type.Object({
  upload_key: Type.String(),
  status: Type.Enum(SurveyStatus.enum, { examples: ['VALIDATING'] }),
  message: Type.Optional(Type.String()),
})

export const completeSurvey = defineRoute({
  operationId: 'surveys.complete',
  method: 'POST',
  path: `${prefix}/{upload_key}/complete`,
  tag: 'Surveys',
  summary: 'Say that the parts and the media are uploaded',
  description:
    'Checks that everything is in storage and starts the import, once, however often it is called. 202 when this call started it, 200 when it had been started before, 400 with missing_parts and missing_media_files when something is not there.',
  scopes: ['survey:write'],
  params: UploadKey,
  responses: { 202: CompletedSurvey, 200: CompletedSurvey },
})

export const SurveyUpload = Type.Object({
  upload_key: Type.String(),
  survey_key: Type.String(),
  status: SurveyStatus,
  file_type: Type.Literal('CSV'),
  num_parts: Type.Integer(),
  parts: Type.Array(
    Type.Object({
      part_number: Type.Integer(),
      status: PartStatus,
      row_count: Type.Union([Type.Integer(), Type.Null()], { description: 'Set once it is processed.' }),
    }),
  ),
  processing: Type.Object({
    total_responses: Type.Integer(),
    questions_detected: Type.Integer(),
    is_mapped: Type.Boolean(),
  }),
  error_details: SurveyErrorDetails,
  created_at: UtcTime,
  completed_at: Type.Union([UtcTime, Type.Null()]),
  media_files: Type.Union([
    Type.Array(
      Type.Object({
        filename: Type.String(),
        status: MediaStatus,
        media_level: Type.Union([MediaLevel, Type.Null()], { description: 'Set once it is linked.' }),
        error_reason: Type.Optional(Type.String({ description: 'Only in FAILED: why, and what to do.' })),
      }),
    ),
    Type.Null(),
  ]),
  add_to_research_panel: Type.Boolean(),
  media_config: Type.Union([MediaConfig, Type.Null()]),
})
export type SurveyUpload = Static<typeof SurveyUpload>

export const getSurvey = defineRoute({
  operationId: 'surveys.status',
  method: 'GET',
  path: `${prefix}/{upload_key}/status`,
  tag: 'Surveys',
  summary: 'How far a survey is',
  description:
    'error_details is empty unless the upload is FAILED; then it names the part, the reason and what to do.',
  scopes: ['survey:write'],
  params: UploadKey,
  responses: { 200: SurveyUpload },
})

export const retryPart = defineRoute({
  operationId: 'surveys.retryPart',
  method: 'POST',
  path: `${prefix}/{upload_key}/parts/{part_number}/retry`,
  tag: 'Surveys',
  summary: 'Upload a part again',
  description:
    'A fresh descriptor for a part that is not processed yet. Only while the upload waits or has failed; a failed one waits again afterwards. What was uploaded to the earlier descriptor no longer counts.',
  scopes: ['survey:write'],
  params: Type.Object({
    upload_key: Type.String(),
    part_number: Type.String({ description: 'From 1.', examples: ['2'] }),
  }),
  responses: { 200: PartDescriptor },
})

export const appendSurvey = defineRoute({
  operationId: 'surveys.append',
  method: 'POST',
  path: `${prefix}/{upload_key}/append`,
  tag: 'Surveys',
  summary: 'Add parts to a completed survey',
  description:
    'The mapping and the settings of the first import are used again. Each new part needs every column that became a question; other columns are ignored. Of two calls at the same time one gets 409.',
  scopes: ['survey:write', 'project:read'],
  params: UploadKey,
  body: Type.Object({ num_parts: NumParts }),
  conflict: 'Another append was received at the same time and went first.',
  responses: { 201: BegunSurvey },
})

/** Names in one call; each becomes a descriptor in the answer, which has to stay of a size one can read. */
const maxMediaNames = 10_000

const mediaName = 'maya@example.com.mp4'
const MediaName = Type.String({ minLength: 1, maxLength: 512, examples: [mediaName] })
const MediaDescriptor = Type.Object({
  filename: Type.String({ examples: [mediaName] }),
  ...uploadDescriptorFields,
  upload_fields: Type.Record(Type.String(), Type.String(), {
    description:
      'Form fields to send before the file, all of them, unchanged. There is no Content-Type among them.',
    examples: [formFields],
  }),
})
export type MediaDescriptor = Static<typeof MediaDescriptor>

export const registerMedia = defineRoute({
  operationId: 'surveys.registerMedia',
  method: 'POST',
  path: `${prefix}/{upload_key}/media/register`,
  tag: 'Surveys',
  summary: 'Declare media files',
  description:
    'Only for an upload with media that waits or has failed. A name that is registered already is skipped, unless its file has not come yet: then it gets a fresh descriptor. mp4, mov, avi, m4v, webm, mp3, m4a, wav and aac can be linked.',
  scopes: ['survey:write'],
  params: UploadKey,
  body: Type.Object({
    files: Type.Array(MediaName, {
      maxItems: maxMediaNames,
      description: 'Names in NFC or anything equal to it, none twice. Register more in further calls.',
    }),
  }),
  responses: { 201: Type.Object({ media_files: Type.Array(MediaDescriptor) }) },
})

export const retryMedia = defineRoute({
  operationId: 'surveys.retryMedia',
  method: 'POST',
  path: `${prefix}/{upload_key}/media/{filename}/retry`,
  tag: 'Surveys',
  summary: 'Upload a media file again',
  description:
    'A fresh descriptor for a file that has not come yet or could not be linked. The name is percent-encoded. After the import has completed the file is linked without another complete.',
  scopes: ['survey:write'],
  params: Type.Object({
    upload_key: Type.String(),
    filename: Type.String({ description: 'Percent-encoded; a slash is %2F.', examples: [mediaName] }),
  }),
  responses: { 200: MediaDescriptor },
})

export const listSurveys = defineRoute({
  operationId: 'surveys.list',
  method: 'GET',
  path: prefix,
  tag: 'Surveys',
  summary: 'List imported surveys',
  description: 'Imports that completed, newest first, of the projects this key can open.',
  scopes: ['survey:write'],
  query: PageQuery,
  responses: {
    200: pageOf(
      'surveys',
      Type.Object({
        upload_key: Type.String(),
        survey_key: Type.String(),
        survey_name: Type.String(),
        project_id: Type.Integer(),
        number_of_responses: Type.Integer(),
        num_parts: Type.Integer(),
        completed_at: UtcTime,
      }),
    ),
  },
})
