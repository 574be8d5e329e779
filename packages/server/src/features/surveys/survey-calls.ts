/** How complete is answered, as a single call and as an item of a batch. */
import type * as contract from '@inlet/contract'
import type { HandlersOf } from '../../platform/http/bind-idempotent.ts'
import { answer } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { type CompleteDeps, completeSurvey } from './complete-survey.ts'
import { replayCompletedSurvey } from './replay-survey-call.ts'
import { viewCompletedSurvey } from './survey.view.ts'

export const completeSurveyHandlers = (
  deps: CompleteDeps,
): HandlersOf<typeof contract.completeSurvey, object> => ({
  status: 202,
  perform: async ({ params, request }, { remember }) => {
    const { upload_key: uploadKey } = params
    const { status, isStarted } = await completeSurvey({ ...deps, remember }, principalOf(request), uploadKey)
    const body = viewCompletedSurvey(uploadKey, status, isStarted)
    return isStarted ? answer(202, body) : answer(200, body)
  },
  unchanged: () => ({}),
  replay: async ({ params, request }, _outcome, status) => {
    const isStarted = status === 202
    const body = await replayCompletedSurvey(deps, principalOf(request), params.upload_key, isStarted)
    return isStarted ? answer(202, body) : answer(200, body)
  },
})
