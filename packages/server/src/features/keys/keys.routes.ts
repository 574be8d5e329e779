/** A user's own API keys in the workspace. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { createOwnKey, listOwnKeys, revokeOwnKey, rotateOwnKey } from './own-keys.ts'

export function keyRoutes(app: FastifyInstance, deps: Parameters<typeof createOwnKey>[0]): void {
  bindRoute(app, contract.listKeys, async ({ request }) =>
    answer(200, await listOwnKeys(deps, principalOf(request))),
  )

  bindRoute(app, contract.createKey, async ({ body, request }) =>
    answer(201, await createOwnKey(deps, principalOf(request), body)),
  )

  bindRoute(app, contract.rotateKey, async ({ params, body, request }) => {
    const input = { clientId: params.client_id, overlapHours: body.overlap_hours }
    return answer(200, await rotateOwnKey(deps, principalOf(request), input))
  })

  bindRoute(app, contract.revokeKey, async ({ params, request }) =>
    answer(200, await revokeOwnKey(deps, principalOf(request), params.client_id)),
  )
}
