import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { bindBatch } from '../../platform/http/bind-batch.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { scopedKeyOf } from '../../platform/http/import-scope.ts'
import { waitingOf } from '../../platform/http/wait.ts'
import { type CompleteBatchDeps, completeBatchCalls } from './complete-batch.ts'
import { type BatchStatusDeps, getBatchStatus } from './get-batch-status.ts'
import { type InitializeBatchDeps, initializeBatchCalls } from './initialize-batch.ts'

export function batchRoutes(
  app: FastifyInstance,
  deps: InitializeBatchDeps & CompleteBatchDeps & BatchStatusDeps,
): void {
  bindBatch(app, deps, contract.initializeBatch, initializeBatchCalls(deps))
  bindBatch(app, deps, contract.completeBatch, completeBatchCalls(deps))

  bindRoute(app, contract.getBatchStatus, async ({ body, query, request, reply }) => {
    const waiting = waitingOf({ request, reply }, query.wait)
    const { scopes } = scopedKeyOf(request)
    return answer(200, { results: await getBatchStatus(deps, waiting, { items: body.items, scopes }) })
  })
}
