/** How initialize and complete are answered, as a single call and as an item of a batch. */
import type * as contract from '@inlet/contract'
import type { HandlersOf } from '../../platform/http/bind-idempotent.ts'
import { answer } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { type CompleteDeps, completeInsight } from './complete-insight.ts'
import { requireOpenInsight } from './get-insight.ts'
import {
  type InitializeDeps,
  type InitializedInsight,
  initializeInsight,
  replayInitializedInsight,
} from './initialize-insight.ts'
import { completedInsight, startedInsight } from './insight.view.ts'

export const initializeInsightHandlers = (
  deps: InitializeDeps,
): HandlersOf<typeof contract.initializeInsight, InitializedInsight> => ({
  status: 201,
  perform: async ({ body, request }, { remember }) =>
    answer(201, await initializeInsight({ ...deps, remember }, principalOf(request), body)),
  replay: async ({ body, request }, initialized) =>
    answer(201, await replayInitializedInsight(deps, principalOf(request), body, initialized)),
})

export const completeInsightHandlers = (
  deps: CompleteDeps,
): HandlersOf<typeof contract.completeInsight, object> => ({
  status: 202,
  perform: async ({ params, body, request }, { remember }) => {
    const { insight, isStarted } = await completeInsight({ ...deps, remember }, principalOf(request), {
      insightKey: params.insight_key,
      shouldPublish: body?.should_publish ?? false,
    })
    return isStarted ? answer(202, startedInsight(insight)) : answer(200, completedInsight(insight))
  },
  unchanged: () => ({}),
  replay: async ({ params, request }, _outcome, status) => {
    const insight = await requireOpenInsight(deps.db, principalOf(request), params.insight_key)
    if (status === 200) return answer(200, completedInsight(insight))
    return answer(202, insight.phase === 'processing' ? startedInsight(insight) : completedInsight(insight))
  },
})
