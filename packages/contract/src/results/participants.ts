/** Participants: people who responded to surveys that the API key can access. */
import { type Static, Type } from 'typebox'
import { orNull } from '../import/or-null.ts'
import { defineRoute } from '../route.ts'
import { Count, nextCursor, pageParameters, resultsPrefix, resultsTag, Time } from './shapes.ts'

export const ResultParticipant = Type.Object({
  participant_id: Type.Integer(),
  name: orNull(Type.String()),
  email: Type.String(),
  survey_count: Type.Integer({ description: 'Accessible surveys they responded to.', minimum: 0 }),
  created_at: Time,
})
export type ResultParticipant = Static<typeof ResultParticipant>

export const listResultParticipants = defineRoute({
  operationId: 'participants.list',
  method: 'GET',
  path: `${resultsPrefix}/participants`,
  tag: resultsTag,
  summary: 'List participants, most recent first',
  description: 'People of whom an accessible survey has an e-mail address.',
  scopes: ['participant:read'],
  query: Type.Object({
    ...pageParameters,
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Prefixes of words in the name or address.' }),
    ),
  }),
  responses: { 200: Type.Object({ participants: Type.Array(ResultParticipant), next_cursor: nextCursor }) },
})

const ParticipantResponse = Type.Object({
  upload_key: Type.String(),
  survey_name: Type.String(),
  project_id: Type.Integer(),
  respondent_id: Type.Integer(),
  response_id: Count,
  answered_at: orNull(Time),
})

export const ParticipantRecord = Type.Object({
  ...ResultParticipant.properties,
  responses: Type.Array(ParticipantResponse, {
    description: 'Most recent first, up to 200, of accessible surveys.',
  }),
})
export type ParticipantRecord = Static<typeof ParticipantRecord>

export const getResultParticipant = defineRoute({
  operationId: 'participants.get',
  method: 'GET',
  path: `${resultsPrefix}/participants/{participant_id}`,
  tag: resultsTag,
  summary: 'Get a participant with their responses',
  description: 'Responses of surveys that the API key can access.',
  scopes: ['participant:read'],
  params: Type.Object({ participant_id: Type.String() }),
  responses: { 200: ParticipantRecord },
})
