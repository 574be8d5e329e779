/** A Fastify server with the manners of the whole service: ids, errors, validation, timings. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Route } from '@inlet/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { AppError } from '../errors.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Tracer } from '../telemetry/tracer.ts'
import { routerPath } from './bind-route.ts'
import { bodyProblems } from './body-problems.ts'
import { sendError } from './error-answer.ts'
import { requestId } from './request-id.ts'
import { traceRequests } from './trace-requests.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request reached this process, on its monotonic clock: before it waited for anything. */
    receivedAt: number
  }
}

const bodyLimitBytes = 1024 * 1024

export interface ServerOptions {
  log: Log
  metrics: Metrics
  trustedProxies: string[]
  tracer?: Tracer
}

export function createServer({ log, metrics, trustedProxies, tracer }: ServerOptions): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log
  const app = Fastify({
    loggerInstance,
    // One line of our own for each request instead of two of Fastify's.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    bodyLimit: bodyLimitBytes,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    // Kept-alive connections get their last answer and a "connection: close", not a 503.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false, caseSensitive: true },
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply),
    clientErrorHandler: (_error, socket) => {
      if (socket.writable)
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
    },
  })
  readJsonBodies(app)
  validateBodies(app)
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  app.setNotFoundHandler((request, reply) => sendError(new AppError('not_found'), request, reply))
  app.decorateRequest('receivedAt', 0)
  app.addHook('onRequest', (request, reply, done) => {
    request.receivedAt = performance.now()
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    done()
  })
  if (tracer?.isOn) traceRequests(app, tracer)
  leaveNoConnectionOpen(app)
  app.addHook('onResponse', (request, reply, done) => {
    recordRequest(request, reply.statusCode, reply.elapsedTime, metrics)
    done()
  })
  return app
}

/** Requests that were on their way when the closing began arrive within this time, and are answered. */
const drainMs = 1_000

/**
 * A server that closes waits for its connections, and a kept-alive one whose last answer went out after the
 * closing had begun would keep it waiting for minutes. From then on each answer ends its connection; only after
 * a pause are idle ones closed, because one may look idle while its next request is already in the wire.
 */
function leaveNoConnectionOpen(app: FastifyInstance): void {
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

/** Only JSON, and an empty body is no body: clients send the header on calls that take none. */
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

function validateBodies(app: FastifyInstance): void {
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    // Queries fall back instead of failing and paths are ids: both are read by their use case.
    if (httpPart !== 'body') return (value: unknown) => ({ value })
    const check = Compile(schema)
    return (value: unknown) => {
      if (check.Check(value)) return { value }
      const isMissing = value === undefined || value === null
      const message = isMissing
        ? 'This call needs a JSON body. Send one with Content-Type: application/json.'
        : undefined
      return {
        error: new AppError('invalid_request', {
          ...(message && { message }),
          body: { details: bodyProblems(check.Errors(value ?? {})) },
        }),
      }
    }
  })
}

/** Answers 405 for the methods a known path does not take. Call after all routes are bound. */
export function refuseOtherMethods(app: FastifyInstance, routes: readonly Route[]): void {
  const methodsByPath = Map.groupBy(routes, (route) => route.path)
  const all = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  for (const [path, bound] of methodsByPath) {
    const allowed = new Set<string>(bound.map((route) => route.method))
    app.route({
      method: all.filter((method) => !allowed.has(method)),
      url: routerPath(path),
      exposeHeadRoute: false,
      schema: { hide: true } as object,
      // Before the body is looked at, so that a wrong method is not mistaken for a wrong media type.
      onRequest: async () => {
        throw new AppError('method_not_allowed', { headers: { allow: [...allowed].join(', ') } })
      },
      handler: () => undefined,
    })
  }
}
