/** Sign-in by password and invitations. */
import * as contract from '@inlet/contract/workspace'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sessions } from '../../platform/auth/sessions.ts'
import { answer, bindRoute } from '../../platform/http/bind-route.ts'
import type { Cookie } from '../../platform/http/cookies.ts'
import { sessionLifetimeSeconds } from '../../platform/http/workspace-scope.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { getSession } from './get-session.ts'
import { providerPath } from './provider.routes.ts'
import { type PasswordResetDeps, requestPasswordReset } from './request-password-reset.ts'
import { endSession } from './session-life.ts'
import { signIn } from './sign-in.ts'

export interface SignInRouteDeps extends PasswordResetDeps {
  sessions: Sessions
  sessionCookie: Cookie
  operatorTeamId: number
  providerName: string | undefined
}

export function signInRoutes(app: FastifyInstance, deps: SignInRouteDeps): void {
  const { sessionCookie } = deps

  /** Ends the browser's previous session, which would otherwise stay open unnoticed. */
  async function welcome(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { token, userId }: { token: string; userId: number },
  ) {
    const old = sessionCookie.read(request)
    if (old !== undefined) await endSession(deps, old)
    const session = await getSession(deps, userId)
    sessionCookie.set(reply, token, sessionLifetimeSeconds)
    return answer(200, session)
  }

  bindRoute(app, contract.signInOptions, async () => {
    const { providerName: name } = deps
    return answer(200, {
      providers: name === undefined ? [] : [{ name, path: providerPath }],
      can_reset_password: deps.mailer !== undefined,
    })
  })

  bindRoute(app, contract.requestPasswordReset, async ({ body, request }) => {
    await requestPasswordReset(deps, body, request.ip)
    return answer(204, null)
  })

  bindRoute(app, contract.signIn, async (call) =>
    welcome(call, await signIn(deps, call.body, call.request.ip)),
  )

  bindRoute(app, contract.readInvitation, async ({ body, request }) => {
    const { name, email } = await readInvitation(deps, body.token, request.ip)
    return answer(200, { name, email })
  })

  bindRoute(app, contract.acceptInvitation, async (call) =>
    welcome(call, await acceptInvitation(deps, call.body, call.request.ip)),
  )
}
