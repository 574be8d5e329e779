/** System pages for operators. Every route checks that the caller is an operator. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Principal } from '../../platform/auth/principal.ts'
import { requireOperator } from '../../platform/auth/require-admin.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { cutPage, isId, readCursorPage } from '../../platform/http/cursor.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { listAudit } from '../audit/audit.public.ts'
import { dismissDeadLetters, type OperatorDeps, requeueJob, retryDeadLetters } from './change-queues.ts'
import { createStorageGauge } from './get-storage.ts'
import { listRecentFailures } from './system.repo.ts'
import { listDeadLetters, listQueues, listStuckJobs } from './watch-queues.ts'

const maxFailures = 100

export function systemRoutes(app: FastifyInstance, deps: OperatorDeps): void {
  const getStorage = createStorageGauge(deps.db)

  function operatorOf(request: FastifyRequest): Principal {
    const principal = principalOf(request)
    requireOperator(principal, deps.operatorTeamId)
    return principal
  }

  bindRoute(app, contract.listQueues, async ({ request }) => {
    operatorOf(request)
    return answer(200, await listQueues(deps))
  })

  bindRoute(app, contract.listStuckJobs, async ({ request }) => {
    operatorOf(request)
    return answer(200, await listStuckJobs(deps))
  })

  bindRoute(app, contract.requeueJob, async ({ params, request }) =>
    answer(200, await requeueJob(deps, operatorOf(request), params.job_id)),
  )

  bindRoute(app, contract.listDeadLetters, async ({ query, request }) => {
    operatorOf(request)
    return answer(200, await listDeadLetters(deps, query))
  })

  bindRoute(app, contract.retryDeadLetters, async ({ body, request }) =>
    answer(200, await retryDeadLetters(deps, operatorOf(request), body.ids)),
  )

  bindRoute(app, contract.dismissDeadLetters, async ({ body, request }) =>
    answer(200, await dismissDeadLetters(deps, operatorOf(request), body.ids)),
  )

  bindRoute(app, contract.getStorage, async ({ request }) => {
    operatorOf(request)
    return answer(200, await getStorage())
  })

  bindRoute(app, contract.listFailures, async ({ request }) => {
    operatorOf(request)
    return answer(200, { failures: await listRecentFailures(deps.db, maxFailures) })
  })

  bindRoute(app, contract.listAudit, async ({ query, request }) => {
    operatorOf(request)
    const page = readCursorPage(query, ([id]) => (isId(id) ? id : undefined))
    const found = await listAudit(deps.db, page.after, page.limit + 1)
    const { rows, next_cursor } = cutPage(found, page, ({ id }) => [id])
    return answer(200, { entries: rows, next_cursor })
  })
}
