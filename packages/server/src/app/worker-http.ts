/** The worker serves only health checks and metrics. */
import type { FastifyInstance } from 'fastify'
import { describeProblem } from '../features/document-processing/document-processing.public.ts'
import { reportMetrics, reportWorkDir } from '../features/maintenance/metrics/report-metrics.ts'
import { healthRoutes, NotReady, type Readiness, type ReadinessCheck } from '../platform/http/health.ts'
import { createServer } from '../platform/http/server.ts'
import { reportProcess } from '../platform/telemetry/process-info.ts'
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
    checks: [...workerReadiness(deps), filesCheck(deps)],
  })
  return app
}

/** Not ready while no file is processed. A reduced sandbox is reported, because an operator has accepted it. */
function filesCheck({ processing: { machine } }: WorkerDeps): ReadinessCheck {
  return {
    name: 'sandbox',
    run: async () => {
      const problem = machine.problem()
      if (problem) throw new NotReady(describeProblem(problem))
      const sandbox = machine.sandbox()
      return sandbox?.mode === 'reduced' ? `reduced: ${sandbox.reason}` : sandbox?.mode
    },
  }
}
