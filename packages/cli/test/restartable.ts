/** An api or gateway that a test kills and starts again on the same port. */
import { once } from 'node:events'
import { inject, onTestFinished } from 'vitest'
import { pickPort } from '../../../scripts/services/ports.ts'
import { endProcess, startBin } from '../../../scripts/system.ts'
import { until } from './until.ts'

export interface Restartable {
  url: string
  kill(): Promise<void>
  start(): Promise<void>
}

const portSettings = { api: 'INLET_PORT', gateway: 'INLET_GATEWAY_PORT' }

/** Stopped when the test ends. */
export async function startRestartable(
  name: keyof typeof portSettings,
  settings: Record<string, string>,
): Promise<Restartable> {
  const port = await pickPort([])
  const url = `http://127.0.0.1:${port}`
  const env = { ...inject('systemEnv'), ...settings, [portSettings[name]]: String(port) }
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  let child = startBin(name, env)
  onTestFinished(() => endProcess(child))
  await until(isReady)
  return {
    url,
    async kill() {
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
    async start() {
      child = startBin(name, env)
      await until(isReady)
    },
  }
}
