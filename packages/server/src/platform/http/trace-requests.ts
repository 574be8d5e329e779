/** One span a request, which everything the request does belongs to. Called only where tracing is on. */
import type { FastifyInstance } from 'fastify'
import { parseTraceparent } from '../telemetry/trace-context.ts'
import type { Span, Tracer } from '../telemetry/tracer.ts'

const unasked = new Set(['/healthz', '/readyz', '/metrics'])

export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<object, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (unasked.has(route)) {
      done()
      return
    }
    const span = tracer.start({
      name: `${request.method} ${route}`,
      kind: 'server',
      parent: parseTraceparent(request.headers['traceparent']),
      attributes: {
        'http.request.method': request.method,
        'http.route': route,
        'inlet.request_id': request.id,
      },
    })
    if (span) spans.set(request, span)
    tracer.run(span, done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply
    const error = statusCode >= 500 ? `answered ${statusCode}` : undefined
    spans.get(request)?.end({ 'http.response.status_code': statusCode }, error)
    done()
  })
}
