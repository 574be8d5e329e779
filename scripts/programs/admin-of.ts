/** `inlet-admin` of a running system, for tests and scripts that create teams, users and keys. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { inheritedEnv } from '../system.ts'
import { programPath } from './program-path.ts'

const run = promisify(execFile)

/** The function resolves to what the command prints with `--json`. */
export function adminOf(env: Record<string, string>) {
  return async <Result = Record<string, string | number>>(...args: string[]): Promise<Result> => {
    const { stdout } = await run(process.execPath, [programPath('admin'), ...args, '--json'], {
      env: { ...inheritedEnv(), ...env },
    })
    return JSON.parse(stdout) as Result
  }
}
