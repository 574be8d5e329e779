/** Participants: the people who responded to surveys that the user can access. No others are visible. */
import { type Static, Type } from 'typebox'
import { CursorQuery, cursorPageOf } from './paging.ts'
import { defineWorkspaceRoute } from './route.ts'
import { Count, orNull, ProjectName, Time } from './shapes.ts'

export const Participant = Type.Object({
  id: Type.Integer(),
  name: orNull(Type.String()),
  email: Type.String(),
  survey_count: Type.Integer({ description: 'Number of accessible surveys they responded to.' }),
  created_at: Time,
})
export type Participant = Static<typeof Participant>

export const listParticipants = defineWorkspaceRoute({
  operationId: 'participants.list',
  method: 'GET',
  path: '/participants',
  summary: 'List participants, most recent first',
  query: Type.Object({
    ...CursorQuery.properties,
    q: Type.Optional(
      Type.String({ maxLength: 200, description: 'Prefixes of words in the name or address.' }),
    ),
  }),
  responses: { 200: cursorPageOf('participants', Participant) },
})

export const ParticipantActivity = Type.Object({
  kind: Type.Enum(['response', 'recording']),
  project: ProjectName,
  survey: Type.Object({ upload_key: Type.String(), name: Type.String() }),
  respondent_id: Type.Integer(),
  response_id: orNull(Type.Integer({ description: 'Set for a response.' })),
  media_id: orNull(Type.Integer({ description: 'Set for a recording.' })),
  name: Type.String(),
  at: orNull(Time),
})
export type ParticipantActivity = Static<typeof ParticipantActivity>

const ParticipantParams = Type.Object({ participant_id: Type.String() })

export const getParticipant = defineWorkspaceRoute({
  operationId: 'participants.get',
  method: 'GET',
  path: '/participants/{participant_id}',
  summary: 'Get one participant with their activity',
  params: ParticipantParams,
  responses: {
    200: Type.Object({
      ...Participant.properties,
      activity: Type.Array(ParticipantActivity, {
        description: 'Most recent first, up to 200, in accessible projects.',
      }),
      removal: Type.Object(
        { response_count: Count, recording_count: Count, survey_count: Count },
        {
          description: 'What is kept without name or e-mail after removal, in accessible surveys.',
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
  summary: 'Remove a participant',
  description:
    'Requires an admin. Answers and recordings are kept without name or e-mail, in every survey of the team. The counts cover accessible surveys.',
  params: ParticipantParams,
  responses: {
    200: Type.Object({ response_count: Count, recording_count: Count, survey_count: Count }),
  },
})
