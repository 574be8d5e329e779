/**
 * The scope in which every operation of the import contract is registered. Registration here makes a route
 * authenticated and rate-limited, so that no route can lack a guard.
 */
import type { Scope } from '@inlet/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Authenticator } from '../auth/authenticator.ts'
import { isReadOnly, type KeyPrincipal, type Principal } from '../auth/principal.ts'
import { AppError } from '../errors.ts'
import type { RateLimiter, Verdict } from '../rate-limit/rate-limiter.ts'
import { windowMs } from '../rate-limit/rate-limiter.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import { isUnsafe } from './same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null
  }
  interface FastifyContextConfig {
    scopes?: readonly Scope[]
  }
}

export interface ImportScopeOptions {
  authenticator: Authenticator
  limiter: RateLimiter
  defaultLimitPerMinute: number
  metrics: Metrics
}

export function guardImportScope(app: FastifyInstance, options: ImportScopeOptions): void {
  app.decorateRequest('principal', null)
  // Before the body is read, so that unknown or rate-limited callers cost no parsing.
  app.addHook('onRequest', async (request, reply) => {
    const principal = await options.authenticator.authenticate(request.headers.authorization)
    request.principal = principal
    const limit = principal.rateLimitPerMinute ?? options.defaultLimitPerMinute
    const verdict = await options.limiter.take(`key:${principal.keyId}`, limit)
    reply.headers(rateLimitHeaders(verdict))
    if (!verdict.isAllowed) {
      options.metrics.rateLimited.inc({ limiter: 'import' })
      throw rateLimited(verdict)
    }
    // Before the scope check, because no scope would help.
    if (isUnsafe(request.method) && isReadOnly(principal)) throw new AppError('read_only_role')
    requireScopes(request, principal)
  })
}

function requireScopes(request: FastifyRequest, principal: KeyPrincipal): void {
  const missing = (request.routeOptions.config.scopes ?? []).find(
    (scope) => !principal.scopes.includes(scope),
  )
  if (!missing) return
  throw new AppError('insufficient_scope', {
    message: `The access token lacks the scope ${missing}. Request a token with that scope; the API key must have it too.`,
    body: { required_scope: missing },
  })
}

/** The two fields of the IETF draft on rate-limit headers, revision 8 and later. */
function rateLimitHeaders(verdict: Verdict): Record<string, string> {
  const resetSeconds = Math.ceil(verdict.resetMs / 1000)
  return {
    'ratelimit-policy': `"default";q=${verdict.limit};w=${windowMs / 1000}`,
    ratelimit: `"default";r=${verdict.remaining};t=${resetSeconds}`,
  }
}

export function rateLimited(verdict: Verdict): AppError {
  const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))
  return new AppError('rate_limited', {
    message: `Too many requests: the limit is ${verdict.limit} per minute. Wait ${seconds} seconds, then retry.`,
    headers: { 'retry-after': String(seconds) },
  })
}

export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal)
    throw new Error(`${request.routeOptions.url} is not registered inside the import scope.`)
  return request.principal
}
