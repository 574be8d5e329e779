/** The only module that starts external programs. */

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { capture } from './capture.ts'
import type { RunCgroup } from './cgroup.ts'
import { makeRunCgroup } from './cgroup.ts'
import { readAvailableMemory } from './disk.ts'
import { kill, killMarked } from './kill.ts'
import type { Launch } from './launch.ts'
import { filterFd, planLaunch, statusFd } from './launch.ts'
import { watchLines } from './lines.ts'
import type { MachineState } from './outcome.ts'
import { classifyEnd } from './outcome.ts'
import type { Sandbox, SandboxOutcome, SandboxRequest } from './sandbox.ts'
import { SandboxError } from './sandbox.ts'
import { readStatus } from './status.ts'
import type { RunWatch } from './watch-run.ts'
import { watchRun } from './watch-run.ts'

const defaultOutputBytes = 64 * 1024
/** Time for bubblewrap to exit after its child was killed. */
const followMs = 2000
/** Time for pipes to drain after the exit; only an escaped program (reduced mode) still holds them then. */
const drainMs = 2000

/** Less than this, and a program that ran out of memory may be a victim of others. */
const shortMemoryBytes = 256 * 1024 ** 2

/**
 * Runs a program in the sandbox and waits until all its processes are gone. Call it from the main thread: the kernel
 * kills a program together with the thread that started it.
 * @throws the signal's reason when aborted; SandboxError on infrastructure errors. Everything else is an outcome.
 */
export async function runSandboxed(sandbox: Sandbox, request: SandboxRequest): Promise<SandboxOutcome> {
  request.signal?.throwIfAborted()
  const runId = randomUUID()
  const cgroup = sandbox.cgroups && (await makeRunCgroup(sandbox.cgroups, runId, request.limits))
  try {
    return await runOnce(sandbox, request, { runId, cgroup })
  } finally {
    await cgroup?.remove()
  }
}

async function runOnce(
  sandbox: Sandbox,
  request: SandboxRequest,
  { runId, cgroup }: { runId: string; cgroup: RunCgroup | null },
): Promise<SandboxOutcome> {
  const launch = planLaunch(sandbox, request, { runId, cgroup: cgroup?.dir ?? null })
  const startedAt = performance.now()
  const child = start(launch)
  const ended = childEnd(child)
  if (child.pid === undefined) await ended
  sendFilter(child, sandbox.filter)
  const closed = new Promise((resolve) => child.once('close', resolve))
  const maxBytes = request.maxOutputBytes ?? defaultOutputBytes
  const stdout = capture(child.stdio[1], maxBytes)
  if (request.onStdout !== undefined) watchLines(child.stdio[1], request.onStdout)
  const stderr = capture(child.stdio[2], maxBytes)
  const status = capture(child.stdio[statusFd], 4096)

  let stoppedBy: 'clock' | 'space' | null = null
  const stop = () => stopRun(child, readStatus(status()).firstPid, ended)
  const stopBecauseOf = (reason: 'clock' | 'space') => {
    stoppedBy ??= reason
    stop()
  }
  const clock = setTimeout(() => stopBecauseOf('clock'), request.limits.wallMs)
  const watch = watchRun(request.workDir, request.limits.totalBytes, () => stopBecauseOf('space'))
  request.signal?.addEventListener('abort', stop, { once: true })
  try {
    const { exitCode, signal } = await ended
    if (sandbox.mode === 'reduced') {
      killGroup(child)
      await killMarked(runId)
    }
    await Promise.race([closed, delay(drainMs, undefined, { ref: false })])
    await watch.stop()
    request.signal?.throwIfAborted()
    const elapsedMs = performance.now() - startedAt
    const started = readStatus(status()).programStarted || sandbox.switches.length === 0
    const output = { stdout: stdout(), stderr: stderr() }
    const machine = await readMachine(watch, cgroup)
    const end = { exitCode, signal, elapsedMs, stoppedBy, started, machine, ...output }
    const outcome = classifyEnd(end, request.limits)
    sandbox.onEnd?.(outcome.kind)
    return outcome
  } finally {
    clearTimeout(clock)
    await watch.stop()
    request.signal?.removeEventListener('abort', stop)
    for (const stream of child.stdio) stream?.destroy()
  }
}

/** @throws SandboxError */
function start({ file, args, cwd, env }: Launch): ChildProcess {
  try {
    return spawn(file, args, {
      cwd,
      env,
      // The status pipe belongs to the wrapper, which closes it before the program starts. Nothing else may hold it: we
      // kill the process it names. The same goes for the filter.
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'],
      // A process group of its own, so that a kill reaches wrapper and program.
      detached: true,
    })
  } catch (cause) {
    throw cannotStart(file, cause)
  }
}

function sendFilter(child: ChildProcess, filter: Buffer): void {
  const pipe = child.stdio[filterFd]
  if (!(pipe instanceof Writable)) return
  // A wrapper that ended early has not read it; its exit status says why.
  pipe.on('error', () => pipe.destroy())
  pipe.end(filter)
}

async function readMachine(watch: RunWatch, cgroup: RunCgroup | null): Promise<MachineState> {
  return {
    wasDiskFull: watch.wasDiskFull(),
    isMemoryShort: (await readAvailableMemory()) < shortMemoryBytes,
    oomKill: (await cgroup?.oomKill()) ?? null,
  }
}

async function childEnd(
  child: ChildProcess,
): Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.once('exit', () => resolve())
  child.once('error', (cause) => reject(cannotStart(child.spawnfile, cause)))
  await promise
  return { exitCode: child.exitCode, signal: child.signalCode }
}

function cannotStart(file: string, cause: unknown): SandboxError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const isMissing = code === 'ENOENT' || code === 'EACCES'
  const reason = isMissing ? 'tool_missing' : code === 'ENOMEM' ? 'no_memory' : 'no_resources'
  return new SandboxError(reason, `cannot start ${file} (${String(code)})`, { cause })
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
