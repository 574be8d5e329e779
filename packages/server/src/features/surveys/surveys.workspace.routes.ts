/** Surveys uploaded from the browser, through the use cases of the import contract. */
import { type MediaDescriptor, type RegisteredMediaFile, surveyIncludes } from '@inlet/contract'
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { readInclude } from '../../platform/http/include.ts'
import { appendSurvey } from './append-survey.ts'
import { type CompleteDeps, completeSurvey } from './complete-survey.ts'
import { getSurvey } from './get-survey.ts'
import { retypeColumn } from './import/retype-column.ts'
import { initializeSurvey } from './initialize-survey.ts'
import { registerMedia } from './media/register-media.ts'
import { viewCompletedSurvey } from './survey.view.ts'
import { withdrawPart } from './withdraw-part.ts'

type SurveyDeps = CompleteDeps & Parameters<typeof registerMedia>[0]

export function surveyWorkspaceRoutes(app: FastifyInstance, deps: SurveyDeps): void {
  const { db, store, config } = deps
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

  bindRoute(app, contract.appendSurvey, async ({ params, body, request }) => {
    const elapsedMs = () => performance.now() - request.receivedAt
    const input = { uploadKey: params.upload_key, numParts: body.num_parts, elapsedMs }
    const { upload_key, upload_urls } = await appendSurvey({ db, store, config }, principalOf(request), input)
    return answer(201, { upload_key, upload_urls })
  })

  bindRoute(app, contract.registerSurveyMedia, async ({ params, body, request }) => {
    const input = { uploadKey: params.upload_key, files: body.files }
    const registered = await registerMedia(deps, principalOf(request), input)
    return answer(201, { media_files: registered.filter(isForm) })
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
    const { position } = params
    const input = { uploadKey: params.upload_key, position, type: body.type, maySeePeople: true }
    const { retyped, isStarted } = await retypeColumn(deps, principalOf(request), input)
    return isStarted ? answer(202, retyped) : answer(200, retyped)
  })
}

/** Those that are registered by name only are sent as forms. */
const isForm = (file: RegisteredMediaFile): file is MediaDescriptor => 'upload_url' in file
