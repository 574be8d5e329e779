/** Charts of a survey, and two questions against each other. */
import { type Static, Type } from 'typebox'
import { defineWorkspaceRoute } from './route.ts'
import { Count, orNull, Time } from './shapes.ts'
import { FilterQuery, SurveyParams } from './survey-results.ts'

export const maxOptionsShown = 100

export const OptionCard = Type.Object({
  number: Type.Integer({ description: 'Number of the option, for f=position:number.' }),
  label: Type.String(),
  count: Count,
  count_of_all: Count,
  mean_place: orNull(
    Type.Number({ description: 'Set for a ranking: mean place in the filtered responses.' }),
  ),
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
  base: Type.Integer({ description: 'Filtered responses, ignoring the filter on this question.' }),
  answered: Count,
  answered_of_all: Count,
  options: Type.Array(OptionCard, {
    description: 'In survey order; only the 100 most frequent of a longer list.',
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
  summary: 'Get all charts of a survey, filtered and unfiltered',
  params: SurveyParams,
  query: FilterQuery,
  responses: {
    200: Type.Object({
      total: Count,
      matching: Count,
      answered: orNull(
        Type.Object(
          { first: Time, last: Time, first_of_all: Time, last_of_all: Time },
          { description: 'Times of the filtered responses; null if none is known.' },
        ),
      ),
      questions: Type.Array(QuestionCard),
    }),
  },
})

/** Of each question of a cross tabulation. */
export const maxCrossOptions = 50

export const CrossOption = Type.Object({
  pick: Type.String({ description: 'As in the filter f=position:pick.' }),
  label: Type.String(),
  count: Type.Integer({
    description: 'Responses with this answer that also answered the other question: the base of percentages.',
  }),
})
export type CrossOption = Static<typeof CrossOption>

export const CrossQuestion = Type.Object({
  position: Count,
  name: Type.String(),
  type: Type.Enum(['Single choice', 'Multi choice', 'NPS']),
  options: Type.Array(CrossOption, {
    description:
      'In survey order; only the 50 most frequent of a longer list. NPS: promoters, passives and detractors.',
  }),
  option_count: Count,
})
export type CrossQuestion = Static<typeof CrossQuestion>

export const CrossTabulation = Type.Object({
  total: Count,
  matching: Count,
  base: Type.Integer({ description: 'Matching responses that answered both questions.' }),
  rows: CrossQuestion,
  columns: CrossQuestion,
  cells: Type.Array(Type.Array(Count), {
    description: 'One array per row. A response with several choices counts in several cells.',
  }),
})
export type CrossTabulation = Static<typeof CrossTabulation>

export const getCrossTabulation = defineWorkspaceRoute({
  operationId: 'surveys.getCrossTabulation',
  method: 'GET',
  path: '/surveys/{upload_key}/cross-tabulation',
  summary: 'Count the answers to two questions against each other',
  description: 'rows and columns are positions of single choice, multiple choice or NPS questions.',
  params: SurveyParams,
  query: Type.Object({
    ...FilterQuery.properties,
    rows: Type.Integer({ minimum: 0 }),
    columns: Type.Integer({ minimum: 0 }),
  }),
  responses: { 200: CrossTabulation },
})
