// Runs a short-lived program to completion.
import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { ServiceError } from './errors.ts'

type RunOptions = {
  user?: string | undefined
  input?: string
  env?: Record<string, string>
  timeoutMs?: number
}

/** Resolves with the program's stdout; rejects with the end of its stderr. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<string> {
  // Kill it together with us.
  const child = spawn('setpriv', ['--pdeathsig=KILL', ...identity(options.user), '--', ...command], {
    // Not the caller's folder, which another user (postgres) may not be able to access.
    cwd: '/',
    env: { ...process.env, ...options.env },
    timeout: options.timeoutMs ?? 60_000,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `exited with ${signal ?? code}`))
  })
  // A program that fails early does not read its input; report its exit code instead of EPIPE.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  const [failure, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (failure) {
    const lastLines = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n')
    throw new ServiceError(`${basename(command[0] ?? '')} ${failure}\n${lastLines}`.trim())
  }
  return stdout
}

/** PostgreSQL refuses to run as root, so as root we use Debian's postgres user. */
export function asUser(user: string | undefined, command: readonly string[]): readonly string[] {
  return user ? ['setpriv', ...identity(user), '--', ...command] : command
}

function identity(user: string | undefined): string[] {
  return user ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : []
}
