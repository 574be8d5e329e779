/** Erasing people from surveys. */
import { type Static, Type } from 'typebox'
import { orNull } from '../import/or-null.ts'
import { Count, resultsPrefix, Time } from '../results/shapes.ts'
import { defineRoute } from '../route.ts'

const tag = 'Erasures'

export const EraseRespondent = Type.Object({
  email: Type.Optional(
    Type.String({ maxLength: 320, description: 'Erases the person from every survey of the team.' }),
  ),
  upload_key: Type.Optional(
    Type.String({ description: 'Together with respondent_id: erases the person from this survey.' }),
  ),
  respondent_id: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
})
export type EraseRespondent = Static<typeof EraseRespondent>

export const eraseRespondent = defineRoute({
  operationId: 'respondents.erase',
  method: 'POST',
  path: `${resultsPrefix}/respondents/erase`,
  tag,
  summary: 'Erase a person',
  description:
    'Removes answers, notes, media files, transcripts, the entry among the participants and the CSV files that contain the rows. This cannot be undone. Responses stay as empty rows, so that counts stay right. Surveys that are being imported are erased afterwards. For team admins, with a personal key. Send email, or upload_key with respondent_id.',
  scopes: ['participant:manage'],
  body: EraseRespondent,
  responses: { 202: Type.Object({ erasure_key: Type.String() }) },
})

export const Erasure = Type.Object({
  erasure_key: Type.String(),
  status: Type.Enum(['pending', 'completed'], {
    description: 'pending until the person is erased from every survey.',
  }),
  removed: Type.Object(
    {
      surveys: Count,
      responses: Count,
      notes: Count,
      media: Count,
      participants: Count,
      objects: Type.Integer({ minimum: 0, description: 'Files in the object store.' }),
    },
    { description: 'What was removed so far from surveys that the API key can access.' },
  ),
  created_at: Time,
  completed_at: orNull(Time),
})
export type Erasure = Static<typeof Erasure>

export const getErasure = defineRoute({
  operationId: 'erasures.get',
  method: 'GET',
  path: `${resultsPrefix}/erasures/{erasure_key}`,
  tag,
  summary: 'Get what an erasure has removed',
  description: 'For team admins, with a personal key.',
  scopes: ['participant:manage'],
  params: Type.Object({ erasure_key: Type.String() }),
  responses: { 200: Erasure },
})
