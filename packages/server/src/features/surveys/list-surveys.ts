import type { RouteResponse, listSurveys as route } from '@inlet/contract'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Page, pageLinks } from '../../platform/http/paging.ts'
import { viewSurveyItem } from './survey.view.ts'
import { listCompletedSurveys } from './surveys.repo.ts'

/** Surveys that completed at least once, even while an append is in progress. */
export async function listSurveys(
  deps: { db: Db; publicUrl: string },
  principal: Principal,
  { page, requestUrl }: { page: Page; requestUrl: string },
): Promise<RouteResponse<typeof route, 200>> {
  const { items, count } = await listCompletedSurveys(deps.db, principal, page)
  return { surveys: items.map(viewSurveyItem), ...pageLinks(deps.publicUrl, requestUrl, page, count) }
}
