/** Erasing people, beside the import API. */
import * as contract from '@inlet/contract'
import type { FastifyInstance } from 'fastify'
import { bindIdempotent, type IdempotencyDeps } from '../../platform/http/bind-idempotent.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { Memory } from '../../platform/idempotency/run-once.ts'
import { getErasure } from './get-erasure.ts'
import {
  type RequestDeps,
  type RequestedErasure,
  requestErasure,
  requireTeamAdmin,
} from './request-erasure.ts'

export type ErasureDeps = Omit<RequestDeps, 'remember'> & IdempotencyDeps

const accepted = ({ erasureKey }: RequestedErasure) => answer(202, { erasure_key: erasureKey })

export function erasureRoutes(app: FastifyInstance, deps: ErasureDeps): void {
  bindIdempotent(app, deps, contract.eraseRespondent, {
    status: 202,
    perform: async ({ body, request }, { remember }: Memory<RequestedErasure>) =>
      accepted(await requestErasure({ ...deps, remember }, principalOf(request), body)),
    replay: async ({ request }, erasure) => {
      requireTeamAdmin(principalOf(request))
      return accepted(erasure)
    },
  })

  bindRoute(app, contract.getErasure, async ({ params, request }) =>
    answer(200, await getErasure(deps, principalOf(request), params.erasure_key)),
  )
}
