/** Authenticates and rate-limits every request to the MCP endpoint. */
import type { FastifyInstance } from 'fastify'
import type { Authenticator } from '../../platform/auth/authenticator.ts'
import type { KeyPrincipal, Principal } from '../../platform/auth/principal.ts'
import { AppError } from '../../platform/errors.ts'
import {
  type Allowance,
  rateLimited,
  rateLimitHeaders,
  requireScopes,
} from '../../platform/http/import-scope.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { resourceMetadataPath } from './metadata.ts'

interface Agent {
  principal: Principal
  /** Set when the allowance is used up. A tool call reports it as its result. */
  refusal: AppError | undefined
}

declare module 'fastify' {
  interface FastifyRequest {
    agent: Agent | null
  }
}

export interface McpScopeOptions {
  publicUrl: string
  authenticator: Authenticator
  limiter: RateLimiter
  allowance: Allowance
  metrics: Metrics
}

const scope = 'mcp:read'

export function guardMcpScope(app: FastifyInstance, options: McpScopeOptions): void {
  const { publicUrl, limiter, allowance, metrics } = options
  const { origin } = new URL(publicUrl)
  app.decorateRequest('principal', null)
  app.decorateRequest('agent', null)
  // Before the body is read, so that unknown callers cost no parsing.
  app.addHook('onRequest', async (request, reply) => {
    // Otherwise a page of another site could use a token that it got hold of from the visitor's network.
    if (request.headers.origin !== undefined && request.headers.origin !== origin)
      throw new AppError('wrong_origin')
    const key = await authenticate(options, request.headers.authorization)
    request.principal = key
    const verdict = await limiter.take(allowance.bucketOf(key), allowance.limitOf(key))
    reply.headers(rateLimitHeaders(allowance.name, verdict))
    if (!verdict.isAllowed) metrics.rateLimited.inc({ limiter: 'read' })
    const refusal = verdict.isAllowed ? undefined : rateLimited(verdict)
    request.agent = { principal: { ...key, isAgent: true }, refusal }
  })
}

async function authenticate(
  { authenticator, publicUrl }: McpScopeOptions,
  authorization: string | undefined,
): Promise<KeyPrincipal> {
  try {
    const key = await authenticator.authenticate(authorization, 'mcp')
    requireScopes(key, [scope])
    return key
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw withChallenge(error, `${publicUrl}${resourceMetadataPath}/mcp`)
  }
}

/** RFC 9728, section 5.1. */
function withChallenge(error: AppError, metadataUrl: string): AppError {
  const reasons: Partial<Record<AppError['code'], string>> = {
    invalid_token: ', error="invalid_token"',
    insufficient_scope: ', error="insufficient_scope"',
  }
  const challenge = `Bearer resource_metadata="${metadataUrl}", scope="${scope}"${reasons[error.code] ?? ''}`
  const { message, body, headers, cause } = error
  return new AppError(error.code, {
    message,
    body,
    cause,
    headers: { ...headers, 'www-authenticate': challenge },
  })
}
