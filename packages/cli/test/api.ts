/** Another API process of the same system, with other settings. */
import { inject, onTestFinished } from 'vitest'
import { pickPort } from '../../../scripts/services/ports.ts'
import { endProcess, startBin } from '../../../scripts/system.ts'
import { until } from './until.ts'

export interface Api {
  url: string
  readonly stop: () => Promise<void>
}

export async function startApi(settings: Record<string, string>): Promise<Api> {
  const port = await pickPort([])
  const child = startBin('api', { ...inject('systemEnv'), INLET_PORT: String(port), ...settings })
  const url = `http://127.0.0.1:${port}`
  // Long, because a busy machine starts processes slowly.
  await until(
    () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    300,
  )
  return { url, stop: () => endProcess(child) }
}

/** Stopped when the test ends. */
export async function startApiForTest(settings: Record<string, string>): Promise<string> {
  const { url, stop } = await startApi(settings)
  onTestFinished(stop)
  return url
}
