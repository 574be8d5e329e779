/** Real api and worker processes, started and stopped by pid. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { programPath } from '../../../../scripts/programs/program-path.ts'
import { freePort, inheritedEnv, testEnv } from './config.ts'

export interface ApiProcess {
  url: string
  process: ChildProcess
  stop(): Promise<void>
}

export async function startApiProcess(
  databaseUrl: string,
  overrides: Record<string, string> = {},
): Promise<ApiProcess> {
  const port = await freePort()
  const env = testEnv(databaseUrl, { INLET_PORT: String(port), INLET_STORAGE_PROBE: 'off', ...overrides })
  const child = startNode(programPath('api'), [], env)
  const url = `http://127.0.0.1:${port}`
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`The api exited with code ${child.exitCode}.`)
    return (await fetch(`${url}/healthz`)).ok
  })
  return { url, process: child, stop: () => stopProcess(child) }
}

export function startNode(
  script: string,
  args: string[],
  env: Record<string, string>,
  flags: readonly string[] = [],
): ChildProcess {
  const child = spawn(process.execPath, [...flags, script, ...args], {
    env: { ...inheritedEnv(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // Without a reader, a full pipe would block the last log lines of the process, and its exit.
  child.stdout.resume()
  return child
}

export async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill(signal)
  await exited
}

/** Polls until the condition holds. An error counts as "not yet" until the deadline, then it becomes the cause. */
export async function waitFor(
  claim: () => Promise<boolean>,
  timeoutMs = 90_000,
  everyMs = 50,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  let reason: unknown
  while (Date.now() < deadline) {
    try {
      if (await claim()) return
      reason = undefined
    } catch (error) {
      reason = error
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  throw new Error(`The condition did not hold within ${timeoutMs} ms.`, { cause: reason })
}

export function startWorkerProcess(
  databaseUrl: string,
  overrides: Record<string, string> = {},
): ChildProcess {
  return startNode(programPath('worker'), [], testEnv(databaseUrl, { INLET_WORKER_SLOTS: '2', ...overrides }))
}
