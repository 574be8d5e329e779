/** Derives the outcome of a run from its exit status, its output and the state of the machine. */

import { constants } from 'node:os'
import type { SandboxLimits, SandboxOutcome } from './sandbox.ts'
import { SandboxError } from './sandbox.ts'

export type ProgramEnd = {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly elapsedMs: number
  /** Why we killed it, if we did. */
  readonly stoppedBy: 'clock' | 'space' | null
  /** False if the sandbox failed before the program could start. */
  readonly started: boolean
  readonly stdout: string
  readonly stderr: string
  readonly machine: MachineState
}

/** What a program's own words do not tell reliably. */
export type MachineState = {
  /** The disk of the work directory was nearly full at some time during the run. */
  readonly wasDiskFull: boolean
  readonly isMemoryShort: boolean
  /** According to the run's cgroup; null also without one. */
  readonly oomKill: 'limit' | 'machine' | null
}

const memoryWords = /bad_alloc|out of memory|cannot allocate memory|memory exhausted|heap limit/i
const missingWords = /^(prlimit|confine): failed to execute|: error while loading shared libraries: /m
const diskWords = /no space left on device|disk quota exceeded/i
const resourceWords = /too many open files in system/i

/** @throws SandboxError for infrastructure errors, which say nothing about the file. */
export function classifyEnd(end: ProgramEnd, limits: SandboxLimits): SandboxOutcome {
  if (end.stoppedBy === 'clock') return { kind: 'timed_out' }
  if (end.stoppedBy === 'space') return { kind: 'out_of_space' }
  // Some programs end with 0 although they could not write.
  if (end.machine.wasDiskFull) throw new SandboxError('no_space', diskFull(end))
  if (end.exitCode === 0) return { kind: 'ok', stdout: end.stdout, stderr: end.stderr }
  if (!end.started && end.signal === null) return { kind: 'refused', reason: lastLine(end.stderr) }
  if (diskWords.test(end.stderr)) throw new SandboxError('no_space', lastLine(end.stderr))
  if (resourceWords.test(end.stderr)) throw new SandboxError('no_resources', lastLine(end.stderr))
  if (missingWords.test(end.stderr)) throw new SandboxError('tool_missing', lastLine(end.stderr))
  return classifyFailure(end, limits)
}

function classifyFailure(end: ProgramEnd, limits: SandboxLimits): SandboxOutcome {
  const { machine } = end
  // bubblewrap and timeout report a signal like shells do: 128 plus its number.
  const signal = end.signal ?? signalNamed((end.exitCode ?? 0) - 128)
  if (signal === 'SIGXCPU') return { kind: 'timed_out' }
  if (machine.oomKill === 'limit') return { kind: 'out_of_memory' }
  if (signal === 'SIGKILL') {
    // Not killed by us. Either a time limit (the hard CPU limit, the clock inside the sandbox), which cannot come before that
    // much time has passed, or someone else: the OOM killer, or an operator. With two busy threads CPU time passes at
    // twice the clock's pace, hence the half.
    if (machine.oomKill === null && end.elapsedMs >= Math.min(limits.cpuSeconds * 500, limits.wallMs))
      return { kind: 'timed_out' }
    throw new SandboxError('killed', 'a program was killed by the system, probably because memory ran out')
  }
  if (memoryWords.test(end.stderr)) {
    if (machine.isMemoryShort) throw new SandboxError('no_memory', lastLine(end.stderr))
    return { kind: 'out_of_memory' }
  }
  const exitCode = signal === null ? end.exitCode : null
  return { kind: 'crashed', exitCode, signal, stdout: end.stdout, stderr: end.stderr }
}

function diskFull({ stderr }: ProgramEnd): string {
  const said = lastLine(stderr)
  return `the disk of the work directory is full${said === '' ? '' : ` (${said})`}`
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
