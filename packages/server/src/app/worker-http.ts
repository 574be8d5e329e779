/** The worker answers health and metrics only. */
import type { FastifyInstance } from 'fastify'
import { reportFigures, reportWorkDir } from '../features/maintenance/report-figures.ts'
import { healthRoutes, type Readiness, type ReadinessCheck } from '../platform/http/health.ts'
import { createServer } from '../platform/http/server.ts'
import { readinessChecks } from './readiness.ts'
import type { WorkerDeps } from './worker.ts'

export function buildWorkerHttp(deps: WorkerDeps, readiness: Readiness): FastifyInstance {
  const app = createServer({ log: deps.log, metrics: deps.metrics, trustedProxies: [] })
  reportFigures(deps.metrics.registry, deps.db)
  reportWorkDir(deps.metrics.registry, deps.config.INLET_WORK_DIR)
  healthRoutes(app, {
    metrics: deps.metrics,
    readiness,
    checks: [...readinessChecks(deps), sandboxCheck(deps)],
  })
  return app
}

/** Never a reason to stop working, always a thing to see. */
function sandboxCheck({ processing: { sandbox } }: WorkerDeps): ReadinessCheck {
  return {
    name: 'sandbox',
    run: async () => (sandbox.mode === 'full' ? 'full' : `reduced: ${sandbox.reason}`),
  }
}
