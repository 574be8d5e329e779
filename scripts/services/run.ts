// Runs a short-lived program to its end.
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

/** Resolves with what the program printed on stdout; rejects with the end of its stderr. */
export async function run(command: readonly string[], options: RunOptions = {}): Promise<string> {
  // Its work is pointless without us: if we are killed, it goes too.
  const child = spawn('setpriv', ['--pdeathsig=KILL', ...identity(options.user), '--', ...command], {
    // Not the caller's folder: another user (postgres) may not be allowed to stand in it.
    cwd: '/',
    env: { ...process.env, ...options.env },
    timeout: options.timeoutMs ?? 60_000,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => resolve(code === 0 ? '' : `ended with ${signal ?? code}`))
  })
  // A program that fails early does not read its input; its exit code tells the story, not EPIPE.
  child.stdin.on('error', () => undefined)
  child.stdin.end(options.input ?? '')
  const [failure, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (failure) {
    const lastLines = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n')
    throw new ServiceError(`${basename(command[0] ?? '')} ${failure}\n${lastLines}`.trim())
  }
  return stdout
}

/** postgres refuses to run as root, so root lends it Debian's own user for the purpose. */
export function asUser(user: string | undefined, command: readonly string[]): readonly string[] {
  return user ? ['setpriv', ...identity(user), '--', ...command] : command
}

function identity(user: string | undefined): string[] {
  return user ? [`--reuid=${user}`, `--regid=${user}`, '--init-groups'] : []
}
