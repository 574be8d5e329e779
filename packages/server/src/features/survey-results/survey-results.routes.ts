/** Survey results in the workspace. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { retryPart } from '../surveys/surveys.public.ts'
import { exportSurvey } from './export-survey.ts'
import { getCrossTabulation } from './get-cross-tabulation.ts'
import { getSurvey } from './get-survey.ts'
import { getSurveyOverview } from './get-survey-overview.ts'
import { getSurveyResponse } from './get-survey-response.ts'
import { listSurveyNotes } from './list-survey-notes.ts'
import { listSurveyResponses } from './list-survey-responses.ts'
import { getRespondent, listRespondents } from './respondents.ts'
import { createResponseOrders } from './response-orders.ts'
import { listSurveyMedia, retrySurveyMedia, withdrawSurveyMedia } from './survey-media.ts'

export function surveyResultRoutes(app: FastifyInstance, given: { db: Db; store: ObjectStore }): void {
  const deps = { ...given, orders: createResponseOrders(given.db) }

  bindRoute(app, contract.getSurvey, async ({ params, request }) =>
    answer(200, await getSurvey(deps, principalOf(request), params.upload_key)),
  )

  bindRoute(app, contract.getSurveyOverview, async ({ params, query, request }) =>
    answer(200, await getSurveyOverview(deps, principalOf(request), params.upload_key, query)),
  )

  bindRoute(app, contract.getCrossTabulation, async ({ params, query, request }) =>
    answer(200, await getCrossTabulation(deps, principalOf(request), params.upload_key, query)),
  )

  bindRoute(app, contract.listSurveyResponses, async ({ params, query, request }) =>
    answer(200, await listSurveyResponses(deps, principalOf(request), params.upload_key, query)),
  )

  bindRoute(app, contract.getSurveyResponse, async ({ params, request }) =>
    answer(200, await getSurveyResponse(deps, principalOf(request), params)),
  )

  bindRoute(app, contract.listRespondents, async ({ params, query, request }) =>
    answer(200, await listRespondents(deps, principalOf(request), params.upload_key, query)),
  )

  bindRoute(app, contract.getRespondent, async ({ params, request }) =>
    answer(200, await getRespondent(deps, principalOf(request), params)),
  )

  bindRoute(app, contract.listSurveyNotes, async ({ params, query, request }) =>
    answer(200, await listSurveyNotes(deps, principalOf(request), params, query)),
  )

  bindRoute(app, contract.listSurveyMedia, async ({ params, query, request }) =>
    answer(200, await listSurveyMedia(deps, principalOf(request), params.upload_key, query)),
  )

  bindRoute(app, contract.retrySurveyMedia, async ({ params, body, request }) =>
    answer(200, await retrySurveyMedia(deps, principalOf(request), params, body.filename)),
  )

  bindRoute(app, contract.withdrawSurveyMedia, async ({ params, request }) => {
    await withdrawSurveyMedia(deps, principalOf(request), params)
    return answer(204, null)
  })

  bindRoute(app, contract.retrySurveyPart, async ({ params, request }) => {
    const { upload_key: uploadKey, part_number: partNumber } = params
    return answer(200, await retryPart(deps, principalOf(request), { uploadKey, partNumber }))
  })

  const formats = { csv: contract.exportSurvey, xlsx: contract.exportSurveyWorkbook } as const
  for (const format of ['csv', 'xlsx'] as const)
    bindRoute(app, formats[format], async ({ params, query, request }) => {
      const survey = { uploadKey: params.upload_key, format }
      const { body, headers } = await exportSurvey(deps, principalOf(request), survey, query)
      return answer(200, body, headers)
    })
}
