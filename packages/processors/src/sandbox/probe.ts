/** Probes which sandbox this machine supports. */

import { release } from 'node:os'
import { withWorkDir } from '../work-dir.ts'
import { launcherPath } from './launch.ts'
import { programOomScore } from './oom-score.ts'
import { handToSandbox } from './ownership.ts'
import { runSandboxed } from './run.ts'
import type { RunCgroups, Sandbox, SandboxLimits } from './sandbox.ts'
import { pathInside, SandboxError } from './sandbox.ts'
import { isFilterable, seccompFilter } from './seccomp-filter.ts'
import type { Architecture } from './syscall-numbers.ts'

const mebibyte = 1024 ** 2
const probeLimits: SandboxLimits = {
  wallMs: 10_000,
  cpuSeconds: 5,
  memoryBytes: 1024 * mebibyte,
  fileBytes: mebibyte,
  totalBytes: 64 * mebibyte,
  processes: 16,
}

const noNestedNamespaces = ['--unshare-user', '--disable-userns']
const ownProc = ['--proc', '/proc']

/**
 * From strong to weak. Inside containers /proc is often masked and cannot be mounted; then programs run without it.
 * The host's /proc is never mounted, because it exposes the processes of other jobs.
 */
const fullSwitches: readonly (readonly string[])[] = [
  [...noNestedNamespaces, ...ownProc],
  ownProc,
  noNestedNamespaces,
  [],
]

/** The numbers of prctl and seccomp, which the launcher of reduced mode calls. */
const launcherCalls: Record<Architecture, readonly [prctl: number, seccomp: number]> = {
  x64: [157, 317],
  arm64: [167, 277],
}

export type ProbeOptions = {
  /** Where the job directories will be: programs must be able to reach them. */
  readonly workRoot: string
  /** Accepts Landlock and seccomp where namespaces are not available. */
  readonly allowsReduced?: boolean
  /** Skips bubblewrap, for tests. */
  readonly forceReduced?: boolean
  readonly cgroups?: RunCgroups | null
  readonly minFreeBytes?: number
}

/** @throws SandboxError if no sandbox that is allowed works, with the reason. */
export async function probeSandbox(options: ProbeOptions): Promise<Sandbox> {
  const { arch } = process
  if (!isFilterable(arch))
    throw new SandboxError('refused', `the architecture ${arch} is not supported: use x86-64 or 64-bit ARM`)
  const common = {
    dropsRoot: process.getuid?.() === 0,
    oomScore: programOomScore(),
    cgroups: options.cgroups ?? null,
    minFreeBytes: options.minFreeBytes ?? 0,
  }
  return withWorkDir(options.workRoot, async (workDir) => {
    await handToSandbox(workDir)
    let reason = 'forced by a test'
    for (const switches of options.forceReduced ? [] : fullSwitches) {
      const limitsProcesses = countsProcessesPerNamespace(release())
      const filter = seccompFilter('full', arch)
      const sandbox: Sandbox = { ...common, mode: 'full', reason: null, switches, filter, limitsProcesses }
      const failure = await whyUnusable(sandbox, workDir)
      if (failure === null) return sandbox
      reason = failure
    }
    if (!options.forceReduced && !options.allowsReduced)
      throw new SandboxError('refused', `converters cannot be isolated: ${reason}`)
    const [prctl, seccomp] = launcherCalls[arch]
    const sandbox: Sandbox = {
      ...common,
      mode: 'reduced',
      reason,
      switches: ['perl', launcherPath, '--prctl', String(prctl), '--seccomp', String(seccomp)],
      filter: seccompFilter('reduced', arch),
      limitsProcesses: false,
    }
    const failure = await whyUnusable(sandbox, workDir)
    if (failure === null) return sandbox
    throw new SandboxError(
      'refused',
      `converters cannot be isolated: neither by namespaces (${reason}) nor in reduced mode, which needs perl, Landlock (Linux 5.13) and seccomp (${failure})`,
    )
  })
}

async function whyUnusable(sandbox: Sandbox, workDir: string): Promise<string | null> {
  try {
    // Writes a file by its full path, to prove that programs can reach a job directory.
    const outcome = await runSandboxed(sandbox, {
      command: 'touch',
      args: [`${pathInside(sandbox, workDir)}/probe`],
      workDir,
      limits: probeLimits,
    })
    if (outcome.kind === 'ok') return null
    if (outcome.kind === 'refused') return outcome.reason
    return outcome.kind === 'crashed' ? outcome.stderr.trim() : outcome.kind
  } catch (error) {
    // A full disk is not a property of the sandbox.
    if (error instanceof SandboxError && error.code !== 'no_space') return error.message
    throw error
  }
}

/** Before Linux 5.14 RLIMIT_NPROC counts all processes of the user, other jobs and the worker included. */
export function countsProcessesPerNamespace(kernelRelease: string): boolean {
  const [major = 0, minor = 0] = kernelRelease.split('.').map((part) => Number.parseInt(part, 10))
  return major > 5 || (major === 5 && minor >= 14)
}
