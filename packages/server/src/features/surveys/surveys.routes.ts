import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { readInclude } from '../../platform/http/include.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { waitingOf } from '../../platform/http/wait.ts'
import type { StatusWaits } from '../changes/changes.public.ts'
import { appendSurvey } from './append-survey.ts'
import { type CompleteDeps, completeSurvey } from './complete-survey.ts'
import { awaitSurvey, readMediaPage } from './get-survey.ts'
import { retypeColumn } from './import/retype-column.ts'
import { initializeSurvey } from './initialize-survey.ts'
import { listSurveys } from './list-surveys.ts'
import { registerMedia } from './media/register-media.ts'
import { retryMedia } from './media/retry-media.ts'
import { withdrawMedia } from './media/withdraw-media.ts'
import { retryPart } from './retry-part.ts'
import { viewCompletedSurvey } from './survey.view.ts'
import { withdrawPart } from './withdraw-part.ts'

export function surveyRoutes(
  app: FastifyInstance,
  deps: CompleteDeps & { publicUrl: string; config: Config; statusWaits: StatusWaits },
): void {
  bindRoute(app, contract.initializeSurvey, async ({ body, request }) => {
    const { begun, isReplayed } = await initializeSurvey(deps, principalOf(request), body)
    return isReplayed ? answer(200, begun, { 'idempotent-replayed': 'true' }) : answer(201, begun)
  })

  bindRoute(app, contract.completeSurvey, async ({ params, request }) => {
    const { status, isStarted } = await completeSurvey(deps, principalOf(request), params.upload_key)
    const body = viewCompletedSurvey(params.upload_key, status, isStarted)
    return isStarted ? answer(202, body) : answer(200, body)
  })

  bindRoute(app, contract.getSurvey, async ({ params, query, request, reply }) => {
    const include = readInclude(query, contract.surveyIncludes)
    const wanted = { include, mediaPage: readMediaPage(query) }
    const waiting = waitingOf({ request, reply }, query.wait)
    return answer(200, await awaitSurvey(deps, waiting, params.upload_key, wanted))
  })

  bindRoute(app, contract.retryPart, async ({ params, request }) => {
    const input = { uploadKey: params.upload_key, partNumber: params.part_number }
    return answer(200, await retryPart(deps, principalOf(request), input))
  })

  bindRoute(app, contract.withdrawPart, async ({ params, request }) => {
    const input = { uploadKey: params.upload_key, partNumber: params.part_number }
    await withdrawPart(deps, principalOf(request), input)
    return answer(204, null)
  })

  bindRoute(app, contract.appendSurvey, async ({ params, body, request }) => {
    const elapsedMs = () => performance.now() - request.receivedAt
    const input = { uploadKey: params.upload_key, numParts: body.num_parts, elapsedMs }
    return answer(201, await appendSurvey(deps, principalOf(request), input))
  })

  bindRoute(app, contract.retypeColumn, async ({ params, body, request }) => {
    const input = { uploadKey: params.upload_key, position: params.position, type: body.type }
    const { retyped, isStarted } = await retypeColumn(deps, principalOf(request), input)
    return isStarted ? answer(202, retyped) : answer(200, retyped)
  })

  bindRoute(app, contract.registerMedia, async ({ params, body, request }) => {
    const input = { uploadKey: params.upload_key, files: body.files }
    return answer(201, { media_files: await registerMedia(deps, principalOf(request), input) })
  })

  bindRoute(app, contract.retryMedia, async ({ params, body, request }) => {
    const input = { uploadKey: params.upload_key, filename: params.filename, newName: body.filename }
    return answer(200, await retryMedia(deps, principalOf(request), input))
  })

  bindRoute(app, contract.withdrawMedia, async ({ params, request }) => {
    await withdrawMedia(deps, principalOf(request), {
      uploadKey: params.upload_key,
      filename: params.filename,
    })
    return answer(204, null)
  })

  bindRoute(app, contract.listSurveys, async ({ query, request }) => {
    const input = { page: pageOf(query), requestUrl: request.url }
    return answer(200, await listSurveys(deps, principalOf(request), input))
  })
}
