/** Results of surveys: columns, responses, counts and people. */
import { type Static, Type } from 'typebox'
import { orNull } from '../import/or-null.ts'
import { ReportedColumn } from '../import/survey-report.ts'
import { SurveyStatus } from '../import/surveys.ts'
import { defineRoute } from '../route.ts'
import { QuestionCard } from '../workspace/survey-charts.ts'
import { FilterQuery } from '../workspace/survey-results.ts'
import {
  Count,
  nextCursor,
  Path,
  pageParameters,
  recordFields,
  resultsPrefix,
  resultsTag,
  Time,
} from './shapes.ts'

const UploadKey = Type.Object({ upload_key: Type.String() })
const prefix = `${resultsPrefix}/surveys/{upload_key}`
const notReady = 'not_ready: the survey is still being imported for the first time.'

const filterFields = {
  f: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description:
        'Repeatable, each for the column at a position: `4:2,7` one of the options 2 and 7, `5:s0-6` a score from 0 to 6, `6:*` any answer. Columns combine with and.',
    }),
  ),
  from: Type.Optional(Type.String({ description: 'Responses from this date or time on.' })),
  before: Type.Optional(Type.String({ description: 'Responses before this date or time.' })),
  words: Type.Optional(
    Type.String({
      ...FilterQuery.properties.words,
      description:
        'Words that an open answer must contain. New answers are found once they are indexed, seconds after the import.',
    }),
  ),
}

export const SurveyRecord = Type.Object({
  upload_key: Type.String(),
  survey_key: Type.String(),
  ...recordFields,
  status: SurveyStatus,
  response_count: Count,
  num_parts: Count,
  links: Type.Object({
    status: Path,
    columns: Path,
    responses: Path,
    results: Path,
    media: Path,
    respondents: Path,
  }),
})
export type SurveyRecord = Static<typeof SurveyRecord>

export const getSurveyRecord = defineRoute({
  operationId: 'surveys.get',
  method: 'GET',
  path: prefix,
  tag: resultsTag,
  summary: 'Get a survey',
  description: 'The record with the paths of its results.',
  scopes: ['survey:read'],
  params: UploadKey,
  responses: { 200: SurveyRecord },
})

export const ResultColumn = Type.Object({
  ...ReportedColumn.properties,
  options: orNull(
    Type.Array(
      Type.Object({
        number: Type.Integer({ description: 'For the filter f=position:number.' }),
        label: Type.String(),
        count: Count,
      }),
    ),
    'Of a choice, NPS or ranking column; null for others.',
  ),
})
export type ResultColumn = Static<typeof ResultColumn>

export const listResultColumns = defineRoute({
  operationId: 'surveys.columns',
  method: 'GET',
  path: `${prefix}/columns`,
  tag: resultsTag,
  summary: 'List the columns of a survey with their options',
  description:
    'As include=columns of the status, with the options of choice columns and how often each was chosen.',
  scopes: ['survey:read'],
  params: UploadKey,
  conflict: notReady,
  responses: { 200: Type.Object({ columns: Type.Array(ResultColumn) }) },
})

export const ResultResponse = Type.Object({
  response_id: Type.Integer(),
  part_number: Type.Integer(),
  row: Type.Integer({ description: 'Row in its part, from 1, without the header.' }),
  answered_at: orNull(Time),
  respondent_id: Type.Integer({ description: 'The same for all responses of one person.' }),
  is_erased: Type.Boolean({ description: 'The person was removed or erased at their request.' }),
  respondent: Type.Optional(
    Type.Object(
      { name: orNull(Type.String()), email: orNull(Type.String()) },
      { description: 'Only with the scope participant:read.' },
    ),
  ),
  answers: Type.Array(
    Type.Object({
      position: Count,
      values: Type.Array(Type.String(), {
        description:
          'Chosen labels, a score, ranked labels from the first place on, or the text of an open answer.',
      }),
    }),
  ),
})
export type ResultResponse = Static<typeof ResultResponse>

export const ResponsePage = Type.Object({ responses: Type.Array(ResultResponse), next_cursor: nextCursor })
export type ResponsePage = Static<typeof ResponsePage>

export const listResultResponses = defineRoute({
  operationId: 'surveys.responses',
  method: 'GET',
  path: `${prefix}/responses`,
  tag: resultsTag,
  summary: 'List responses in the order of parts and rows',
  description:
    'Appended rows follow. With Accept: application/x-ndjson, every matching response that existed at the start is streamed, one per line; the last line is {"end":true,"count":n}. Two streams of an API key can run at a time. Names, e-mail addresses and cells of Name and Email columns are left out unless the token has participant:read.',
  scopes: ['survey:read'],
  params: UploadKey,
  query: Type.Object({ ...filterFields, ...pageParameters }),
  conflict: notReady,
  responseTypes: ['application/json', 'application/x-ndjson'],
  responses: { 200: Type.Unsafe<unknown>(ResponsePage) },
})

export const SurveyResults = Type.Object({
  total: Count,
  matching: Count,
  questions: Type.Array(QuestionCard),
})
export type SurveyResults = Static<typeof SurveyResults>

export const getSurveyResults = defineRoute({
  operationId: 'surveys.results',
  method: 'GET',
  path: `${prefix}/results`,
  tag: resultsTag,
  summary: 'Count the answers to every question',
  description: 'Counts per option, NPS and rankings, under the filter and without it (…_of_all).',
  scopes: ['survey:read'],
  params: UploadKey,
  query: Type.Object(filterFields),
  conflict: notReady,
  responses: { 200: SurveyResults },
})

export const ResultRespondent = Type.Object({
  respondent_id: Type.Integer(),
  name: orNull(Type.String()),
  email: orNull(Type.String()),
})

export const listResultRespondents = defineRoute({
  operationId: 'surveys.respondents',
  method: 'GET',
  path: `${prefix}/respondents`,
  tag: resultsTag,
  summary: 'List the people with a known name or e-mail address',
  description: 'In the order of their first responses.',
  scopes: ['survey:read', 'participant:read'],
  params: UploadKey,
  query: Type.Object(pageParameters),
  conflict: notReady,
  responses: { 200: Type.Object({ respondents: Type.Array(ResultRespondent), next_cursor: nextCursor }) },
})
