#!/usr/bin/env node
import { openDeps } from '../app/deps.ts'
import { buildHttp } from '../app/http.ts'
import { assertStoreIsUsable, configOrExit, startOrExit, stopOnSignal } from '../app/start.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLog } from '../platform/telemetry/log.ts'

const config = configOrExit(readConfig)
const log = createLog({ name: 'inlet-api', level: config.INLET_LOG_LEVEL })

await startOrExit(log, async () => {
  const deps = await openDeps(config, { name: 'inlet-api', role: 'enqueue', log })
  await assertStoreIsUsable(deps, 'api')
  const readiness = { isStopping: false }
  const app = await buildHttp(deps, readiness)
  const address = await app.listen({ host: config.INLET_HOST, port: config.INLET_PORT })
  log.info({ address }, 'api is ready')
  stopOnSignal(log, config.INLET_SHUTDOWN_SECONDS, async () => {
    readiness.isStopping = true
    await app.close()
    await deps.close()
  })
})
