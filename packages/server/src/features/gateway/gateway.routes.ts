/** Where clients upload when they do not upload to the store. There are no credentials but the signature. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { gatewayPaths } from '../../platform/object-store/gateway-signatures.ts'
import type { Metrics } from '../../platform/telemetry/metrics.ts'
import { ClientGone } from './each-chunk.ts'
import { type GatewayDeps, receiveForm } from './receive-form.ts'
import { receivePart } from './receive-part.ts'

export interface GatewayRoutesDeps extends GatewayDeps {
  metrics: Metrics
  /** `*` allows all. */
  corsOrigins: readonly string[]
  /** Aborted when a shutdown cannot wait any longer. */
  stopping: AbortSignal
}

export function gatewayRoutes(app: FastifyInstance, deps: GatewayRoutesDeps): void {
  allowOrigins(app, deps.corsOrigins)
  const receive = async (
    kind: 'form' | 'part',
    request: FastifyRequest,
    upload: () => Promise<FastifyReply>,
  ): Promise<FastifyReply> => {
    try {
      const reply = await upload()
      deps.metrics.gatewayBytes.inc({ kind }, Number(request.headers['content-length'] ?? 0))
      return reply
    } catch (error) {
      throw explain(error)
    } finally {
      discardRest(request.raw)
    }
  }
  app.post(gatewayPaths.form, (request, reply) =>
    receive('form', request, async () => {
      await receiveForm(deps, request.raw, deps.stopping)
      return reply.code(204).send()
    }),
  )
  app.put(gatewayPaths.part, (request, reply) =>
    receive('part', request, async () => {
      const query = request.query as Record<string, unknown>
      const etag = await receivePart(deps, { request: request.raw, query }, deps.stopping)
      return reply.code(200).header('etag', etag).send()
    }),
  )
}

/** Everything that is not the client's doing is a matter between the gateway and the store. */
function explain(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ClientGone) return new AppError('upload_interrupted', { cause: error })
  return new AppError('unavailable', {
    message: 'The object store does not accept the upload. Nothing was stored; try again in a few seconds.',
    headers: { 'retry-after': '5' },
    cause: error,
  })
}

const discardMs = 10_000

/** A client that is still sending would lose the answer if the connection was closed at once. */
function discardRest(request: IncomingMessage): void {
  if (request.readableEnded || request.destroyed) return
  const timer = setTimeout(() => request.destroy(), discardMs)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
  request.on('error', () => {})
  request.resume()
}

/** As the CORS rule of the bucket does for uploads to the store. */
function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    const allowed = origins.includes('*') ? '*' : origins.find((one) => one === origin)
    reply.header('vary', 'Origin')
    if (origin !== undefined && allowed !== undefined)
      reply.headers({
        'access-control-allow-origin': allowed,
        'access-control-expose-headers': 'ETag, Retry-After, X-Request-Id',
      })
    done()
  })
  for (const path of Object.values(gatewayPaths))
    app.options(path, (request, reply) => {
      const asked = request.headers['access-control-request-headers']
      return reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST, PUT',
          'access-control-max-age': '3600',
          ...(asked !== undefined && { 'access-control-allow-headers': asked }),
        })
        .send()
    })
}
