/** Probes once at start which sandbox this machine supports. */

import { release } from 'node:os'
import { withWorkDir } from '../work-dir.ts'
import { handToSandbox } from './ownership.ts'
import { runSandboxed } from './run.ts'
import type { Sandbox, SandboxLimits } from './sandbox.ts'
import { pathInside, SandboxError } from './sandbox.ts'

const probeLimits: SandboxLimits = {
  wallMs: 10_000,
  cpuSeconds: 5,
  memoryBytes: 1024 ** 3,
  fileBytes: 1024 ** 2,
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

/** Ways to disconnect the network without bubblewrap; the last one does not. */
const reducedSwitches: readonly (readonly string[])[] = [
  ['unshare', '--net', '--'],
  ['unshare', '--user', '--net', '--'],
  [],
]

export type ProbeOptions = {
  /** Where the job directories will be: programs must be able to reach them. */
  readonly workRoot: string
  /** Skips bubblewrap, for tests and for operators who know that it does not work. */
  readonly forceReduced?: boolean
}

/** @throws SandboxError if not even the reduced mode works. */
export async function probeSandbox({ workRoot, forceReduced = false }: ProbeOptions): Promise<Sandbox> {
  return withWorkDir(workRoot, async (workDir) => {
    await handToSandbox(workDir)
    let reason = 'forced by configuration'
    for (const switches of forceReduced ? [] : fullSwitches) {
      const sandbox = fullSandbox(switches)
      const failure = await whyUnusable(sandbox, workDir)
      if (failure === null) return sandbox
      reason = failure
    }
    return await reducedSandbox(reason, workDir)
  })
}

async function reducedSandbox(reason: string, workDir: string): Promise<Sandbox> {
  let lastFailure = ''
  for (const switches of reducedSwitches) {
    const sandbox: Sandbox = {
      mode: 'reduced',
      reason,
      dropsRoot: isRoot(),
      networkCut: switches.length > 0,
      switches,
      limitsProcesses: false,
    }
    const failure = await whyUnusable(sandbox, workDir)
    if (failure === null) return sandbox
    lastFailure = failure
  }
  throw new SandboxError('refused', `no program can be run with resource limits: ${lastFailure}`)
}

function fullSandbox(switches: readonly string[]): Sandbox {
  return {
    mode: 'full',
    reason: null,
    dropsRoot: isRoot(),
    networkCut: true,
    switches,
    limitsProcesses: countsProcessesPerNamespace(release()),
  }
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
    if (error instanceof SandboxError) return error.message
    throw error
  }
}

/** Before Linux 5.14 RLIMIT_NPROC counts all processes of the user, other jobs and the worker included. */
export function countsProcessesPerNamespace(kernelRelease: string): boolean {
  const [major = 0, minor = 0] = kernelRelease.split('.').map((part) => Number.parseInt(part, 10))
  return major > 5 || (major === 5 && minor >= 14)
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
