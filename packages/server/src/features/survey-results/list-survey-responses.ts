import type { RouteQuery, RouteResponse } from '@inlet/contract'
import type { listSurveyResponses as route } from '@inlet/contract/workspace'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import {
  isEmpty,
  listResponses,
  type Response,
  type ResponseFilter,
  type ResponseSort,
  readResponses,
} from '../responses/responses.public.ts'
import { readFilter, readSort } from './filter-query.ts'
import { type OpenSurvey, openSurvey } from './open-survey.ts'
import { viewResponses } from './response.view.ts'
import type { ResponseOrders } from './response-orders.ts'

export interface SurveyReadDeps {
  db: Db
  orders: ResponseOrders
}

export async function listSurveyResponses(
  { db, orders }: SurveyReadDeps,
  principal: Principal,
  uploadKey: string,
  query: RouteQuery<typeof route>,
): Promise<RouteResponse<typeof route, 200>> {
  const filter = readFilter(query)
  const sort = readSort(query.sort)
  const { offset = 0, limit = 50 } = query
  const survey = await openSurvey(db, principal, uploadKey)
  const { responses, matching } = await readPage({ db, orders }, survey, { filter, sort }, { offset, limit })
  return {
    responses: await viewResponses(db, survey, responses),
    offset,
    matching,
    total: survey.row.response_count,
  }
}

async function readPage(
  { db, orders }: SurveyReadDeps,
  survey: OpenSurvey,
  { filter, sort }: { filter: ResponseFilter; sort: ResponseSort | undefined },
  { offset, limit }: { offset: number; limit: number },
): Promise<{ responses: Response[]; matching: number }> {
  // The first page of all responses, newest first, comes from the index, without computing the order of the rest.
  if (offset === 0 && isEmpty(filter) && !sort) {
    const { responses } = await listResponses(db, { ...survey, limit })
    return { responses, matching: survey.row.response_count }
  }
  const order = await orders.of(survey, filter, sort)
  const ids = [...order.subarray(offset, offset + limit)]
  return { responses: await readResponses(db, survey, ids), matching: order.length }
}
