/**
 * Results of a survey: questions, responses, people, open answers and media files. Its charts are in `survey-charts.ts`.
 *
 * All operations take the same filter parameters, short enough for the URL of a page:
 * - `f`, repeatable, each for one column by its position. Several for one column are alternatives; columns combine
 *   with and. `f=4:2,7` one of the options 2 and 7; `f=5:s0-6` a score from 0 to 6; `f=6:*` any answer.
 * - `from`, `before`: ISO dates or times of the responses; `before` is exclusive.
 * - `words`: words that an open answer must contain.
 */
import { type Static, Type } from 'typebox'
import { ColumnType } from '../import/column-type.ts'
import { RetryMedia } from '../import/survey-media.ts'
import { MediaLevel, MediaStatus, PartDescriptor, PartStatus, SurveyStatus } from '../import/surveys.ts'
import { uploadDescriptorFields } from '../import/upload.ts'
import { ImportStatus } from './imports.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { ContentPath, Count, orNull, ProjectName, Sentence, TextRange, Time } from './shapes.ts'

export const SurveyParams = Type.Object({ upload_key: Type.String() })
const MediaParams = Type.Object({ upload_key: Type.String(), media_id: Type.String() })

export const FilterQuery = Type.Object({
  f: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  from: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
  words: Type.Optional(Type.String({ maxLength: 500 })),
})

export const SurveyColumn = Type.Object({
  position: Count,
  name: Type.String(),
  type: ColumnType,
  confidence: Type.Number({ description: 'Confidence of the detected type, 0 to 1; 1 for a mapped type.' }),
  reason: Type.String(),
})
export type SurveyColumn = Static<typeof SurveyColumn>

export const SurveyPart = Type.Object({
  number: Type.Integer(),
  status: PartStatus,
  row_count: orNull(Count),
  can_retry: Type.Boolean(),
  can_withdraw: Type.Boolean({ description: 'The survey can continue without this part.' }),
})
export type SurveyPart = Static<typeof SurveyPart>

export const WorkspaceSurvey = Type.Object({
  upload_key: Type.String(),
  name: Type.String(),
  project: ProjectName,
  status: ImportStatus,
  upload_status: SurveyStatus,
  failure: orNull(Sentence),
  failed_part: orNull(Type.Integer()),
  response_count: Count,
  respondent_count: Type.Integer({
    description: 'People with a known name or address.',
  }),
  first_answered_at: orNull(Time),
  last_answered_at: orNull(Time),
  columns: Type.Array(SurveyColumn),
  can_retype: Type.Boolean({ description: 'Whether the type of a column can be changed now.' }),
  retyping: orNull(
    Type.Object(
      { position: Count, type: ColumnType, parts_read: Count },
      {
        description:
          'The column whose type is being changed. It has no answers until the change is complete.',
      },
    ),
  ),
  parts: Type.Array(SurveyPart),
  media: Type.Object({ total: Count, linked: Count, failed: Count, waiting: Count }),
  adds_to_panel: Type.Boolean(),
  is_indexed: Type.Boolean({ description: 'false: open answers are still being indexed.' }),
  created_at: Time,
  completed_at: orNull(Time),
})
export type WorkspaceSurvey = Static<typeof WorkspaceSurvey>

export const getSurvey = defineWorkspaceRoute({
  operationId: 'surveys.get',
  method: 'GET',
  path: '/surveys/{upload_key}',
  summary: 'Get one survey with its questions and progress',
  params: SurveyParams,
  responses: { 200: WorkspaceSurvey },
})

export const SurveyPerson = Type.Object({
  id: Type.Integer(),
  name: orNull(Type.String()),
  email: orNull(Type.String()),
})
export type SurveyPerson = Static<typeof SurveyPerson>

export const SurveyAnswer = Type.Object({
  position: Count,
  values: Type.Array(Type.String(), {
    description:
      'Chosen labels, a score, ranked labels from the first place on, or the text of an open answer.',
  }),
  is_cut: Type.Boolean({ description: 'The text is truncated in lists.' }),
})
export type SurveyAnswer = Static<typeof SurveyAnswer>

export const SurveyResponse = Type.Object({
  id: Type.Integer(),
  part_number: Type.Integer(),
  row: Type.Integer({ description: 'Row in its part, from 1, without the header.' }),
  answered_at: orNull(Time),
  answered_text: orNull(Type.String({ description: 'A time that could not be parsed.' })),
  person: SurveyPerson,
  answers: Type.Array(SurveyAnswer),
})
export type SurveyResponse = Static<typeof SurveyResponse>

export const maxResponsesPage = 200

export const listSurveyResponses = defineWorkspaceRoute({
  operationId: 'surveys.listResponses',
  method: 'GET',
  path: '/surveys/{upload_key}/responses',
  summary: 'List responses from any position, newest first or sorted',
  description: 'Uses positions instead of a cursor, so that a list of 100,000 can be scrolled to any row.',
  params: SurveyParams,
  query: Type.Object({
    ...FilterQuery.properties,
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxResponsesPage, default: 50 })),
    sort: Type.Optional(
      Type.String({
        description:
          'time, or the position of a question with options or scores; with a leading - descending. Responses without an answer come last. Default: -time, also for other columns.',
      }),
    ),
  }),
  responses: {
    200: Type.Object({
      responses: Type.Array(SurveyResponse),
      offset: Count,
      matching: Count,
      total: Count,
    }),
  },
})

export const SurveyMedia = Type.Object({
  id: Type.Integer(),
  key: Type.String({ description: 'As in the API for programs.' }),
  filename: Type.String(),
  status: MediaStatus,
  level: orNull(MediaLevel),
  response_id: orNull(Type.Integer()),
  respondent_id: orNull(Type.Integer()),
  person: orNull(SurveyPerson),
  failure: orNull(Sentence),
  recording_status: orNull(ImportStatus),
  recording_failure: orNull(Sentence),
  duration_ms: orNull(Count),
  poster_path: orNull(ContentPath),
  bytes: orNull(Count),
  can_retry: Type.Boolean({ description: 'The file can be uploaded again or replaced.' }),
  can_withdraw: Type.Boolean({ description: 'The file can be removed.' }),
  created_at: Time,
})
export type SurveyMedia = Static<typeof SurveyMedia>

export const getSurveyResponse = defineWorkspaceRoute({
  operationId: 'surveys.getResponse',
  method: 'GET',
  path: '/surveys/{upload_key}/responses/{response_id}',
  summary: 'Get one response with all its answers',
  params: Type.Object({ upload_key: Type.String(), response_id: Type.String() }),
  responses: {
    200: Type.Object({
      ...SurveyResponse.properties,
      media: Type.Array(SurveyMedia),
      participant_id: orNull(Type.Integer()),
    }),
  },
})

export const listRespondents = defineWorkspaceRoute({
  operationId: 'surveys.listRespondents',
  method: 'GET',
  path: '/surveys/{upload_key}/respondents',
  summary: 'List people with a known name or address',
  params: SurveyParams,
  query: CursorQuery,
  responses: { 200: cursorPageOf('respondents', SurveyPerson) },
})

export const getRespondent = defineWorkspaceRoute({
  operationId: 'surveys.getRespondent',
  method: 'GET',
  path: '/surveys/{upload_key}/respondents/{respondent_id}',
  summary: 'Get one person with their responses and media files',
  params: Type.Object({ upload_key: Type.String(), respondent_id: Type.String() }),
  responses: {
    200: Type.Object({
      ...SurveyPerson.properties,
      responses: Type.Array(SurveyResponse),
      media: Type.Array(SurveyMedia),
      participant_id: orNull(Type.Integer()),
    }),
  },
})

export const SurveyNote = Type.Object({
  response_id: Type.Integer(),
  position: Count,
  text: Type.String(),
  is_cut: Type.Boolean(),
  highlights: Type.Array(TextRange),
  answered_at: orNull(Time),
  person: SurveyPerson,
})
export type SurveyNote = Static<typeof SurveyNote>

export const listSurveyNotes = defineWorkspaceRoute({
  operationId: 'surveys.listNotes',
  method: 'GET',
  path: '/surveys/{upload_key}/columns/{position}/notes',
  summary: 'List the answers to one open question, newest first',
  description: 'words searches only the answers to this question.',
  params: Type.Object({ upload_key: Type.String(), position: Type.String() }),
  query: Type.Object({ ...FilterQuery.properties, ...CursorQuery.properties }),
  responses: { 200: cursorPageOf('notes', SurveyNote) },
})

export const listSurveyMedia = defineWorkspaceRoute({
  operationId: 'surveys.listMedia',
  method: 'GET',
  path: '/surveys/{upload_key}/media',
  summary: 'List the media files and their status',
  params: SurveyParams,
  query: Type.Object({ ...CursorQuery.properties, status: Type.Optional(MediaStatus) }),
  responses: { 200: cursorPageOf('media', SurveyMedia) },
})

export const retrySurveyMedia = defineWorkspaceRoute({
  operationId: 'surveys.retryMedia',
  method: 'POST',
  path: '/surveys/{upload_key}/media/{media_id}/retry',
  summary: 'Upload a media file again, or replace it under another name',
  params: MediaParams,
  body: RetryMedia,
  isBodyOptional: true,
  responses: { 200: Type.Object({ filename: Type.String(), ...uploadDescriptorFields }) },
})

export const withdrawSurveyMedia = defineWorkspaceRoute({
  operationId: 'surveys.withdrawMedia',
  method: 'DELETE',
  path: '/surveys/{upload_key}/media/{media_id}',
  summary: 'Withdraw a media file that was not uploaded or could not be linked',
  params: MediaParams,
  responses: { 204: Type.Null() },
})

export const retrySurveyPart = defineWorkspaceRoute({
  operationId: 'surveys.retryPart',
  method: 'POST',
  path: '/surveys/{upload_key}/parts/{part_number}/retry',
  summary: 'Upload a part again',
  params: Type.Object({ upload_key: Type.String(), part_number: Type.String() }),
  responses: { 200: PartDescriptor },
})

export const exportSurvey = defineWorkspaceRoute({
  operationId: 'surveys.export',
  method: 'GET',
  path: '/surveys/{upload_key}/responses.csv',
  summary: 'Download the filtered responses as CSV',
  description:
    'UTF-8 with a byte order mark for spreadsheets; cells that a spreadsheet would evaluate begin with an apostrophe.',
  params: SurveyParams,
  query: FilterQuery,
  responses: { 200: Type.Unknown({ description: 'text/csv, an attachment.' }) },
})

export const exportSurveyWorkbook = defineWorkspaceRoute({
  operationId: 'surveys.exportWorkbook',
  method: 'GET',
  path: '/surveys/{upload_key}/responses.xlsx',
  summary: 'Download the filtered responses as XLSX',
  description:
    'Scores are numbers and times are in UTC. Texts longer than 32,767 characters are cut, and responses beyond 1,048,575 continue in further sheets, both limits of the format.',
  params: SurveyParams,
  query: FilterQuery,
  responses: { 200: Type.Unknown({ description: 'An attachment.' }) },
})
