import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import { exportParticipants } from './export-participants.ts'
import { mergeParticipants, unmergeParticipants } from './merge-participants.ts'
import { getParticipant, listParticipants } from './read-participants.ts'
import { removeParticipant } from './remove-participant.ts'
import { updateParticipant } from './update-participant.ts'

export function participantRoutes(app: FastifyInstance, deps: { db: Db }): void {
  bindRoute(app, contract.listParticipants, async ({ query, request }) =>
    answer(200, await listParticipants(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.exportParticipants, async ({ query, request }) => {
    const { body, headers } = exportParticipants(deps, principalOf(request), query)
    return answer(200, body, headers)
  })

  bindRoute(app, contract.updateParticipant, async ({ params, body: changes, request }) =>
    answer(
      200,
      await updateParticipant(deps, principalOf(request), { ...changeOf(params, request), changes }),
    ),
  )

  bindRoute(app, contract.mergeParticipants, async ({ params, body, request }) =>
    answer(200, await mergeParticipants(deps, principalOf(request), { ...changeOf(params, request), body })),
  )

  bindRoute(app, contract.unmergeParticipants, async ({ params, body, request }) =>
    answer(
      200,
      await unmergeParticipants(deps, principalOf(request), { ...changeOf(params, request), body }),
    ),
  )

  bindRoute(app, contract.getParticipant, async ({ params, request }) =>
    answer(200, await getParticipant(deps, principalOf(request), params.participant_id)),
  )

  bindRoute(app, contract.removeParticipant, async ({ params, request }) =>
    answer(200, await removeParticipant(deps, principalOf(request), params.participant_id)),
  )
}

const changeOf = (params: { participant_id: string }, request: FastifyRequest) => ({
  idText: params.participant_id,
  ifMatch: request.headers['if-match'],
})
