/** The redirect to the provider and its callback. Both respond with a redirect only. */
import { workspacePrefix } from '@inlet/contract/workspace'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Cookie } from '../../platform/http/cookies.ts'
import { hostCookie } from '../../platform/http/cookies.ts'
import { sessionLifetimeSeconds } from '../../platform/http/workspace-scope.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { readReturnPath, sealVisit, visitSeconds } from './pending-visit.ts'
import { finishWithProvider, type ProviderDeps, SignInRefused } from './sign-in-with-provider.ts'

export const providerPath = `${workspacePrefix}/sign-in/provider`

export interface ProviderRouteDeps extends ProviderDeps {
  publicUrl: string
  sessionCookie: Cookie
  log: Log
  now: () => number
}

export function providerRoutes(app: FastifyInstance, deps: ProviderRouteDeps): void {
  const { publicUrl, sessionCookie, secrets, provider, log, now } = deps
  const visitCookie = hostCookie('inlet_sign_in', publicUrl)
  const redirectUri = `${publicUrl}${providerPath}/callback`
  const hidden = { exposeHeadRoute: false, schema: { hide: true } as object }

  app.get(providerPath, hidden, async (request, reply) =>
    sendBack(reply, async () => {
      const to = readReturnPath((request.query as Record<string, unknown>)['to'])
      const { url, pending } = await provider.begin(redirectUri).catch((cause: unknown) => {
        log.warn({ err: cause }, 'the single sign-on provider is unavailable')
        throw new SignInRefused('provider_away', { cause })
      })
      const visit = sealVisit(secrets, { pending, to, endsAtMs: now() + visitSeconds * 1000 })
      visitCookie.set(reply, visit, visitSeconds)
      return url
    }),
  )

  app.get(`${providerPath}/callback`, hidden, async (request, reply) =>
    sendBack(reply, async () => {
      const { search } = new URL(request.url, publicUrl)
      const visit = visitCookie.read(request)
      visitCookie.clear(reply)
      const callbackUrl = new URL(`${redirectUri}${search}`)
      const { token, to } = await finishWithProvider(deps, { callbackUrl, visit, nowMs: now() }, log)
      sessionCookie.set(reply, token, sessionLifetimeSeconds)
      return `${publicUrl}${to}`
    }),
  )

  async function sendBack(reply: FastifyReply, go: () => Promise<string>): Promise<FastifyReply> {
    try {
      return reply.redirect(await go(), 303)
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error
      return reply.redirect(`${publicUrl}/sign-in?error=${error.problem}`, 303)
    }
  }
}
