/** Respondents of a survey. */
import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { listRespondents as listRoute, getRespondent as oneRoute } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { cutPage, isSmallId, readCursorPage } from '../../platform/http/cursor.ts'
import { findPeople, listRespondents as listPeople, listResponsesOf } from '../responses/responses.public.ts'
import { viewMedia } from './media.view.ts'
import { openSurvey, requireSurvey } from './open-survey.ts'
import { readRowId } from './read-row-id.ts'
import { viewResponses } from './response.view.ts'
import { findParticipantId, listMediaOf } from './survey-results.repo.ts'

export async function listRespondents(
  { db }: { db: Db },
  principal: Principal,
  uploadKey: string,
  query: RouteQuery<typeof listRoute>,
): Promise<RouteResponse<typeof listRoute, 200>> {
  const { id } = await requireSurvey(db, principal, uploadKey)
  const page = readCursorPage(query, ([last]) => (isSmallId(last) ? last : undefined))
  const people = await listPeople(db, id, { after: page.after ?? 0, limit: page.limit + 1 })
  const { rows, next_cursor } = cutPage(people, page, (person) => [person.id])
  return { respondents: rows, next_cursor }
}

export async function getRespondent(
  { db }: { db: Db },
  principal: Principal,
  params: { upload_key: string; respondent_id: string },
): Promise<RouteResponse<typeof oneRoute, 200>> {
  const survey = await openSurvey(db, principal, params.upload_key)
  const { surveyId } = survey
  const id = readRowId(params.respondent_id)
  const responses = id === undefined ? [] : await listResponsesOf(db, survey, id)
  if (id === undefined || responses.length === 0) throw new AppError('response_not_found')
  const person = (await findPeople(db, surveyId, [id])).get(id) ?? { id, name: null, email: null }
  const responseIds = responses.map((response) => response.id)
  const media = await listMediaOf(db, surveyId, { responseIds, respondentId: id })
  return {
    ...person,
    responses: await viewResponses(db, survey, responses),
    media: await viewMedia(db, surveyId, media),
    participant_id: await findParticipantId(db, surveyId, id),
  }
}
