/** A complete Inlet on free loopback ports: services, migrations, api, worker and gateway processes. Stopped by pid. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { modelsFolder } from './models/folder.ts'
import { startServices } from './services/index.ts'
import { pickPort } from './services/ports.ts'

const root = join(import.meta.dirname, '..')
export const binPath = (name: string) => join(root, 'packages/server/src/bin', `${name}.ts`)

/** What the processes of a system inherit: their path, and Node's cache of compiled modules. */
export function inheritedEnv(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_COMPILE_CACHE }
}

export interface SystemOptions {
  apis: number
  workers: number
  /** Starts an upload gateway. */
  hasGateway?: boolean
  env?: Record<string, string>
  /** Settings of single api processes, by their number from 0. */
  apiEnv?: (index: number) => Record<string, string>
  /** Starts a proxy between the system and its object store. */
  proxyStore?: (url: string) => Promise<{ url: string; close(): Promise<void> }>
  /** Where DATABASE_URL and S3_ENDPOINT are looked up; `{}` always starts own services. */
  servicesFrom?: NodeJS.ProcessEnv
}

export interface System {
  apiUrls: string[]
  /** Environment of this system, for inlet-admin or further processes. */
  env: Record<string, string>
  /** In the order of `apiUrls`. */
  apis: ChildProcess[]
  workers: ChildProcess[]
  gateway: ChildProcess | undefined
  stop(): Promise<void>
}

export async function startSystem(options: SystemOptions): Promise<System> {
  const { apis, workers, env: extra = {}, servicesFrom = process.env } = options
  const services = await startServices({ ephemeral: true, env: servicesFrom })
  const children: ChildProcess[] = []
  const storeProxy = await options.proxyStore?.(services.env['S3_ENDPOINT'] ?? '')
  const stop = async () => {
    await Promise.all(children.map((child) => endProcess(child)))
    await storeProxy?.close()
    await services.stop()
  }
  try {
    const ports: number[] = []
    for (let i = 0; i < apis; i += 1) ports.push(await pickPort([]))
    const apiUrls = ports.map((port) => `http://127.0.0.1:${port}`)
    const gatewayPort = options.hasGateway ? String(await pickPort([])) : undefined
    const env: Record<string, string> = {
      ...services.env,
      ...(storeProxy && { S3_ENDPOINT: storeProxy.url }),
      ...(gatewayPort !== undefined && {
        INLET_GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`,
        INLET_GATEWAY_PORT: gatewayPort,
      }),
      INLET_PUBLIC_URL: apiUrls[0] ?? 'http://127.0.0.1',
      INLET_SECRET: randomBytes(32).toString('hex'),
      INLET_LOG_LEVEL: 'warn',
      INLET_MODELS_DIR: modelsFolder,
      ...extra,
    }
    await runToEnd(binPath('migrate'), env)
    const apiProcesses = ports.map((port, i) =>
      startBin('api', { ...env, INLET_PORT: String(port), ...options.apiEnv?.(i) }),
    )
    children.push(...apiProcesses)
    const gateway = gatewayPort === undefined ? undefined : startBin('gateway', env)
    if (gateway) children.push(gateway)
    const workerProcesses = Array.from({ length: workers }, () => startBin('worker', env))
    children.push(...workerProcesses)
    for (const url of apiUrls) await waitUntilReady(url, children)
    if (gateway) await waitUntilReady(env['INLET_GATEWAY_URL'] ?? '', children)
    return { apiUrls, env, apis: apiProcesses, workers: workerProcesses, gateway, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** As in the deployment files. */
const nodeFlags = {
  api: [],
  worker: ['--max-semi-space-size=2', '--heap-growing-percent=30'],
  gateway: ['--max-semi-space-size=2'],
}
const processEnv = {
  api: {},
  worker: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '65536', MALLOC_TRIM_THRESHOLD_: '131072' },
  gateway: { MALLOC_ARENA_MAX: '2' },
}

export function startBin(name: keyof typeof nodeFlags, env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [...nodeFlags[name], binPath(name)], {
    env: { ...inheritedEnv(), ...processEnv[name], ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}

export async function runToEnd(script: string, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [script], {
    env: { ...inheritedEnv(), ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(child, 'exit')
  if (child.exitCode !== 0) throw new Error(`${script} exited with code ${child.exitCode}.`)
}

/** Long, because a busy machine starts processes slowly; a process that exits is noticed at once. */
const readyTimeoutMs = 180_000

async function waitUntilReady(url: string, children: ChildProcess[]): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs
  while (Date.now() < deadline) {
    const dead = children.find((child) => child.exitCode !== null)
    if (dead) throw new Error(`A process of the system exited with code ${dead.exitCode}.`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`${url} was not ready within ${readyTimeoutMs / 1000} s.`)
}

export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), 15_000)
  await exited
  clearTimeout(killer)
}
