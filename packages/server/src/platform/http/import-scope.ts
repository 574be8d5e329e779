/**
 * The scopes in which every operation for API keys is registered. Registration there makes a route authenticated and
 * rate-limited, so that no route can lack a guard.
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
    /** For requests that wait. */
    authenticateAgain: () => Promise<Principal>
  }
  interface FastifyContextConfig {
    scopes?: readonly Scope[]
    anyScope?: readonly Scope[]
    /** Set by `bindIdempotent`. */
    isIdempotent?: boolean
    /** A POST that only reads needs no idempotency key. */
    changesNothing?: boolean
  }
}

/** Imports have an allowance of their own, so that reading never delays them. */
export interface Allowance {
  /** As in RateLimit-Policy. */
  name: 'default' | 'read'
  bucketOf: (principal: KeyPrincipal) => string
  limitOf: (principal: KeyPrincipal) => number
}

export interface KeyScopeOptions {
  authenticator: Authenticator
  limiter: RateLimiter
  allowance: Allowance
  metrics: Metrics
}

export function importAllowance(perMinute: number): Allowance {
  return {
    name: 'default',
    bucketOf: ({ keyId }) => `key:${keyId}`,
    limitOf: ({ rateLimitPerMinute }) => rateLimitPerMinute ?? perMinute,
  }
}

export function readAllowance(perMinute: number): Allowance {
  return {
    name: 'read',
    bucketOf: ({ keyId }) => `read:${keyId}`,
    limitOf: ({ readRateLimitPerMinute }) => readRateLimitPerMinute ?? perMinute,
  }
}

export function guardKeyScope(app: FastifyInstance, options: KeyScopeOptions): void {
  const { allowance } = options
  requireIdempotentPosts(app)
  app.decorateRequest('principal', null)
  app.decorateRequest('authenticateAgain', function (this: FastifyRequest) {
    return options.authenticator.authenticate(this.headers.authorization)
  })
  // Before the body is read, so that unknown or rate-limited callers cost no parsing.
  app.addHook('onRequest', async (request, reply) => {
    const principal = await options.authenticator.authenticate(request.headers.authorization)
    request.principal = principal
    const verdict = await options.limiter.take(allowance.bucketOf(principal), allowance.limitOf(principal))
    reply.headers(rateLimitHeaders(allowance.name, verdict))
    if (!verdict.isAllowed) {
      options.metrics.rateLimited.inc({ limiter: allowance.name === 'read' ? 'read' : 'import' })
      throw rateLimited(verdict)
    }
    const { scopes = [], anyScope, changesNothing } = request.routeOptions.config
    // Before the scope check, because no scope would help.
    if (isUnsafe(request.method) && !changesNothing && isReadOnly(principal))
      throw new AppError('read_only_role')
    requireScopes(principal, scopes)
    if (anyScope) requireAnyScope(principal, anyScope)
  })
}

/** Fails at start-up, so that no POST can be released without support for Idempotency-Key. */
function requireIdempotentPosts(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (![method].flat().includes('POST') || config?.isIdempotent || config?.changesNothing) return
    throw new Error(`POST ${url} must be bound with bindIdempotent.`)
  })
}

export function requireScopes(principal: KeyPrincipal, scopes: readonly Scope[]): void {
  const missing = scopes.find((scope) => !principal.scopes.includes(scope))
  if (!missing) return
  throw new AppError('insufficient_scope', {
    message: `The access token lacks the scope ${missing}. Request a token with that scope; the API key must have it too.`,
    body: { required_scope: missing },
  })
}

function requireAnyScope(principal: KeyPrincipal, scopes: readonly Scope[]): void {
  if (scopes.some((scope) => principal.scopes.includes(scope))) return
  throw new AppError('insufficient_scope', {
    message: `The access token has none of the scopes ${scopes.join(', ')}. Request a token with the scopes of your items; the API key must have them too.`,
    body: { required_scope: scopes[0] ?? '' },
  })
}

/** The two fields of the IETF draft on rate-limit headers, revision 8 and later. */
export function rateLimitHeaders(policy: string, verdict: Verdict): Record<string, string> {
  const resetSeconds = Math.ceil(verdict.resetMs / 1000)
  return {
    'ratelimit-policy': `"${policy}";q=${verdict.limit};w=${windowMs / 1000}`,
    ratelimit: `"${policy}";r=${verdict.remaining};t=${resetSeconds}`,
  }
}

export function rateLimited(verdict: Verdict): AppError {
  const seconds = Math.max(1, Math.ceil(verdict.retryAfterMs / 1000))
  return new AppError('rate_limited', {
    message: `Too many requests: the limit is ${verdict.limit} per minute. Wait ${seconds} seconds, then retry.`,
    headers: { 'retry-after': String(seconds) },
  })
}

/** The calling API key with its scopes. */
export function scopedKeyOf(request: FastifyRequest): KeyPrincipal {
  const principal = principalOf(request)
  if (!isKeyPrincipal(principal)) throw new Error(`${request.routeOptions.url} is called without an API key.`)
  return principal
}

const isKeyPrincipal = (principal: Principal): principal is KeyPrincipal => 'scopes' in principal

/** The calling API key. */
export function keyOf(request: FastifyRequest): Principal & { keyId: number } {
  const { keyId, ...principal } = principalOf(request)
  if (keyId === null) throw new Error(`${request.routeOptions.url} is called without an API key.`)
  return { ...principal, keyId }
}

export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal)
    throw new Error(`${request.routeOptions.url} is not registered in a scope for API keys.`)
  return request.principal
}
