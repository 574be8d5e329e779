import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { readPage } from '../../platform/http/paging.ts'
import { appendSurvey } from './append-survey.ts'
import { type CompleteDeps, completeSurvey } from './complete-survey.ts'
import { getSurvey } from './get-survey.ts'
import { initializeSurvey } from './initialize-survey.ts'
import { listSurveys } from './list-surveys.ts'
import { registerMedia } from './register-media.ts'
import { retryMedia } from './retry-media.ts'
import { retryPart } from './retry-part.ts'
import { viewCompletedSurvey } from './survey.view.ts'

export function surveyRoutes(app: FastifyInstance, deps: CompleteDeps & { publicUrl: string }): void {
  bindRoute(app, contract.initializeSurvey, async ({ body, request }) => {
    const { begun, isReplayed } = await initializeSurvey(deps, principalOf(request), body)
    return isReplayed ? answer(200, begun, { 'idempotent-replayed': 'true' }) : answer(201, begun)
  })

  bindRoute(app, contract.completeSurvey, async ({ params, request }) => {
    const { status, isStarted } = await completeSurvey(deps, principalOf(request), params.upload_key)
    const body = viewCompletedSurvey(params.upload_key, status, isStarted)
    return isStarted ? answer(202, body) : answer(200, body)
  })

  bindRoute(app, contract.getSurvey, async ({ params, request }) =>
    answer(200, await getSurvey(deps, principalOf(request), params.upload_key)),
  )

  bindRoute(app, contract.retryPart, async ({ params, request }) => {
    const input = { uploadKey: params.upload_key, partNumber: params.part_number }
    return answer(200, await retryPart(deps, principalOf(request), input))
  })

  bindRoute(app, contract.appendSurvey, async ({ params, body, request }) => {
    const elapsedMs = () => performance.now() - request.receivedAt
    const input = { uploadKey: params.upload_key, numParts: body.num_parts, elapsedMs }
    return answer(201, await appendSurvey(deps, principalOf(request), input))
  })

  bindRoute(app, contract.registerMedia, async ({ params, body, request }) => {
    const input = { uploadKey: params.upload_key, files: body.files }
    return answer(201, { media_files: await registerMedia(deps, principalOf(request), input) })
  })

  bindRoute(app, contract.retryMedia, async ({ params, request }) => {
    const input = { uploadKey: params.upload_key, filename: params.filename }
    return answer(200, await retryMedia(deps, principalOf(request), input))
  })

  bindRoute(app, contract.listSurveys, async ({ query, request }) => {
    const input = { page: readPage(query), requestUrl: request.url }
    return answer(200, await listSurveys(deps, principalOf(request), input))
  })
}
