/** The MCP endpoint for AI agents, and the metadata by which their clients find the token endpoint. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticator } from '../../platform/auth/authenticator.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Allowance } from '../../platform/http/import-scope.ts'
import type { RateLimiter } from '../../platform/rate-limit/rate-limiter.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { boundSearches } from '../search/search.public.ts'
import { answerMessage } from './answer-message.ts'
import type { ToolCaller } from './call-tool.ts'
import { createCitations } from './citation.ts'
import { guardMcpScope } from './guard-mcp-scope.ts'
import {
  authorizePath,
  resourceMetadata,
  resourceMetadataPath,
  serverMetadata,
  serverMetadataPath,
} from './metadata.ts'
import { createProtocol } from './serve-mcp.ts'

export interface McpDeps {
  db: Db
  config: Pick<Config, 'DATABASE_POOL_SIZE'>
  publicUrl: string
  authenticator: Authenticator
  limiter: RateLimiter
  allowance: Allowance
  metrics: Metrics
}

export const mcpPath = '/mcp'

/** Tool calls have short arguments. */
const bodyLimitBytes = 128 * 1024

const hidden = { schema: { hide: true } as object }

/** Registered in a separate scope, because it hands bodies to the protocol as they are. */
export function mcpRoutes(app: FastifyInstance, deps: McpDeps): void {
  const { db, publicUrl } = deps
  const citations = createCitations(publicUrl)
  // People in the workspace search with the other half.
  const runSearch = boundSearches(db, Math.floor(deps.config.DATABASE_POOL_SIZE / 2))
  const protocol = createProtocol((error) => app.log.debug({ err: error }, 'MCP request rejected'))
  guardMcpScope(app, deps)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: bodyLimitBytes },
    (_, body, done) => done(null, body),
  )
  app.post(mcpPath, hidden, async (request, reply) => {
    const { principal, refusal } = request.agent ?? {}
    if (!principal) throw new Error('The MCP endpoint is called without an API key.')
    const context = { db, principal, publicUrl, citations, runSearch }
    const caller: ToolCaller = { context, refusal, requestId: request.id, log: request.log }
    const message = {
      text: typeof request.body === 'string' ? request.body : '',
      url: `${publicUrl}${mcpPath}`,
      headers: headersOf(request),
      signal: signalOf(reply),
    }
    const { status, headers, body } = await answerMessage(protocol, message, caller)
    return reply.code(status).headers(headers).send(body)
  })
}

function headersOf({ headers }: FastifyRequest): Headers {
  const copied = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && isForProtocol(name)) copied.set(name, [value].flat().join(', '))
  return copied
}

/** The token stays here. */
const isForProtocol = (name: string): boolean =>
  name === 'accept' || name === 'content-type' || name.startsWith('mcp-')

/** Aborts when the client disconnects, which is how it cancels a call. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const aborted = new AbortController()
  raw.once('close', () => aborted.abort())
  return aborted.signal
}

export function metadataRoutes(app: FastifyInstance, { publicUrl }: { publicUrl: string }): void {
  const documents = {
    [resourceMetadataPath]: resourceMetadata(publicUrl),
    [`${resourceMetadataPath}${mcpPath}`]: resourceMetadata(publicUrl),
    [serverMetadataPath]: serverMetadata(publicUrl),
  }
  for (const [path, document] of Object.entries(documents))
    app.get(path, hidden, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').send(document),
    )
  app.get(authorizePath, hidden, () => {
    throw new AppError('invalid_request', {
      message:
        'Inlet does not sign people in for other programs. Create an API key in the workspace and request a token with grant_type=client_credentials.',
    })
  })
}
