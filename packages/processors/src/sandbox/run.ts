/** The only module that starts external programs. */

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { capture } from './capture.ts'
import { kill, killMarked } from './kill.ts'
import { planLaunch, statusFd } from './launch.ts'
import { watchLines } from './lines.ts'
import { classifyEnd } from './outcome.ts'
import type { Sandbox, SandboxOutcome, SandboxRequest } from './sandbox.ts'
import { SandboxError } from './sandbox.ts'
import { readStatus } from './status.ts'

const defaultOutputBytes = 64 * 1024
/** Time for bubblewrap to exit after its child was killed. */
const followMs = 2000
/** Time for pipes to drain after the exit; only an escaped program (reduced mode) still holds them then. */
const drainMs = 2000

/**
 * Runs a program in the sandbox and waits until all its processes are gone. Call it from the main thread: the kernel
 * kills a program together with the thread that started it.
 * @throws the signal's reason when aborted; SandboxError on infrastructure errors. Everything else is an outcome.
 */
export async function runSandboxed(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxOutcome> {
  request.signal?.throwIfAborted()
  const runId = randomUUID()
  const launch = planLaunch(sandbox, request, runId)
  const startedAt = performance.now()
  const child = spawn(launch.file, launch.args, {
    cwd: launch.cwd,
    env: launch.env,
    // The status pipe belongs to bubblewrap, which closes it before the program starts. Nothing else may hold it: we
    // kill the process it names.
    stdio: ['ignore', 'pipe', 'pipe', sandbox.mode === 'full' ? 'pipe' : 'ignore'],
    // A process group of its own, so that a kill reaches wrapper and program.
    detached: true,
  })
  const ended = childEnd(child)
  if (child.pid === undefined) await ended
  const closed = new Promise((resolve) => child.once('close', resolve))
  const maxBytes = request.maxOutputBytes ?? defaultOutputBytes
  const stdout = capture(child.stdio[1], maxBytes)
  if (request.onStdout !== undefined) watchLines(child.stdio[1], request.onStdout)
  const stderr = capture(child.stdio[2], maxBytes)
  const status = capture(child.stdio[statusFd], 4096)

  let stoppedByClock = false
  const stop = () => stopRun(child, readStatus(status()).firstPid, ended)
  const clock = setTimeout(() => {
    stoppedByClock = true
    stop()
  }, request.limits.wallMs)
  request.signal?.addEventListener('abort', stop, { once: true })
  try {
    const { exitCode, signal } = await ended
    if (sandbox.mode === 'reduced') {
      killGroup(child)
      await killMarked(runId)
    }
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    request.signal?.throwIfAborted()
    const elapsedMs = performance.now() - startedAt
    const started = sandbox.mode === 'reduced' || readStatus(status()).programEnded
    const output = { stdout: stdout(), stderr: stderr() }
    const end = { exitCode, signal, elapsedMs, stoppedByClock, started, ...output }
    const outcome = classifyEnd(end, request.limits)
    sandbox.onEnd?.(outcome.kind)
    return outcome
  } finally {
    clearTimeout(clock)
    request.signal?.removeEventListener('abort', stop)
    for (const stream of child.stdio) stream?.destroy()
  }
}

async function childEnd(
  child: ChildProcess,
): Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.once('error', (cause) => {
    reject(new SandboxError('tool_missing', `cannot start ${child.spawnfile}`, { cause }))
  })
  await promise
  return { exitCode: child.exitCode, signal: child.signalCode }
}

function stopRun(child: ChildProcess, firstPid: number | null, ended: Promise<unknown>): void {
  if (child.exitCode !== null || child.signalCode !== null) return
  // The namespace's first process, not the wrapper: the kernel ends all others with it, and the wrapper waits for
  // them and reaps. Killing the wrapper first would leave them to whatever runs as the container's process 1.
  if (firstPid === null || !kill(firstPid)) {
    killGroup(child)
    return
  }
  const follow = setTimeout(() => killGroup(child), followMs)
  const cancel = () => clearTimeout(follow)
  ended.then(cancel, cancel)
}

function killGroup(child: ChildProcess): void {
  if (child.pid !== undefined) kill(-child.pid)
}
