/** Surveys from the browser, through the use cases of the import contract. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import {
  type CompleteDeps,
  completeSurvey,
  getSurvey,
  initializeSurvey,
  viewCompletedSurvey,
} from '../surveys/surveys.public.ts'

export function surveyUploadRoutes(app: FastifyInstance, deps: CompleteDeps): void {
  bindRoute(app, contract.beginSurvey, async ({ body, request }) => {
    const { begun, isReplayed } = await initializeSurvey(deps, principalOf(request), body)
    const { upload_key, survey_key, status, upload_urls } = begun
    const view = { upload_key, survey_key, status, upload_urls }
    return isReplayed ? answer(200, view) : answer(201, view)
  })

  bindRoute(app, contract.completeSurvey, async ({ params, request }) => {
    const { status, isStarted } = await completeSurvey(deps, principalOf(request), params.upload_key)
    const body = viewCompletedSurvey(params.upload_key, status, isStarted)
    return isStarted ? answer(202, body) : answer(200, body)
  })

  bindRoute(app, contract.getSurveyUpload, async ({ params, request }) =>
    answer(200, await getSurvey(deps, principalOf(request), params.upload_key)),
  )
}
