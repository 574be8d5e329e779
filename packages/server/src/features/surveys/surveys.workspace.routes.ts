/** Surveys uploaded from the browser, through the use cases of the import contract. */
import { surveyIncludes } from '@inlet/contract'
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { readInclude } from '../../platform/http/include.ts'
import { type CompleteDeps, completeSurvey } from './complete-survey.ts'
import { getSurvey } from './get-survey.ts'
import { retypeColumn } from './import/retype-column.ts'
import { initializeSurvey } from './initialize-survey.ts'
import { viewCompletedSurvey } from './survey.view.ts'
import { withdrawPart } from './withdraw-part.ts'

export function surveyWorkspaceRoutes(app: FastifyInstance, deps: CompleteDeps): void {
  bindRoute(app, contract.beginSurvey, async ({ body, request }) => {
    const confirmed = { confirmedHeaderRows: body.header_rows ?? null }
    const { begun, isReplayed } = await initializeSurvey(deps, principalOf(request), body, confirmed)
    const { upload_key, survey_key, status, upload_urls, idempotency_mismatch } = begun
    const mismatch = idempotency_mismatch && { idempotency_mismatch }
    const view = { upload_key, survey_key, status, upload_urls, ...mismatch }
    return isReplayed ? answer(200, view) : answer(201, view)
  })

  bindRoute(app, contract.completeSurvey, async ({ params, request }) => {
    const { status, isStarted } = await completeSurvey(deps, principalOf(request), params.upload_key)
    const body = viewCompletedSurvey(params.upload_key, status, isStarted)
    return isStarted ? answer(202, body) : answer(200, body)
  })

  bindRoute(app, contract.getSurveyUpload, async ({ params, query, request }) => {
    const include = readInclude(query, surveyIncludes)
    return answer(200, await getSurvey(deps, principalOf(request), params.upload_key, { include }))
  })

  bindRoute(app, contract.withdrawSurveyPart, async ({ params, request }) => {
    const { upload_key: uploadKey, part_number: partNumber } = params
    await withdrawPart(deps, principalOf(request), { uploadKey, partNumber })
    return answer(204, null)
  })

  bindRoute(app, contract.retypeSurveyColumn, async ({ params, body, request }) => {
    const input = { uploadKey: params.upload_key, position: params.position, type: body.type }
    const { retyped, isStarted } = await retypeColumn(deps, principalOf(request), input)
    return isStarted ? answer(202, retyped) : answer(200, retyped)
  })
}
