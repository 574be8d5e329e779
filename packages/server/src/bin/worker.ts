#!/usr/bin/env node
import { openDeps } from '../app/deps.ts'
import { configOrExit, jobDeadlineMs, reportStoreProblems, startOrExit, stopOnSignal } from '../app/start.ts'
import { openWorkerDeps, runWorker } from '../app/worker.ts'
import { buildWorkerHttp } from '../app/worker-http.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLog } from '../platform/telemetry/log.ts'

const config = configOrExit(readConfig)
const log = createLog({ name: 'inlet-worker', level: config.INLET_LOG_LEVEL })

await startOrExit(log, async () => {
  const opened = await openDeps(config, { name: 'inlet-worker', role: 'work', log })
  const deps = await openWorkerDeps(opened).catch(async (error: unknown) => {
    // Otherwise it would be listed as running until its heartbeat expires.
    await opened.close()
    throw error
  })
  const worker = runWorker(deps)
  const readiness = { isStopping: false }
  const app = buildWorkerHttp(deps, readiness)
  const address = await app.listen({ host: config.INLET_HOST, port: config.INLET_WORKER_PORT })
  void reportStoreProblems(deps, 'worker')
  log.info({ address, slots: config.INLET_WORKER_SLOTS }, 'worker is ready')
  stopOnSignal(log, config.INLET_SHUTDOWN_SECONDS, async () => {
    readiness.isStopping = true
    await worker.stop(jobDeadlineMs(config.INLET_SHUTDOWN_SECONDS))
    deps.processing.machine.close()
    await app.close()
    await deps.close()
  })
})
