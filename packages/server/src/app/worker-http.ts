/** The worker serves only health checks and metrics. */
import type { FastifyInstance } from 'fastify'
import {
  reportMetrics,
  reportProcess,
  reportWorkDir,
} from '../features/maintenance/metrics/report-metrics.ts'
import { healthRoutes, type Readiness, type ReadinessCheck } from '../platform/http/health.ts'
import { createServer } from '../platform/http/server.ts'
import { workerReadiness } from './readiness.ts'
import type { WorkerDeps } from './worker.ts'

export function buildWorkerHttp(deps: WorkerDeps, readiness: Readiness): FastifyInstance {
  const app = createServer({ log: deps.log, metrics: deps.metrics, trustedProxies: [] })
  reportMetrics(deps.metrics.registry, deps.db)
  reportProcess(deps.metrics.registry, 'inlet-worker')
  reportWorkDir(deps.metrics.registry, deps.config.INLET_WORK_DIR)
  healthRoutes(app, {
    metrics: deps.metrics,
    readiness,
    checks: [...workerReadiness(deps), sandboxCheck(deps)],
  })
  return app
}

/** A reduced sandbox is reported but does not make the worker unready. */
function sandboxCheck({ processing: { sandbox } }: WorkerDeps): ReadinessCheck {
  return {
    name: 'sandbox',
    run: async () => (sandbox.mode === 'full' ? 'full' : `reduced: ${sandbox.reason}`),
  }
}
