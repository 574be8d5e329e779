/** Respondents of a survey, and participants of all of them. Both need participant:read. */
import type {
  getResultParticipant,
  listResultParticipants,
  listResultRespondents,
  ResultParticipant,
  RouteQuery,
  RouteResponse,
} from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { cutPage, isId, isSmallId, readApiCursorPage } from '../../platform/http/cursor.ts'
import {
  findKeptParticipant,
  listActivity,
  listParticipants as listRows,
  type ParticipantRow,
} from '../participants/participants.public.ts'
import { listRespondents as listPeople } from '../responses/responses.public.ts'
import { openImported } from './open-results.ts'

export async function listRespondents(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
  query: RouteQuery<typeof listResultRespondents>,
): Promise<RouteResponse<typeof listResultRespondents, 200>> {
  const page = readApiCursorPage(query, ([id]) => (isSmallId(id) ? id : undefined))
  const { surveyId } = await openImported(db, principal, uploadKey)
  const people = await listPeople(db, surveyId, { after: page.after ?? 0, limit: page.limit + 1 })
  const { rows, next_cursor } = cutPage(people, page, ({ id }) => [id])
  return {
    respondents: rows.map(({ id, name, email }) => ({ respondent_id: id, name, email })),
    next_cursor,
  }
}

export async function listParticipants(
  { db }: { db: Db },
  principal: Principal,
  query: RouteQuery<typeof listResultParticipants>,
): Promise<RouteResponse<typeof listResultParticipants, 200>> {
  const page = readApiCursorPage(query, ([id]) => (isId(id) ? id : undefined))
  const search = { query: query.q ?? '', before: page.after, limit: page.limit + 1 }
  const { rows, next_cursor } = cutPage(await listRows(db, principal, search), page, ({ id }) => [id])
  return { participants: rows.map(viewParticipant), next_cursor }
}

const maxResponses = 200

export async function getParticipant(
  { db }: { db: Db },
  principal: Principal,
  participantId: string,
): Promise<RouteResponse<typeof getResultParticipant, 200>> {
  const row = await findKeptParticipant(db, principal, participantId)
  const activity = await listActivity(db, principal, row.id, maxResponses)
  return {
    ...viewParticipant(row),
    responses: activity.flatMap((one) =>
      one.response_id === null
        ? []
        : [
            {
              upload_key: one.upload_key,
              survey_name: one.survey_name,
              project_id: one.project_id,
              respondent_id: one.respondent_id,
              response_id: one.response_id,
              answered_at: one.at?.toISOString() ?? null,
            },
          ],
    ),
  }
}

function viewParticipant({ id, name, email, survey_count, created_at }: ParticipantRow): ResultParticipant {
  return { participant_id: id, name, email, survey_count, created_at: created_at.toISOString() }
}
