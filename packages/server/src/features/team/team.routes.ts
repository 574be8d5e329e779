/** Team settings and members in the workspace. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import { principalOf } from '../../platform/http/import-scope.ts'
import type { QuotaConfig } from './storage-quota.ts'
import { changeMember, inviteAgain, inviteMember, listMembers, type MemberDeps } from './team-members.ts'
import { changeTeam, getTeam } from './team-settings.ts'

export function teamRoutes(app: FastifyInstance, deps: MemberDeps & { config: QuotaConfig }): void {
  bindRoute(app, contract.getTeam, async ({ request }) =>
    answer(200, await getTeam(deps, principalOf(request))),
  )

  bindRoute(app, contract.changeTeam, async ({ body, request }) =>
    answer(200, await changeTeam(deps, principalOf(request), body)),
  )

  bindRoute(app, contract.listMembers, async ({ query, request }) =>
    answer(200, await listMembers(deps, principalOf(request), query)),
  )

  bindRoute(app, contract.inviteMember, async ({ body, request }) =>
    answer(201, await inviteMember(deps, principalOf(request), body)),
  )

  bindRoute(app, contract.inviteAgain, async ({ params, request }) =>
    answer(201, await inviteAgain(deps, principalOf(request), params.user_id)),
  )

  bindRoute(app, contract.changeMember, async ({ params, body, request }) =>
    answer(200, await changeMember(deps, principalOf(request), params.user_id, body)),
  )
}
