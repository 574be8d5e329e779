import type { RouteResponse, listSurveys as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { type ListRequest, listWithQuery } from '../projects/projects.public.ts'
import { viewSurveyItem } from './survey.view.ts'
import { surveySource } from './surveys.repo.ts'

/** Surveys that completed at least once, even while an append is in progress, or those with a status. */
export async function listSurveys(
  deps: { db: Db; publicUrl: string },
  principal: Principal,
  { hasDetails, ...request }: ListRequest & { hasDetails: boolean },
): Promise<RouteResponse<typeof route, 200>> {
  const { items, end } = await listWithQuery(deps, principal, surveySource, request)
  return { surveys: items.map((item) => viewSurveyItem(item, { hasDetails })), ...end }
}
