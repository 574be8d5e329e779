#!/usr/bin/env node
import { migrateAll } from '../app/migrate-all.ts'
import { configOrExit, startOrExit } from '../app/start.ts'
import { readConfig } from '../platform/config/config.ts'
import { createLog } from '../platform/telemetry/log.ts'

const config = configOrExit(readConfig)
const log = createLog({ name: 'inlet-migrate', level: config.INLET_LOG_LEVEL })

await startOrExit(log, () => migrateAll(config, log))
