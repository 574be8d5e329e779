// A daemon is identified by its pid file, but only if that process has our command line:
// after a reboot or a kill -9 the pid may belong to another process.
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DaemonExited, ServiceError } from './errors.ts'

export type Daemon = {
  name: string
  command: readonly string[]
  pidFile: string
  logFile: string
  /** An argument no other process has: a path inside this instance's folder. */
  mark: string
}

export function runningPid(daemon: Daemon): number | undefined {
  const pid = Number.parseInt(readOrEmpty(daemon.pidFile), 10)
  return pid > 1 && isOurs(pid, daemon.mark) ? pid : undefined
}

function isOurs(pid: number, mark: string): boolean {
  // A zombie has an empty command line, so it counts as gone.
  return readOrEmpty(`/proc/${pid}/cmdline`).split('\0').includes(mark)
}

/** Starts the daemon in a new session, so that Ctrl-C in the terminal does not reach it. */
export function launch(daemon: Daemon): number {
  const [program = '', ...args] = daemon.command
  mkdirSync(dirname(daemon.pidFile), { recursive: true, mode: 0o700 })
  mkdirSync(dirname(daemon.logFile), { recursive: true, mode: 0o700 })
  const log = openSync(daemon.logFile, 'a', 0o600)
  try {
    const child = spawn(program, args, { cwd: '/', detached: true, stdio: ['ignore', log, log] })
    child.once('error', () => undefined) // a child that did not start has no pid; reported below
    child.unref()
    if (!child.pid) throw new ServiceError(`${program} could not be started`)
    writeFileSync(daemon.pidFile, `${child.pid}\n`)
    return child.pid
  } finally {
    closeSync(log)
  }
}

/** Polls until the daemon responds; fails as soon as it exits, or after the deadline. */
export async function untilReady(
  daemon: Daemon,
  pid: number,
  isReady: () => Promise<boolean>,
  timeoutMs = 60_000,
): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    if (await isReady()) {
      // Checked last, because another process may have taken the port and responded.
      if (isOurs(pid, daemon.mark)) return
    }
    if (!isOurs(pid, daemon.mark)) throw new DaemonExited(`${daemon.name} exited:\n${logTail(daemon)}`)
    if (Date.now() > deadline) {
      throw new ServiceError(
        `${daemon.name} does not respond after ${timeoutMs / 1000} s:\n${logTail(daemon)}`,
      )
    }
    await sleep(50)
  }
}

/** Sends the signal, waits for the exit, and kills a daemon that exceeds the grace period. */
export async function stop(daemon: Daemon, signal: NodeJS.Signals, graceMs = 20_000): Promise<boolean> {
  const pid = runningPid(daemon)
  if (pid) {
    send(pid, signal)
    if (!(await isGone(pid, daemon.mark, graceMs))) {
      send(pid, 'SIGKILL')
      await isGone(pid, daemon.mark, 5_000)
    }
  }
  rmSync(daemon.pidFile, { force: true })
  return pid !== undefined
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    // It has just exited.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function isGone(pid: number, mark: string, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isOurs(pid, mark)) {
    if (Date.now() > deadline) return false
    await sleep(20)
  }
  return true
}

function logTail(daemon: Daemon): string {
  const lines = readOrEmpty(daemon.logFile).trimEnd().split('\n').slice(-12).join('\n')
  return `${lines}\n(full log: ${daemon.logFile})`
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // no such file or process: nothing to read
  }
}
