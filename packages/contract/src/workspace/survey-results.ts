/**
 * Surveys as they are read: what was asked, charts, responses, people, open answers and media.
 *
 * Filters are the same query everywhere, and short enough for the address of a page:
 * - `f`, any number of times, each about one column by its position. Several of one column are alternatives, columns combine.
 *   `f=4:2,7` one of the options 2 and 7; `f=5:s0-6` a score from 0 to 6; `f=6:*` any answer.
 * - `from`, `before`: ISO dates or times of the answers; `before` itself is out.
 * - `words`: what an open answer must say.
 */
import { type Static, Type } from 'typebox'
import {
  ColumnType,
  MediaLevel,
  MediaStatus,
  PartDescriptor,
  PartStatus,
  SurveyStatus,
} from '../import/surveys.ts'
import { uploadDescriptorFields } from '../import/upload.ts'
import { ImportStatus } from './imports.ts'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { ContentPath, Count, orNull, ProjectName, Sentence, TextRange, Time } from './shapes.ts'

const SurveyParams = Type.Object({ upload_key: Type.String() })

const FilterQuery = Type.Object({
  f: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  from: Type.Optional(Type.String()),
  before: Type.Optional(Type.String()),
  words: Type.Optional(Type.String({ maxLength: 500 })),
})

export const SurveyColumn = Type.Object({
  position: Count,
  name: Type.String(),
  type: ColumnType,
  confidence: Type.Number({ description: 'How sure the type is, 0 to 1; 1 for one that was given.' }),
  reason: Type.String(),
})
export type SurveyColumn = Static<typeof SurveyColumn>

export const SurveyPart = Type.Object({
  number: Type.Integer(),
  status: PartStatus,
  row_count: orNull(Count),
  can_retry: Type.Boolean(),
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
    description: 'People of whom a name or an address is known.',
  }),
  first_answered_at: orNull(Time),
  last_answered_at: orNull(Time),
  columns: Type.Array(SurveyColumn),
  parts: Type.Array(SurveyPart),
  media: Type.Object({ total: Count, linked: Count, failed: Count, waiting: Count }),
  adds_to_panel: Type.Boolean(),
  is_indexed: Type.Boolean({ description: 'false: open answers are still being prepared for search.' }),
  created_at: Time,
  completed_at: orNull(Time),
})
export type WorkspaceSurvey = Static<typeof WorkspaceSurvey>

export const getSurvey = defineWorkspaceRoute({
  operationId: 'surveys.get',
  method: 'GET',
  path: '/surveys/{upload_key}',
  summary: 'One survey: what it asks, and how far it is',
  params: SurveyParams,
  responses: { 200: WorkspaceSurvey },
})

export const maxOptionsShown = 100

export const OptionCard = Type.Object({
  number: Type.Integer({ description: 'For f=position:number.' }),
  label: Type.String(),
  count: Count,
  count_of_all: Count,
  mean_place: orNull(Type.Number({ description: 'Of a ranking, among those that fit.' })),
  first_count: orNull(Count),
})
export type OptionCard = Static<typeof OptionCard>

export const NpsCard = Type.Object({
  promoters: Count,
  passives: Count,
  detractors: Count,
  score: orNull(Type.Number({ description: 'From -100 to 100.' })),
})
export type NpsCard = Static<typeof NpsCard>

export const QuestionCard = Type.Object({
  position: Count,
  name: Type.String(),
  type: Type.Enum(['Single choice', 'Multi choice', 'NPS', 'Ranking', 'Open-ended']),
  base: Type.Integer({ description: 'Responses that fit, without what the filter says of this question.' }),
  answered: Count,
  answered_of_all: Count,
  options: Type.Array(OptionCard, {
    description: 'In survey order; the most frequent 100 of a longer list.',
  }),
  option_count: Count,
  nps: orNull(NpsCard),
  nps_of_all: orNull(NpsCard),
})
export type QuestionCard = Static<typeof QuestionCard>

export const getSurveyOverview = defineWorkspaceRoute({
  operationId: 'surveys.getOverview',
  method: 'GET',
  path: '/surveys/{upload_key}/overview',
  summary: 'All charts of a survey, under a filter and without it',
  params: SurveyParams,
  query: FilterQuery,
  responses: {
    200: Type.Object({
      total: Count,
      matching: Count,
      answered: orNull(
        Type.Object(
          { first: Time, last: Time, first_of_all: Time, last_of_all: Time },
          { description: 'Times of the answers; null when none is known among those that fit.' },
        ),
      ),
      questions: Type.Array(QuestionCard),
    }),
  },
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
    description: 'Labels chosen, a score, labels from the first place on, or the text of an open answer.',
  }),
  is_cut: Type.Boolean({ description: 'A long text of which a list shows the beginning.' }),
})
export type SurveyAnswer = Static<typeof SurveyAnswer>

export const SurveyResponse = Type.Object({
  id: Type.Integer(),
  part_number: Type.Integer(),
  row: Type.Integer({ description: 'In its part, from 1, the header left out.' }),
  answered_at: orNull(Time),
  answered_text: orNull(Type.String({ description: 'A time that could not be read.' })),
  person: SurveyPerson,
  answers: Type.Array(SurveyAnswer),
})
export type SurveyResponse = Static<typeof SurveyResponse>

export const maxResponsesPage = 200

export const listSurveyResponses = defineWorkspaceRoute({
  operationId: 'surveys.listResponses',
  method: 'GET',
  path: '/surveys/{upload_key}/responses',
  summary: 'Responses from any place in the list, newest first',
  description: 'By position, so that a list of 100,000 can be scrolled to any row.',
  params: SurveyParams,
  query: Type.Object({
    ...FilterQuery.properties,
    offset: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxResponsesPage, default: 50 })),
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
  can_retry: Type.Boolean({ description: 'The file can be sent again.' }),
  created_at: Time,
})
export type SurveyMedia = Static<typeof SurveyMedia>

export const getSurveyResponse = defineWorkspaceRoute({
  operationId: 'surveys.getResponse',
  method: 'GET',
  path: '/surveys/{upload_key}/responses/{response_id}',
  summary: 'One response with everything it says',
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
  summary: 'People of whom a name or an address is known',
  params: SurveyParams,
  query: CursorQuery,
  responses: { 200: cursorPageOf('respondents', SurveyPerson) },
})

export const getRespondent = defineWorkspaceRoute({
  operationId: 'surveys.getRespondent',
  method: 'GET',
  path: '/surveys/{upload_key}/respondents/{respondent_id}',
  summary: 'One person: everything they answered and sent',
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
  summary: 'Answers to one open question, newest first',
  description: 'words are looked for in the answers to this question only.',
  params: Type.Object({ upload_key: Type.String(), position: Type.String() }),
  query: Type.Object({ ...FilterQuery.properties, ...CursorQuery.properties }),
  responses: { 200: cursorPageOf('notes', SurveyNote) },
})

export const listSurveyMedia = defineWorkspaceRoute({
  operationId: 'surveys.listMedia',
  method: 'GET',
  path: '/surveys/{upload_key}/media',
  summary: 'Media that people sent, and what became of them',
  params: SurveyParams,
  query: Type.Object({ ...CursorQuery.properties, status: Type.Optional(MediaStatus) }),
  responses: { 200: cursorPageOf('media', SurveyMedia) },
})

export const retrySurveyMedia = defineWorkspaceRoute({
  operationId: 'surveys.retryMedia',
  method: 'POST',
  path: '/surveys/{upload_key}/media/{media_id}/retry',
  summary: 'Send a media file again',
  params: Type.Object({ upload_key: Type.String(), media_id: Type.String() }),
  responses: { 200: Type.Object({ filename: Type.String(), ...uploadDescriptorFields }) },
})

export const retrySurveyPart = defineWorkspaceRoute({
  operationId: 'surveys.retryPart',
  method: 'POST',
  path: '/surveys/{upload_key}/parts/{part_number}/retry',
  summary: 'Send a part again',
  params: Type.Object({ upload_key: Type.String(), part_number: Type.String() }),
  responses: { 200: PartDescriptor },
})

export const exportSurvey = defineWorkspaceRoute({
  operationId: 'surveys.export',
  method: 'GET',
  path: '/surveys/{upload_key}/responses.csv',
  summary: 'Save the responses that fit as CSV',
  description:
    'UTF-8 with a mark for spreadsheets; cells that a spreadsheet would calculate begin with an apostrophe.',
  params: SurveyParams,
  query: FilterQuery,
  responses: { 200: Type.Unknown({ description: 'text/csv, an attachment.' }) },
})
