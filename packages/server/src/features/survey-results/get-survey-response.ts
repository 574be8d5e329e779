import type { RouteResponse } from '@inlet/contract'
import type { getSurveyResponse as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getResponse } from '../responses/responses.public.ts'
import { viewMedia } from './media.view.ts'
import { openSurvey } from './open-survey.ts'
import { readRowId } from './read-row-id.ts'
import { viewResponses } from './response.view.ts'
import { findParticipantId, listMediaOf } from './survey-results.repo.ts'

export async function getSurveyResponse(
  { db }: { db: Db },
  principal: Principal,
  params: { upload_key: string; response_id: string },
): Promise<RouteResponse<typeof route, 200>> {
  const survey = await openSurvey(db, principal, params.upload_key)
  const id = readRowId(params.response_id)
  const found = id === undefined ? undefined : await getResponse(db, survey, id)
  const [response] = found ? await viewResponses(db, survey, [found]) : []
  if (!response) throw new AppError('response_not_found')
  const media = await listMediaOf(db, survey.surveyId, {
    responseIds: [response.id],
    respondentId: response.person.id,
  })
  return {
    ...response,
    media: await viewMedia(db, survey.surveyId, media),
    participant_id: await findParticipantId(db, survey.surveyId, response.person.id),
  }
}
