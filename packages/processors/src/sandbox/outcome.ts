/** Derives the outcome of a run from its exit status and output. */

import { constants } from 'node:os'
import type { SandboxLimits, SandboxOutcome } from './sandbox.ts'
import { SandboxError } from './sandbox.ts'

export type ProgramEnd = {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly elapsedMs: number
  /** We killed it because its time ran out. */
  readonly stoppedByClock: boolean
  /** False if the sandbox failed before the program could start. */
  readonly started: boolean
  readonly stdout: string
  readonly stderr: string
}

const memoryWords = /bad_alloc|out of memory|cannot allocate memory|memory exhausted|heap limit/i
const missingWords = /^prlimit: failed to execute|: error while loading shared libraries: /m
const diskWords = /no space left on device|disk quota exceeded/i

/** @throws SandboxError for infrastructure errors that show only in the program's output. */
export function classifyEnd(end: ProgramEnd, limits: SandboxLimits): SandboxOutcome {
  if (end.stoppedByClock) return { kind: 'timed_out' }
  if (end.exitCode === 0) return { kind: 'ok', stdout: end.stdout, stderr: end.stderr }
  if (!end.started && end.signal === null) return { kind: 'refused', reason: lastLine(end.stderr) }
  if (diskWords.test(end.stderr)) throw new SandboxError('no_space', lastLine(end.stderr))
  if (missingWords.test(end.stderr)) throw new SandboxError('tool_missing', lastLine(end.stderr))
  // bubblewrap and timeout report a signal like shells do: 128 plus its number.
  const signal = end.signal ?? signalNamed((end.exitCode ?? 0) - 128)
  if (signal === 'SIGXCPU') return { kind: 'timed_out' }
  if (signal === 'SIGKILL') {
    // Not killed by us. Either a time limit (the hard CPU limit, the clock inside the sandbox), which cannot come before that
    // much time has passed, or the kernel is short of memory. With two busy threads CPU time passes at twice the
    // clock's pace, hence the half.
    const timeIsUp = end.elapsedMs >= Math.min(limits.cpuSeconds * 500, limits.wallMs)
    return { kind: timeIsUp ? 'timed_out' : 'out_of_memory' }
  }
  if (memoryWords.test(end.stderr)) return { kind: 'out_of_memory' }
  const exitCode = signal === null ? end.exitCode : null
  return { kind: 'crashed', exitCode, signal, stdout: end.stdout, stderr: end.stderr }
}

function signalNamed(number: number): NodeJS.Signals | null {
  for (const [name, value] of Object.entries(constants.signals)) {
    if (value === number && isSignal(name)) return name
  }
  return null
}

function isSignal(name: string): name is NodeJS.Signals {
  return name in constants.signals
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}
