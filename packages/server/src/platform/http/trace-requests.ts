/** One span per request, the parent of everything the request does. Called only when tracing is on. */
import type { FastifyInstance } from 'fastify'
import type { Span, Tracer } from '../telemetry/tracer.ts'

const untracedRoutes = new Set(['/healthz', '/readyz', '/metrics'])

export function traceRequests(app: FastifyInstance, tracer: Tracer): void {
  const spans = new WeakMap<object, Span>()
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    if (untracedRoutes.has(route)) {
      done()
      return
    }
    const span = tracer.start({
      name: `${request.method} ${route}`,
      kind: 'server',
      traceparent: request.headers['traceparent'],
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
    const error = statusCode >= 500 ? `status ${statusCode}` : undefined
    spans.get(request)?.end({ 'http.response.status_code': statusCode }, error)
    done()
  })
}
