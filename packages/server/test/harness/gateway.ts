/** An upload gateway for tests: in this process, or as a process of its own that can be killed. */
import type { ChildProcess } from 'node:child_process'
import { pino } from 'pino'
import { programPath } from '../../../../scripts/programs/program-path.ts'
import { buildGateway } from '../../src/app/gateway.ts'
import { readGatewayConfig } from '../../src/platform/config/gateway-config.ts'
import { freePort, testEnv } from './config.ts'
import { startNode, stopProcess, waitFor } from './processes.ts'

export interface TestGateway {
  url: string
  /** For the processes that sign. */
  settings: Record<string, string>
  stop(): Promise<void>
}

export async function startTestGateway(overrides: Record<string, string> = {}): Promise<TestGateway> {
  const port = await freePort()
  const settings = settingsOf(port, overrides)
  const { app, abortUploads } = await buildGateway(readGatewayConfig(testEnv('', settings)), {
    log: pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'fatal' }),
    readiness: { isStopping: false },
  })
  await app.listen({ host: '127.0.0.1', port })
  return {
    url: settings['INLET_GATEWAY_URL'] ?? '',
    settings,
    async stop() {
      abortUploads(new Error('The test is over.'))
      await app.close()
    },
  }
}

const settingsOf = (port: number, overrides: Record<string, string>) => ({
  INLET_GATEWAY: 'always',
  INLET_GATEWAY_URL: `http://127.0.0.1:${port}`,
  INLET_GATEWAY_PORT: String(port),
  ...overrides,
})

/** As in the deployment files: buffers are collected early, and freed memory is used again by all threads. */
const flags = ['--max-semi-space-size=2']
const smallMemory = { MALLOC_ARENA_MAX: '2' }

export interface GatewayProcess extends TestGateway {
  process: ChildProcess
  /** Starts it again on the same port. */
  restart(): Promise<void>
}

export async function startGatewayProcess(overrides: Record<string, string> = {}): Promise<GatewayProcess> {
  const settings = settingsOf(await freePort(), overrides)
  const url = settings['INLET_GATEWAY_URL'] ?? ''
  const start = async () => {
    const env = { ...testEnv('', { INLET_STORAGE_PROBE: 'off', ...settings }), ...smallMemory }
    const child = startNode(programPath('gateway'), [], env, flags)
    await waitFor(async () => {
      if (child.exitCode !== null) throw new Error(`The gateway exited with code ${child.exitCode}.`)
      return (await fetch(`${url}/healthz`)).ok
    })
    return child
  }
  const gateway: GatewayProcess = {
    url,
    settings,
    process: await start(),
    stop: () => stopProcess(gateway.process),
    async restart() {
      gateway.process = await start()
    },
  }
  return gateway
}
