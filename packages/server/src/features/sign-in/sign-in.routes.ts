/** Before somebody is signed in: passwords and invitations. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance } from 'fastify'
import type { Sessions } from '../../platform/auth/sessions.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import type { Cookie } from '../../platform/http/cookies.ts'
import { sessionLifetimeSeconds } from '../../platform/http/workspace-scope.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { getSession } from './get-session.ts'
import { providerPath } from './provider.routes.ts'
import { endSession } from './session-life.ts'
import { type SignInDeps, signIn } from './sign-in.ts'

export interface SignInRouteDeps extends SignInDeps {
  sessions: Sessions
  sessionCookie: Cookie
  operatorTeamId: number
  providerName: string | undefined
}

export function signInRoutes(app: FastifyInstance, deps: SignInRouteDeps): void {
  const { sessionCookie } = deps

  /** A session that the browser had before ends: it would be left behind without anybody knowing. */
  async function welcome(
    oldCookies: string | undefined,
    { token, userId }: { token: string; userId: number },
  ) {
    const old = sessionCookie.read(oldCookies)
    if (old !== undefined) await endSession(deps, old)
    const headers = { 'set-cookie': sessionCookie.write(token, sessionLifetimeSeconds) }
    return answer(200, await getSession(deps, userId), headers)
  }

  bindRoute(app, contract.signInOptions, async () => {
    const { providerName: name } = deps
    return answer(200, { providers: name === undefined ? [] : [{ name, path: providerPath }] })
  })

  bindRoute(app, contract.signIn, async ({ body, request }) =>
    welcome(request.headers.cookie, await signIn(deps, body, request.ip)),
  )

  bindRoute(app, contract.readInvitation, async ({ body, request }) => {
    const { name, email } = await readInvitation(deps, body.token, request.ip)
    return answer(200, { name, email })
  })

  bindRoute(app, contract.acceptInvitation, async ({ body, request }) =>
    welcome(request.headers.cookie, await acceptInvitation(deps, body, request.ip)),
  )
}
