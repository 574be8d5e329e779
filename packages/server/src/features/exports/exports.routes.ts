/** Exports of an API key. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { bindIdempotent, type IdempotencyDeps } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf, scopedKeyOf } from '../../platform/http/import-scope.ts'
import { waitingOf } from '../../platform/http/wait.ts'
import type { Memory } from '../../platform/idempotency/run-once.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { ObjectStore } from '../../platform/object-store/object-store.ts'
import type { EventWaits } from '../events/events.public.ts'
import { type CreatedExport, createExport } from './create-export.ts'
import { deleteExport } from './delete-export.ts'
import { getExport, replayExport } from './get-export.ts'
import { listExports } from './list-exports.ts'

export interface ExportDeps extends IdempotencyDeps {
  store: ObjectStore
  enqueue: Enqueue
  eventWaits: EventWaits
}

export function exportRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindIdempotent(app, deps, contract.createExport, {
    status: 202,
    perform: async ({ params, body, request }, { remember }: Memory<CreatedExport>) => {
      const key = scopedKeyOf(request)
      const input = {
        projectId: params.project_id,
        format: body.format,
        contents: body.contents,
        clientAddress: request.ip,
        hasPeople: key.scopes.includes('participant:read'),
      }
      return answer(202, await createExport({ ...deps, remember }, key, input))
    },
    replay: async ({ request }, { exportKey }) =>
      answer(202, await replayExport(deps, principalOf(request), exportKey)),
  })

  bindRoute(app, contract.listExports, async ({ query, request }) =>
    answer(200, await listExports(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.getExport, async (call) => {
    const { params, query, request } = call
    const principal = scopedKeyOf(request)
    const maySeePeople = principal.scopes.includes('participant:read')
    const input = { exportKey: params.export_key, principal, maySeePeople, clientAddress: request.ip }
    const found = await getExport(deps, waitingOf(call, query.wait), input)
    return answer(200, found, { 'cache-control': 'no-store' })
  })

  bindRoute(app, contract.deleteExport, async ({ params, request }) => {
    const input = { exportKey: params.export_key, clientAddress: request.ip }
    await deleteExport(deps, principalOf(request), input)
    return answer(204, null)
  })
}
