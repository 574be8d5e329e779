/** Creates keys for the tests with `inlet-admin`. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { programPath } from '../../../scripts/programs/program-path.ts'
import { inheritedEnv } from '../../../scripts/system.ts'

export interface Key {
  clientId: string
  clientSecret: string
}

const run = promisify(execFile)

export function adminOf(env: Record<string, string>) {
  return async (...args: string[]): Promise<Record<string, unknown>> => {
    const { stdout } = await run(process.execPath, [programPath('admin'), ...args, '--json'], {
      env: { ...inheritedEnv(), ...env },
    })
    return JSON.parse(stdout) as Record<string, unknown>
  }
}

export async function makeKey(env: Record<string, string>, ...args: string[]): Promise<Key> {
  const made = await adminOf(env)('key', 'create', '--user', 'cli@example.org', ...args)
  return { clientId: String(made['client_id']), clientSecret: String(made['client_secret']) }
}
