import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { getRecording } from './get-recording.ts'
import { getTranscript } from './get-transcript.ts'
import { nameSpeaker } from './name-speaker.ts'
import { type RetryDeps, retryTranscription } from './retry-transcription.ts'
import { getCaptions, saveTranscript } from './save-transcript.ts'

export function recordingRoutes(app: FastifyInstance, deps: RetryDeps & { store: ObjectStore }): void {
  bindRoute(app, contract.getRecording, async ({ params, request }) =>
    answer(200, await getRecording(deps, principalOf(request), params)),
  )

  bindRoute(app, contract.getTranscript, async ({ params, query, request }) =>
    answer(200, await getTranscript(deps, principalOf(request), params, query)),
  )

  bindRoute(app, contract.getCaptions, async ({ params, request }) =>
    answer(200, await getCaptions(deps, principalOf(request), params), {
      'content-type': 'text/vtt; charset=utf-8',
    }),
  )

  bindRoute(app, contract.exportRecordingTranscript, async ({ params, request }) => {
    const { text, headers } = await saveTranscript(deps, principalOf(request), params)
    return answer(200, text, headers)
  })

  bindRoute(app, contract.nameSpeaker, async ({ params, body, request }) =>
    answer(200, await nameSpeaker(deps, principalOf(request), params, body)),
  )

  bindRoute(app, contract.retryTranscription, async ({ params, request }) => {
    await retryTranscription(deps, principalOf(request), params)
    return answer(202, { status: 'working' as const })
  })
}
