import { type Static, Type } from 'typebox'
import { includeQuery } from '../include.ts'
import { pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'
import { statusWait } from '../wait.ts'
import { ColumnType } from './column-type.ts'
import { progressOf, UpdatedAt } from './details.ts'
import { FileStage } from './files.ts'
import { orNull } from './or-null.ts'
import { RecordQuery, wordsFilter } from './record-list.ts'
import { externalIdDetail, metadataDetail, referenceFields } from './references.ts'
import { exampleFormFields, surveysPath, UploadKey } from './survey-common.ts'
import { SurveyErrorDetails } from './survey-error.ts'
import { partDetailFields, surveyIncludes, surveyReportFields } from './survey-report.ts'
import { uploadDescriptorFields } from './upload.ts'

export const SurveyStatus = Type.Enum(['AWAITING_UPLOAD', 'VALIDATING', 'PROCESSING', 'COMPLETED', 'FAILED'])
export type SurveyStatus = Static<typeof SurveyStatus>

export const PartStatus = Type.Enum(['PENDING', 'UPLOADED', 'PROCESSED', 'FAILED'])
export type PartStatus = Static<typeof PartStatus>

export const MediaStatus = Type.Enum(['PENDING', 'UPLOADED', 'LINKED', 'FAILED'])
export type MediaStatus = Static<typeof MediaStatus>

export const MediaLevel = Type.Enum(['RESPONDENT', 'RESPONSE'])
export type MediaLevel = Static<typeof MediaLevel>

export const maxParts = 100
export const maxMediaPage = 1000

const NumParts = Type.Integer({ minimum: 1, maximum: maxParts })
const UtcTime = Type.String({ format: 'date-time', description: 'Time in UTC, ending in Z.' })

/** Unknown keys are stored and returned, so that clients can keep data of their own in it. */
export const MediaConfig = Type.Object(
  {
    link_by: Type.Optional(
      Type.Enum(['auto', 'email', 'name', 'column'], {
        description: 'What file names are matched against. auto: e-mail address first, then name.',
      }),
    ),
    column: Type.Optional(
      Type.String({ description: 'Header of the column to match against, for link_by column.' }),
    ),
    match: Type.Optional(
      Type.Enum(['normalized', 'exact'], {
        description:
          'normalized (default) ignores letter case, surrounding white space and the file extension.',
      }),
    ),
  },
  { additionalProperties: true },
)
export type MediaConfig = Static<typeof MediaConfig>

export const PartDescriptor = Type.Object({
  part_number: Type.Integer({ description: 'From 1.' }),
  ...uploadDescriptorFields,
  upload_fields: Type.Record(Type.String(), Type.String(), {
    description: 'Form fields to send before the file: all of them, unchanged.',
    examples: [{ ...exampleFormFields, 'Content-Type': 'text/csv' }],
  }),
  s3_key: Type.String({
    description: 'The object key; same value as upload_fields.key.',
    examples: [exampleFormFields.key],
  }),
})
export type PartDescriptor = Static<typeof PartDescriptor>

const BegunSurvey = Type.Object({
  survey_key: Type.String(),
  upload_key: Type.String(),
  status: SurveyStatus,
  num_parts: Type.Integer({ description: 'Number of all parts of the upload, including appended ones.' }),
  upload_urls: Type.Array(PartDescriptor),
  add_to_research_panel: Type.Boolean(),
  media_config: Type.Union([MediaConfig, Type.Null()]),
  links: Type.Object({
    complete: Type.String({ description: 'Path of complete; call it once everything is uploaded.' }),
    status: Type.String({ description: 'Path of the status.' }),
    register_media: Type.Union([Type.String(), Type.Null()], {
      description: 'Path to register media files; null if the upload has no media.',
    }),
  }),
})
export type BegunSurvey = Static<typeof BegunSurvey>

const ComparedField = Type.Enum(['project_id', 'name', 'num_parts'])
export type ComparedField = Static<typeof ComparedField>
export const InitializedSurvey = Type.Object({
  ...BegunSurvey.properties,
  idempotency_mismatch: Type.Optional(
    Type.Array(ComparedField, {
      description:
        'Fields in which this request differs from the first one with this idempotency_key; absent if there are none. If present, the request is not a retry: do not upload to this survey.',
    }),
  ),
})
export type InitializedSurvey = Static<typeof InitializedSurvey>

export const InitializeSurvey = Type.Object({
  project_id: Type.Integer(),
  name: Type.String({ minLength: 1, maxLength: 200 }),
  file_type: Type.Literal('CSV'),
  num_parts: NumParts,
  column_mapping: Type.Optional(
    Type.Record(Type.String(), ColumnType, { description: 'Maps the header of a column to its type.' }),
  ),
  auto_map: Type.Optional(
    Type.Boolean({ default: false, description: 'Detect the types of columns that are not mapped.' }),
  ),
  add_to_research_panel: Type.Optional(Type.Boolean({ default: true })),
  media_config: Type.Optional(
    Type.Union([MediaConfig, Type.Null()], { description: 'null is the same as omitting it.' }),
  ),
  idempotency_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'A repeated request with the same key returns the same upload.',
    }),
  ),
  ...referenceFields,
})

export const initializeSurvey = defineRoute({
  operationId: 'surveys.initialize',
  method: 'POST',
  path: `${surveysPath}/initialize`,
  tag: 'Surveys',
  summary: 'Initialize the import of a survey',
  description:
    'One CSV file in 1 to 100 parts, each with the header row, up to 20,000 rows and 50 MB. The upload descriptors are valid for one hour. Returns 200 with the header Idempotent-Replayed if this API key has used the idempotency_key before; idempotency_mismatch then lists the fields that differ from the first request.',
  scopes: ['survey:write', 'project:read'],
  body: InitializeSurvey,
  conflict: 'Another API key of the team has used the idempotency_key.',
  responses: { 201: BegunSurvey, 200: InitializedSurvey },
})

const CompletedSurvey = Type.Object({
  upload_key: Type.String(),
  status: Type.Enum(SurveyStatus.enum, { examples: ['VALIDATING'] }),
  message: Type.Optional(Type.String()),
})

export const completeSurvey = defineRoute({
  operationId: 'surveys.complete',
  method: 'POST',
  path: `${surveysPath}/{upload_key}/complete`,
  tag: 'Surveys',
  summary: 'Complete the import of a survey',
  description:
    'Call it once all parts and media files are uploaded. Checks the files and starts the import. Safe to repeat: returns 202 if this call started the import, 200 if it had already started, and 400 with missing_parts and missing_media_files if files are missing.',
  scopes: ['survey:write'],
  params: UploadKey,
  responses: { 202: CompletedSurvey, 200: CompletedSurvey },
})

export const RecordingStatus = Type.Enum(['processing', 'completed', 'error'])
export type RecordingStatus = Static<typeof RecordingStatus>

const MediaFile = Type.Object({
  filename: Type.String({ description: 'File name, exactly as registered.' }),
  status: MediaStatus,
  media_level: Type.Union([MediaLevel, Type.Null()], { description: 'null until the file is linked.' }),
  error_reason: Type.Optional(
    Type.String({ description: 'Only when FAILED: what went wrong and what to do.' }),
  ),
  media_key: Type.Optional(Type.String({ description: 'With include=recordings.' })),
  error_code: Type.Optional(
    orNull(
      Type.String(),
      'With include=recordings: stable error code for error_reason or recording_error_reason.',
    ),
  ),
  recording_status: Type.Optional(
    orNull(RecordingStatus, 'With include=recordings: null until the file is linked.'),
  ),
  recording_error_reason: Type.Optional(
    orNull(Type.String(), 'With include=recordings: why the recording could not be processed.'),
  ),
  progress: Type.Optional(
    orNull(progressOf(FileStage), 'With include=recordings: progress while the recording is processed.'),
  ),
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
      row_count: Type.Union([Type.Integer(), Type.Null()], {
        description: 'null until the part is processed.',
      }),
      ...partDetailFields,
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
  media_files: Type.Union([Type.Array(MediaFile), Type.Null()]),
  next_media_cursor: Type.Optional(
    orNull(
      Type.String(),
      'Only with media_limit or media_cursor: send it as media_cursor for the next page; null on the last one.',
    ),
  ),
  add_to_research_panel: Type.Boolean(),
  media_config: Type.Union([MediaConfig, Type.Null()]),
  external_id: externalIdDetail,
  metadata: metadataDetail,
  updated_at: Type.Optional(UpdatedAt),
  ...surveyReportFields,
})
export type SurveyUpload = Static<typeof SurveyUpload>

export const getSurvey = defineRoute({
  operationId: 'surveys.status',
  method: 'GET',
  path: `${surveysPath}/{upload_key}/status`,
  tag: 'Surveys',
  summary: 'Get the status of a survey',
  description:
    'error_details is empty unless the upload is FAILED; then it contains the part, the reason and what to do.',
  scopes: ['survey:write'],
  params: UploadKey,
  query: Type.Object({
    ...includeQuery(
      surveyIncludes,
      'They describe how the files were read, the type of each column and why, skipped rows, and the status of recordings.',
    ).properties,
    media_limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: maxMediaPage,
        description: `Maximum number of media_files, up to ${maxMediaPage}. Without it and media_cursor all of them are returned.`,
      }),
    ),
    media_cursor: Type.Optional(
      Type.String({ description: 'The next_media_cursor of the previous page of media_files.' }),
    ),
    wait: statusWait,
  }),
  responses: { 200: SurveyUpload },
})

const PartParams = Type.Object({
  upload_key: Type.String(),
  part_number: Type.String({ description: 'From 1.', examples: ['2'] }),
})

export const retryPart = defineRoute({
  operationId: 'surveys.retryPart',
  method: 'POST',
  path: `${surveysPath}/{upload_key}/parts/{part_number}/retry`,
  tag: 'Surveys',
  summary: 'Upload a part again',
  description:
    'Returns a new upload descriptor for a part that is not PROCESSED. Only while the upload is AWAITING_UPLOAD or FAILED; a FAILED upload becomes AWAITING_UPLOAD. A file uploaded with an earlier descriptor is ignored.',
  scopes: ['survey:write'],
  params: PartParams,
  responses: { 200: PartDescriptor },
})

export const withdrawPart = defineRoute({
  operationId: 'surveys.withdrawPart',
  method: 'DELETE',
  path: `${surveysPath}/{upload_key}/parts/{part_number}`,
  tag: 'Surveys',
  summary: 'Withdraw a part',
  description:
    'Only for a part that is not PROCESSED, while the upload is AWAITING_UPLOAD or FAILED. Its number is not reused, and num_parts and parts no longer include it. If no other part is pending, an appended upload becomes COMPLETED again, and a first import continues with the processed parts. The only part of an upload cannot be withdrawn.',
  scopes: ['survey:write'],
  params: PartParams,
  responses: { 204: Type.Null() },
})

export const AppendParts = Type.Object({ num_parts: NumParts })

export const appendSurvey = defineRoute({
  operationId: 'surveys.append',
  method: 'POST',
  path: `${surveysPath}/{upload_key}/append`,
  tag: 'Surveys',
  summary: 'Append parts to a completed survey',
  description:
    'Uses the column mapping and the settings of the first import. Each new part must contain every column that became a question; other columns are ignored. Of two concurrent calls, one fails with 409.',
  scopes: ['survey:write', 'project:read'],
  params: UploadKey,
  body: AppendParts,
  conflict: 'A concurrent append was accepted first.',
  responses: { 201: BegunSurvey },
})

export const RetypeColumn = Type.Object({ type: ColumnType })

const RetypedColumn = Type.Object({
  upload_key: Type.String(),
  status: Type.Enum(SurveyStatus.enum, { examples: ['PROCESSING'] }),
  position: Type.Integer(),
  type: ColumnType,
})
export type RetypedColumn = Static<typeof RetypedColumn>

export const retypeColumn = defineRoute({
  operationId: 'surveys.retypeColumn',
  method: 'PATCH',
  path: `${surveysPath}/{upload_key}/columns/{position}`,
  tag: 'Surveys',
  summary: 'Change the type of a column',
  description:
    'Only for a COMPLETED survey. The parts are read again with the new type while the upload is PROCESSING; responses keep their ids and media files keep their links. Returns 202 if this call started the change, and 200 if the column already has that type or the same change is in progress. Parts appended later use the new type. Data of erased people is not restored.',
  scopes: ['survey:write'],
  params: Type.Object({
    upload_key: Type.String(),
    position: Type.String({ description: 'Position in the header, from 0.', examples: ['3'] }),
  }),
  body: RetypeColumn,
  responses: { 202: RetypedColumn, 200: RetypedColumn },
})

export const listSurveys = defineRoute({
  operationId: 'surveys.list',
  method: 'GET',
  path: surveysPath,
  tag: 'Surveys',
  summary: 'List imported surveys',
  description:
    'Lists the completed surveys of all projects that this API key can access, newest first. With status, it lists the uploads that have one of these statuses now.',
  scopes: ['survey:write'],
  query: Type.Object({
    ...RecordQuery.properties,
    status: wordsFilter(SurveyStatus.enum, 'Only surveys that have one of these statuses now.'),
  }),
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
        completed_at: Type.Union([UtcTime, Type.Null()], {
          description: 'null only with the parameter status, for an upload that has not been completed.',
        }),
        status: Type.Optional(Type.Enum(SurveyStatus.enum, { description: 'With include=details.' })),
        external_id: externalIdDetail,
        error_code: Type.Optional(
          orNull(Type.String(), 'With include=details. The code of error_details; null unless FAILED.'),
        ),
        updated_at: Type.Optional(UpdatedAt),
      }),
    ),
  },
})
