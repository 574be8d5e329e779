/** Changes of surveys after their import, beside the import API. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { etagOf } from '../../platform/http/etag.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { updateSurvey } from './update-survey.ts'

export type ManageSurveyDeps = Parameters<typeof updateSurvey>[0]

export function surveyManageRoutes(app: FastifyInstance, deps: ManageSurveyDeps): void {
  bindRoute(app, contract.updateSurvey, async ({ params, body, request }) => {
    const input = { uploadKey: params.upload_key, changes: body, ifMatch: request.headers['if-match'] }
    const record = await updateSurvey(deps, principalOf(request), input)
    return answer(200, record, { etag: etagOf(record) })
  })
}
