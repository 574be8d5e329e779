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

const SearchQuery = Type.Object({
  q: Type.Optional(Type.String({ maxLength: 200, description: 'Prefixes of words in the name or address.' })),
  project_id: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Only those who answered a survey of this project.' }),
  ),
})

export const listParticipants = defineWorkspaceRoute({
  operationId: 'participants.list',
  method: 'GET',
  path: '/participants',
  summary: 'List participants, most recent first',
  query: Type.Object({ ...CursorQuery.properties, ...SearchQuery.properties }),
  responses: { 200: cursorPageOf('participants', Participant) },
})

export const exportParticipants = defineWorkspaceRoute({
  operationId: 'participants.export',
  method: 'GET',
  path: '/participants/export.csv',
  summary: 'Download the filtered participants as CSV',
  description:
    'UTF-8 with a byte order mark for spreadsheets; cells that a spreadsheet would evaluate begin with an apostrophe.',
  query: SearchQuery,
  responses: { 200: Type.Unknown({ description: 'text/csv, an attachment.' }) },
})

export const maxParticipantName = 200
export const maxParticipantEmail = 254
export const maxParticipantNotes = 10_000

const ParticipantChanges = Type.Object(
  {
    name: Type.Optional(orNull(Type.String({ maxLength: maxParticipantName }))),
    email: Type.Optional(orNull(Type.String({ maxLength: maxParticipantEmail }))),
    notes: Type.Optional(orNull(Type.String({ maxLength: maxParticipantNotes }))),
  },
  {
    additionalProperties: false,
    description: 'Null shows the value from the surveys again. What is left out stays.',
  },
)
export type ParticipantChanges = Static<typeof ParticipantChanges>

/** What can be corrected. */
export const EditableParticipant = Type.Object({
  id: Type.Integer(),
  name: orNull(Type.String()),
  email: Type.String(),
  notes: orNull(Type.String()),
  imported: Type.Object(
    { name: orNull(Type.String()), email: Type.String() },
    { description: 'As in accessible surveys.' },
  ),
  edits: Type.Object(
    { name: orNull(Type.String()), email: orNull(Type.String()) },
    { description: 'As corrected; null where the value from the surveys is shown.' },
  ),
  etag: Type.String(),
})
export type EditableParticipant = Static<typeof EditableParticipant>

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

export const MergedParticipant = Type.Object({
  id: Type.Integer(),
  name: orNull(Type.String()),
  email: Type.String(),
})
export type MergedParticipant = Static<typeof MergedParticipant>

export const getParticipant = defineWorkspaceRoute({
  operationId: 'participants.get',
  method: 'GET',
  path: '/participants/{participant_id}',
  summary: 'Get one participant with their activity',
  description: 'The id of a merged participant leads to the one that was kept.',
  params: ParticipantParams,
  responses: {
    200: Type.Object({
      ...Participant.properties,
      ...EditableParticipant.properties,
      merged: Type.Array(MergedParticipant, {
        description: 'Participants that were merged into this one and are in accessible surveys.',
      }),
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

export const updateParticipant = defineWorkspaceRoute({
  operationId: 'participants.update',
  method: 'PATCH',
  path: '/participants/{participant_id}',
  summary: 'Correct name, e-mail and notes',
  description: 'Corrected values are shown to everyone who can see the participant. If-Match takes the etag.',
  params: ParticipantParams,
  body: ParticipantChanges,
  responses: { 200: EditableParticipant },
})

export const maxMergedAtOnce = 50

const MergeBody = Type.Object(
  {
    participants: Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      maxItems: maxMergedAtOnce,
      uniqueItems: true,
    }),
    values: Type.Optional(ParticipantChanges),
  },
  { additionalProperties: false },
)

export const mergeParticipants = defineWorkspaceRoute({
  operationId: 'participants.merge',
  method: 'POST',
  path: '/participants/{participant_id}/merge',
  summary: 'Merge participants into this one',
  description:
    'Their responses and recordings become those of this participant, and later imports with their addresses too. `values` are corrections of the kept one; `before` are those from before, to undo the call with participants.unmerge.',
  params: ParticipantParams,
  body: MergeBody,
  responses: {
    200: Type.Object({
      participant: EditableParticipant,
      before: Type.Object({
        name: orNull(Type.String()),
        email: orNull(Type.String()),
        notes: orNull(Type.String()),
      }),
    }),
  },
})

export const unmergeParticipants = defineWorkspaceRoute({
  operationId: 'participants.unmerge',
  method: 'POST',
  path: '/participants/{participant_id}/unmerge',
  summary: 'Separate merged participants from this one',
  description: 'Each has its own responses, name, e-mail and notes again.',
  params: ParticipantParams,
  body: MergeBody,
  responses: { 200: EditableParticipant },
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
