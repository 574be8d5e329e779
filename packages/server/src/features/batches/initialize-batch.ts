import { initializeFile, initializeInsight } from '@inlet/contract'
import { batchedCall } from '../../platform/http/batched-call.ts'
import { initializeFileHandlers } from '../files/files.public.ts'
import { initializeInsightHandlers } from '../insights/insights.public.ts'

export type InitializeBatchDeps = Parameters<typeof initializeInsightHandlers>[0] &
  Parameters<typeof initializeFileHandlers>[0]

/** The call of each kind of item. A survey has up to 100 parts of its own, so it needs no batch. */
export function initializeBatchCalls(deps: InitializeBatchDeps) {
  const noParams = () => ({})
  return {
    insight: batchedCall(initializeInsight, initializeInsightHandlers(deps), noParams),
    file: batchedCall(initializeFile, initializeFileHandlers(deps), noParams),
  }
}
