/** The session and account of the signed-in user. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Sessions } from '../../platform/auth/sessions.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import type { Cookie } from '../../platform/http/cookies.ts'
import { sessionOf } from '../../platform/http/workspace-scope.ts'
import { changePassword } from './change-password.ts'
import { getSession } from './get-session.ts'
import { endSession } from './session-life.ts'
import type { SignInDeps } from './sign-in.ts'

export interface SessionRouteDeps extends SignInDeps {
  sessions: Sessions
  sessionCookie: Cookie
  operatorTeamId: number
}

export function sessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { sessionCookie } = deps

  bindRoute(app, contract.getSession, async ({ request }) =>
    answer(200, await getSession(deps, sessionOf(request).principal.userId)),
  )

  bindRoute(app, contract.signOut, async ({ request, reply }) => {
    const token = sessionCookie.read(request)
    if (token !== undefined) await endSession(deps, token)
    sessionCookie.clear(reply)
    return answer(204, null)
  })

  bindRoute(app, contract.changePassword, async ({ body, request }) => {
    await changePassword(deps, sessionOf(request), body)
    return answer(204, null)
  })
}
