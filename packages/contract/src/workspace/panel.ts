/** The research panel: people of the whole team, whatever they took part in. */
import { type Static, Type } from 'typebox'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { Count, orNull, ProjectName, Time } from './shapes.ts'

export const Participant = Type.Object({
  id: Type.Integer(),
  name: orNull(Type.String()),
  email: Type.String(),
  survey_count: Type.Integer({ description: 'Surveys they answered that one can open.' }),
  created_at: Time,
})
export type Participant = Static<typeof Participant>

export const listParticipants = defineWorkspaceRoute({
  operationId: 'participants.list',
  method: 'GET',
  path: '/participants',
  summary: 'People of the panel, the latest first',
  query: Type.Object({
    ...CursorQuery.properties,
    q: Type.Optional(Type.String({ maxLength: 200, description: 'Beginnings of words of name or address.' })),
  }),
  responses: { 200: cursorPageOf('participants', Participant) },
})

export const ParticipantActivity = Type.Object({
  kind: Type.Enum(['response', 'recording']),
  project: ProjectName,
  survey: Type.Object({ upload_key: Type.String(), name: Type.String() }),
  respondent_id: Type.Integer(),
  response_id: orNull(Type.Integer({ description: 'Of a response.' })),
  media_id: orNull(Type.Integer({ description: 'Of a recording.' })),
  name: Type.String(),
  at: orNull(Time),
})
export type ParticipantActivity = Static<typeof ParticipantActivity>

const ParticipantParams = Type.Object({ participant_id: Type.String() })

export const getParticipant = defineWorkspaceRoute({
  operationId: 'participants.get',
  method: 'GET',
  path: '/participants/{participant_id}',
  summary: 'One person and what they took part in',
  params: ParticipantParams,
  responses: {
    200: Type.Object({
      ...Participant.properties,
      activity: Type.Array(ParticipantActivity, {
        description: 'Latest first, at most 200, of open projects.',
      }),
      removal: Type.Object(
        { response_count: Count, recording_count: Count, survey_count: Count },
        {
          description:
            'What will stand there without name and address when they are removed, in all projects.',
        },
      ),
      can_remove: Type.Boolean(),
    }),
  },
})

export const removeParticipant = defineWorkspaceRoute({
  operationId: 'participants.remove',
  method: 'DELETE',
  path: '/participants/{participant_id}',
  summary: 'Take a person out of the panel',
  description: 'For admins. Their answers and recordings stay, without name and address.',
  params: ParticipantParams,
  responses: {
    200: Type.Object({ response_count: Count, recording_count: Count, survey_count: Count }),
  },
})
