/** Results of surveys for API keys: columns, responses, counts, media files and people. */
import * as contract from '@inlet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf, scopedKeyOf } from '../../platform/http/import-scope.ts'
import { getSurveyRecord, getSurveyResults, listColumns } from './get-survey.ts'
import { getTranscript } from './get-transcript.ts'
import { listResponses } from './list-responses.ts'
import { listRecordingUrls, type UrlDeps } from './list-urls.ts'
import { getMedia, listSurveyMedia } from './media.ts'
import { requireMediaRecording } from './open-results.ts'
import { getParticipant, listParticipants, listRespondents } from './people.ts'
import { streamResponses } from './stream-responses.ts'
import { createStreamSlots } from './stream-slots.ts'

const seesPeople = (request: FastifyRequest): boolean =>
  scopedKeyOf(request).scopes.includes('participant:read')

const noStore = { 'cache-control': 'no-store' }

export function surveyRoutes(app: FastifyInstance, given: UrlDeps): void {
  const deps = { ...given, streams: createStreamSlots() }

  bindRoute(app, contract.getSurveyRecord, async ({ params, request }) => {
    const { record, etag } = await getSurveyRecord(deps, principalOf(request), params.upload_key)
    return answer(200, record, { etag })
  })

  bindRoute(app, contract.listResultColumns, async ({ params, request }) =>
    answer(200, await listColumns(deps, principalOf(request), params.upload_key)),
  )

  bindRoute(app, contract.getSurveyResults, async ({ params, query, request }) =>
    answer(200, await getSurveyResults(deps, principalOf(request), params.upload_key, query)),
  )

  bindRoute(app, contract.listResultResponses, async ({ params, query, request }) => {
    const principal = scopedKeyOf(request)
    const reading = { principal, uploadKey: params.upload_key, query, hasPeople: seesPeople(request) }
    if (!wantsLines(request)) return answer(200, await listResponses(deps, reading))
    const { body, headers } = await streamResponses(deps, { ...reading, keyId: principal.keyId })
    return answer(200, body, headers)
  })

  bindRoute(app, contract.listResultRespondents, async ({ params, query, request }) =>
    answer(200, await listRespondents(deps, principalOf(request), params.upload_key, query)),
  )

  bindRoute(app, contract.listResultMedia, async ({ params, query, request }) =>
    answer(
      200,
      await listSurveyMedia(
        deps,
        principalOf(request),
        { uploadKey: params.upload_key, hasPeople: seesPeople(request) },
        query,
      ),
    ),
  )
}

export function mediaRoutes(app: FastifyInstance, deps: UrlDeps): void {
  const mediaOf = ({ media_key: mediaKey }: { media_key: string }, request: FastifyRequest) => ({
    mediaKey,
    hasPeople: seesPeople(request),
  })

  bindRoute(app, contract.getMediaRecord, async ({ params, request }) => {
    const { record, etag } = await getMedia(deps, principalOf(request), mediaOf(params, request))
    return answer(200, record, { etag })
  })

  bindRoute(app, contract.getMediaTranscript, async ({ params, query, request }) => {
    const recording = await requireMediaRecording(deps.db, principalOf(request), mediaOf(params, request))
    const { body, headers } = await getTranscript(deps, recording, query)
    return answer(200, body, headers)
  })

  bindRoute(app, contract.getMediaUrls, async ({ params, request }) => {
    const principal = principalOf(request)
    const recording = await requireMediaRecording(deps.db, principal, mediaOf(params, request))
    return answer(200, await listRecordingUrls(deps, principal, recording), noStore)
  })
}

export function participantRoutes(app: FastifyInstance, deps: UrlDeps): void {
  bindRoute(app, contract.listResultParticipants, async ({ query, request }) =>
    answer(200, await listParticipants(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.getResultParticipant, async ({ params, request }) =>
    answer(200, await getParticipant(deps, principalOf(request), params.participant_id)),
  )
}

const wantsLines = ({ headers }: FastifyRequest): boolean =>
  /\bapplication\/x-ndjson\b/i.test(headers.accept ?? '')
