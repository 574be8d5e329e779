import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import { assignSpeakers } from './assign-speakers.ts'
import { editTranscript } from './edit-transcript.ts'
import { getRecording } from './get-recording.ts'
import { getTranscript } from './get-transcript.ts'
import { listTranscriptChanges } from './list-transcript-changes.ts'
import { replaceInTranscript } from './replace-in-transcript.ts'
import { type RetryDeps, retryTranscription } from './retry-transcription.ts'
import { restoreTranscript, revertTranscript } from './revert-transcript.ts'
import { getCaptions, saveTranscript } from './save-transcript.ts'
import { suggestSpeakers } from './suggest-speakers.ts'
import { cancelTranscription, transcribeAgain } from './transcribe-again.ts'

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

  bindRoute(app, contract.assignSpeakers, async ({ params, body, request }) =>
    answer(200, await assignSpeakers(deps, principalOf(request), params, body)),
  )

  bindRoute(app, contract.suggestSpeakers, async ({ params, query, request }) =>
    answer(200, await suggestSpeakers(deps, principalOf(request), params, query)),
  )

  bindRoute(app, contract.editTranscript, async ({ params, body, request }) =>
    answer(200, await editTranscript(deps, principalOf(request), params, body)),
  )

  bindRoute(app, contract.replaceInTranscript, async ({ params, body, request }) =>
    answer(200, await replaceInTranscript(deps, principalOf(request), params, body)),
  )

  bindRoute(app, contract.listTranscriptChanges, async ({ params, query, request }) =>
    answer(200, await listTranscriptChanges(deps, principalOf(request), params, query)),
  )

  bindRoute(app, contract.revertTranscript, async ({ params, body, request }) =>
    answer(200, await revertTranscript(deps, principalOf(request), params, body)),
  )

  bindRoute(app, contract.restoreTranscript, async ({ params, body, request }) =>
    answer(200, await restoreTranscript(deps, principalOf(request), params, body)),
  )

  bindRoute(app, contract.retryTranscription, async ({ params, request }) => {
    await retryTranscription(deps, principalOf(request), params)
    return answer(202, { status: 'working' as const })
  })

  bindRoute(app, contract.transcribeAgain, async ({ params, body, request }) => {
    await transcribeAgain(deps, principalOf(request), params, body)
    return answer(202, { status: 'working' as const })
  })

  bindRoute(app, contract.cancelTranscription, async ({ params, request }) => {
    await cancelTranscription(deps, principalOf(request), params)
    return answer(204, null)
  })
}
