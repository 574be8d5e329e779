#!/usr/bin/env node
import { buildGateway } from '../app/gateway.ts'
import { configOrExit, jobDeadlineMs, reportStoreProblems, startOrExit, stopOnSignal } from '../app/start.ts'
import { readGatewayConfig } from '../platform/config/gateway-config.ts'
import { AppError } from '../platform/errors.ts'
import { createLog } from '../platform/telemetry/log.ts'

const config = configOrExit(readGatewayConfig)
const log = createLog({ name: 'inlet-gateway', level: config.INLET_LOG_LEVEL })

await startOrExit(log, async () => {
  const readiness = { isStopping: false }
  const { app, store, abortUploads } = await buildGateway(config, { log, readiness })
  const address = await app.listen({ host: config.INLET_HOST, port: config.INLET_GATEWAY_PORT })
  void reportStoreProblems({ config, store, log }, 'gateway')
  log.info({ address }, 'gateway is ready')
  stopOnSignal(log, config.INLET_SHUTDOWN_SECONDS, async () => {
    readiness.isStopping = true
    const restarting = new AppError('unavailable', {
      message: 'The upload gateway is restarting. Nothing was stored; upload the file again.',
      headers: { 'retry-after': '5' },
    })
    const timer = setTimeout(() => abortUploads(restarting), jobDeadlineMs(config.INLET_SHUTDOWN_SECONDS))
    await app.close()
    clearTimeout(timer)
  })
})
