/** Runs the programs of a release: with a time limit, and with their output in the error if they fail. */
import { spawnSync } from 'node:child_process'

const timeoutMs = 20 * 60_000

export interface RunOptions {
  cwd: string
  env?: NodeJS.ProcessEnv
}

/** Returns what the program printed. */
export function run(program: string, args: readonly string[], { cwd, env }: RunOptions): string {
  const { status, signal, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: 256 * 1024 * 1024,
    ...(env && { env }),
  })
  if (status === 0) return stdout
  const why = error?.message ?? (signal ? `ended by ${signal}` : `exit code ${status}`)
  throw new Error(`${program} ${args.join(' ')}: ${why}\n${stdout ?? ''}${stderr ?? ''}`.trimEnd())
}

/** Whether the program exists and succeeds. */
export function succeeds(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 }).status === 0
}
