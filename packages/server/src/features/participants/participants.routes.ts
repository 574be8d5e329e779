import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { getParticipant, listParticipants } from './read-participants.ts'
import { removeParticipant } from './remove-participant.ts'

export function participantRoutes(app: FastifyInstance, deps: { db: Db }): void {
  bindRoute(app, contract.listParticipants, async ({ query, request }) =>
    answer(200, await listParticipants(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.getParticipant, async ({ params, request }) =>
    answer(200, await getParticipant(deps, principalOf(request), params.participant_id)),
  )

  bindRoute(app, contract.removeParticipant, async ({ params, request }) =>
    answer(200, await removeParticipant(deps, principalOf(request), params.participant_id)),
  )
}
