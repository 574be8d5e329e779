/** The system that the demo fills: the given one, the running development system, or one started for the demo. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DevSettings, readSettings } from '../dev/settings.ts'

export interface Target {
  url: string
  clientId: string
  clientSecret: string
  /** How to sign in, for the output. */
  signIn: string
  /** Set if it was started for the demo. */
  system?: ChildProcess
}

export interface TargetOptions {
  url?: string | undefined
  /** CLIENT_ID:CLIENT_SECRET */
  key?: string | undefined
}

const startMs = 180_000

export async function findTarget({ url, key }: TargetOptions): Promise<Target> {
  if (key !== undefined) {
    const [clientId, clientSecret] = key.split(':')
    if (!url || !clientId || !clientSecret)
      throw new Error('Specify both --url and --key CLIENT_ID:CLIENT_SECRET, or neither.')
    return { url, clientId, clientSecret, signIn: 'Sign in with your own account.' }
  }
  const running = await runningSystem(url)
  if (running) return running
  if (url !== undefined) throw new Error(`${url} is not the development system of this folder. Add --key.`)
  const system = spawn(process.execPath, [join(import.meta.dirname, '../dev.ts')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, INLET_LOG_LEVEL: 'error' },
  })
  return { ...(await started(system)), system }
}

async function runningSystem(wanted?: string): Promise<Target | undefined> {
  const settings = readSettings()
  const url = wanted ?? settings.url
  if (url === undefined || (wanted !== undefined && wanted !== settings.url)) return undefined
  const answer = await fetch(`${url}/readyz`).catch(() => undefined)
  return answer?.ok ? targetOf(url, settings) : undefined
}

async function started(system: ChildProcess): Promise<Target> {
  const deadline = Date.now() + startMs
  while (Date.now() < deadline && system.exitCode === null) {
    const target = await runningSystem()
    if (target) return target
    await sleep(500)
  }
  system.kill('SIGTERM')
  throw new Error('The development system did not start. Run "npm run dev" to see why.')
}

/** Uses Ada's key, so that the projects belong to her; the first key is the team key. */
function targetOf(url: string, { keys, password }: DevSettings): Target | undefined {
  const key = keys[1]
  if (!key) return undefined
  const signIn = `Sign in at ${url}/sign-in as ${key.label} with the password ${password ?? 'you chose'}.`
  return { url, clientId: key.client_id, clientSecret: key.client_secret, signIn }
}
