import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { bindIdempotent, type IdempotencyDeps } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf, scopedKeyOf } from '../../platform/http/import-scope.ts'
import { readInclude } from '../../platform/http/include.ts'
import { isRecordKey } from '../../platform/http/keys.ts'
import { pageOf } from '../../platform/http/paging.ts'
import { readRecordQuery } from '../../platform/http/record-query.ts'
import { waitingOf } from '../../platform/http/wait.ts'
import type { Memory } from '../../platform/idempotency/run-once.ts'
import type { StatusWaits } from '../changes/changes.public.ts'
import { bindMediaUploadRoutes, type UploadDeps } from '../uploads/uploads.public.ts'
import { type AppendedParts, appendSurvey } from './append-survey.ts'
import type { CompleteDeps } from './complete-survey.ts'
import { awaitSurvey, readMediaPage } from './get-survey.ts'
import { retypeColumn } from './import/retype-column.ts'
import { initializeSurvey, type SurveyOutcome } from './initialize-survey.ts'
import { listSurveys } from './list-surveys.ts'
import { mediaUploadOwner } from './media/media-upload.ts'
import { registerMedia } from './media/register-media.ts'
import { replayRegisteredMedia, replayRetriedMedia } from './media/replay-media-call.ts'
import { retryMedia } from './media/retry-media.ts'
import { withdrawMedia } from './media/withdraw-media.ts'
import { replayAppend, replayInitializedSurvey, replayRetriedPart } from './replay-survey-call.ts'
import { retryPart } from './retry-part.ts'
import { completeSurveyHandlers } from './survey-calls.ts'
import { withdrawPart } from './withdraw-part.ts'

const listSpec = {
  name: 'surveys',
  statuses: contract.SurveyStatus.enum,
  hasTimes: true,
  isKey: isRecordKey,
}

export function surveyRoutes(
  app: FastifyInstance,
  deps: CompleteDeps &
    UploadDeps &
    IdempotencyDeps & { publicUrl: string; config: Config; statusWaits: StatusWaits },
): void {
  bindIdempotent(app, deps, contract.initializeSurvey, {
    status: 201,
    perform: async ({ body, request }, { remember }: Memory<SurveyOutcome>) => {
      const { begun, isReplayed } = await initializeSurvey({ ...deps, remember }, principalOf(request), body)
      return isReplayed ? answer(200, begun, { 'idempotent-replayed': 'true' }) : answer(201, begun)
    },
    // The body's idempotency_key was known.
    unchanged: ({ body }) => ({
      uploadKey: body.upload_key,
      mismatch: 'idempotency_mismatch' in body ? body.idempotency_mismatch : undefined,
    }),
    replay: async ({ body, request }, outcome, status) => {
      const numParts = status === 201 ? body.num_parts : undefined
      const begun = await replayInitializedSurvey(deps, principalOf(request), outcome, numParts)
      return status === 201 ? answer(201, begun) : answer(200, begun)
    },
  })

  bindIdempotent(app, deps, contract.completeSurvey, completeSurveyHandlers(deps))

  bindRoute(app, contract.getSurvey, async ({ params, query, request, reply }) => {
    const include = readInclude(query, contract.surveyIncludes)
    const wanted = { include, mediaPage: readMediaPage(query) }
    const waiting = waitingOf({ request, reply }, query.wait)
    return answer(200, await awaitSurvey(deps, waiting, params.upload_key, wanted))
  })

  const partOf = (params: { upload_key: string; part_number: string }) => ({
    uploadKey: params.upload_key,
    partNumber: params.part_number,
  })
  bindIdempotent(app, deps, contract.retryPart, {
    status: 200,
    perform: async ({ params, request }, { remember }) =>
      answer(200, await retryPart({ ...deps, remember }, principalOf(request), partOf(params))),
    replay: async ({ params, request }) =>
      answer(200, await replayRetriedPart(deps, principalOf(request), partOf(params))),
  })

  bindRoute(app, contract.withdrawPart, async ({ params, request }) => {
    await withdrawPart(deps, principalOf(request), partOf(params))
    return answer(204, null)
  })

  bindIdempotent(app, deps, contract.appendSurvey, {
    status: 201,
    perform: async ({ params, body, request }, { remember }: Memory<AppendedParts>) => {
      const elapsedMs = () => performance.now() - request.receivedAt
      const input = { uploadKey: params.upload_key, numParts: body.num_parts, elapsedMs }
      return answer(201, await appendSurvey({ ...deps, remember }, principalOf(request), input))
    },
    replay: async ({ params, body, request }, appended) => {
      const input = { uploadKey: params.upload_key, numParts: body.num_parts }
      return answer(201, await replayAppend(deps, principalOf(request), input, appended))
    },
  })

  bindRoute(app, contract.retypeColumn, async ({ params, body, request }) => {
    const maySeePeople = scopedKeyOf(request).scopes.includes('participant:read')
    const input = { uploadKey: params.upload_key, position: params.position, type: body.type, maySeePeople }
    const { retyped, isStarted } = await retypeColumn(deps, principalOf(request), input)
    return isStarted ? answer(202, retyped) : answer(200, retyped)
  })

  bindIdempotent(app, deps, contract.registerMedia, {
    status: 201,
    perform: async ({ params, body, request }, memory) => {
      const input = { uploadKey: params.upload_key, files: body.files }
      const media = await registerMedia({ ...deps, memory }, principalOf(request), input)
      return answer(201, { media_files: media })
    },
    replay: async ({ params, body, request }) => {
      const input = { uploadKey: params.upload_key, files: body.files }
      return answer(201, { media_files: await replayRegisteredMedia(deps, principalOf(request), input) })
    },
  })

  bindMediaUploadRoutes(app, deps, contract.mediaUpload, (principal, { upload_key, media_key }) =>
    mediaUploadOwner(deps, principal, { uploadKey: upload_key, mediaKey: media_key }),
  )

  bindIdempotent(app, deps, contract.retryMedia, {
    status: 200,
    perform: async ({ params, body, request }, { remember }) => {
      const input = { uploadKey: params.upload_key, filename: params.filename, newName: body.filename }
      return answer(200, await retryMedia({ ...deps, remember }, principalOf(request), input))
    },
    replay: async ({ params, body, request }) => {
      const input = { uploadKey: params.upload_key, filename: params.filename, newName: body.filename }
      return answer(200, await replayRetriedMedia(deps, principalOf(request), input))
    },
  })

  bindRoute(app, contract.withdrawMedia, async ({ params, request }) => {
    await withdrawMedia(deps, principalOf(request), {
      uploadKey: params.upload_key,
      filename: params.filename,
    })
    return answer(204, null)
  })

  bindRoute(app, contract.listSurveys, async ({ query, request }) => {
    const input = {
      name: listSpec.name,
      query: readRecordQuery(request.query, listSpec),
      page: pageOf(query),
      requestUrl: request.url,
      hasDetails: readInclude(query, contract.detailGroups).has('details'),
    }
    return answer(200, await listSurveys(deps, principalOf(request), input))
  })
}
