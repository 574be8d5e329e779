/** The worker answers health and metrics only. */
import type { FastifyInstance } from 'fastify'
import { healthRoutes, type Readiness } from '../platform/http/health.ts'
import { createServer } from '../platform/http/server.ts'
import type { Deps } from './deps.ts'
import { readinessChecks } from './readiness.ts'

export function buildWorkerHttp(deps: Deps, readiness: Readiness): FastifyInstance {
  const app = createServer({ log: deps.log, metrics: deps.metrics, trustedProxies: [] })
  healthRoutes(app, { metrics: deps.metrics, readiness, checks: readinessChecks(deps) })
  return app
}
