/** A Fastify server with what all routes share: request ids, error responses, validation, metrics. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Route } from '@inlet/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { TSchema } from 'typebox'
import { AppError } from '../errors.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import { routerPath } from './bind-route.ts'
import { sendError } from './error-answer.ts'
import { requestId } from './request-id.ts'
import { traceRequests } from './trace-requests.ts'
import { validatorCompiler } from './validate-body.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request reached this process, on the monotonic clock, before it waited for anything. */
    receivedAt: number
  }
}

const bodyLimitBytes = 1024 * 1024

/** Bodies are at most 1 MiB of JSON; a client that sends slower than this holds a connection for nothing. */
const bodyTimeoutMs = 30_000
const headersTimeoutMs = 10_000
/** How often the two are checked. */
const timeoutCheckMs = 2_000
/** Longer than the idle timeout of common proxies, so that they and not we close a reused connection. */
const keepAliveTimeoutMs = 75_000
/** A client that reads nothing of its response for this long. Longer than any request takes to be answered. */
const silentConnectionMs = 300_000

export interface ServerOptions {
  log: Log
  metrics: Metrics
  trustedProxies: string[]
  tracer?: Tracer
  /** Tells browsers to use HTTPS only; for servers that are reached by HTTPS. */
  isHttps?: boolean
  /** Until the whole request must have arrived; 0 for no limit. */
  requestTimeoutMs?: number
}

const strictTransport = 'max-age=31536000'

export function createServer({
  log,
  metrics,
  trustedProxies,
  tracer,
  isHttps = false,
  requestTimeoutMs = bodyTimeoutMs,
}: ServerOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    // We log one line per request; Fastify would log two.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    // Keep-alive connections get their last response with "connection: close" instead of a 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionTimeout: silentConnectionMs,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: timeoutCheckMs },
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false, caseSensitive: true },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: (error, socket) => {
      const isTimeout = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
      const status = isTimeout ? '408 Request Timeout' : '400 Bad Request'
      // A connection that was opened in advance gets no response: its first request may be on its way, and the client
      // would take it for the answer.
      const isUnused = isTimeout && socket.bytesRead === 0
      if (socket.writable && !isUnused)
        socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      else socket.destroy()
    },
  })
  readJsonBodies(app)
  app.setValidatorCompiler<TSchema>(validatorCompiler())
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(new AppError('not_found'), request, reply))
  app.decorateRequest('receivedAt', 0)
  app.addHook('onRequest', (request, reply, done) => {
    request.receivedAt = performance.now()
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    if (isHttps) reply.header('strict-transport-security', strictTransport)
    done()
  })
  if (tracer?.isOn) traceRequests(app, tracer)
  closeConnectionsOnShutdown(app)
  app.addHook('onResponse', (request, reply, done) => {
    recordRequest(request, reply.statusCode, reply.elapsedTime, metrics)
    done()
  })
  return app
}

/** Requests that were in flight when the shutdown began arrive within this time and are answered. */
const drainMs = 1_000

/**
 * A closing server waits for its connections, and a keep-alive connection whose last response was sent after the
 * shutdown began would delay it for minutes. So each response then closes its connection, and idle connections are
 * closed only after a pause, because the next request may already be in flight.
 */
function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let isClosing = false
  let closingIdle: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    isClosing = true
    await sleep(drainMs)
    closingIdle = setInterval(() => app.server.closeIdleConnections(), 50)
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onClose', (_instance, done) => {
    clearInterval(closingIdle)
    done()
  })
}

function recordRequest(request: FastifyRequest, status: number, elapsedMs: number, metrics: Metrics): void {
  const route = request.routeOptions.url ?? 'unknown'
  metrics.httpDuration.observe({ method: request.method, route, status }, elapsedMs / 1000)
  request.log.info(
    {
      method: request.method,
      route,
      status,
      ms: Math.round(elapsedMs * 10) / 10,
      keyId: request.principal?.keyId,
      userId: request.principal?.userId,
    },
    'request',
  )
}

/** Accepts only JSON, and treats an empty body as none: clients send the header on calls without a body. */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') {
      done(null, undefined)
      return
    }
    void parse(request, body as string, (error, value) => {
      if (error) done(new AppError('invalid_json', { cause: error }), undefined)
      else done(null, value)
    })
  })
}

/** Answers 405 for the methods that a known path does not support. Call after all routes are bound. */
export function refuseOtherMethods(
  app: FastifyInstance,
  routes: readonly Pick<Route, 'method' | 'path'>[],
): void {
  const methodsByPath = Map.groupBy(routes, (route) => route.path)
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  for (const [path, bound] of methodsByPath) {
    const allowed = new Set<string>(bound.map((route) => route.method))
    app.route({
      method: all.filter((method) => !allowed.has(method)),
      url: routerPath(path),
      exposeHeadRoute: false,
      schema: { hide: true } as object,
      // Before the body is parsed, so that a wrong method is not reported as a wrong media type.
      onRequest: async () => {
        throw new AppError('method_not_allowed', { headers: { allow: [...allowed].join(', ') } })
      },
      handler: () => undefined,
    })
  }
}
