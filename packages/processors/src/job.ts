/** The processing of one file: its directory, its time budget and how programs are run. */

import { link, lstat, mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Budget } from './budget.ts'
import type { Failed } from './failures.ts'
import { outOfMemory, outOfSpace, tookTooLong } from './failures.ts'
import { nullIfMissing } from './missing.ts'
import { handToSandbox } from './sandbox/ownership.ts'
import { runSandboxed } from './sandbox/run.ts'
import type { Sandbox, SandboxLimits, SandboxOutcome, SandboxRequest } from './sandbox/sandbox.ts'
import { SandboxError } from './sandbox/sandbox.ts'

export type Job = {
  readonly sandbox: Sandbox
  readonly workDir: string
  readonly budget: Budget
  readonly signal: AbortSignal | undefined
}

/** The fixed name that programs see. The uploaded name never becomes part of a command. */
export const sourceName = 'source'

const gibibyte = 1024 ** 3
const defaultLimits: Omit<SandboxLimits, 'totalBytes'> = {
  wallMs: 120_000,
  cpuSeconds: 90,
  memoryBytes: 4 * gibibyte,
  fileBytes: 4 * gibibyte,
  processes: 128,
}

export type ToolRequest = Omit<SandboxRequest, 'workDir' | 'limits' | 'signal'> & {
  readonly limits?: Partial<SandboxLimits>
}

/** `ok` and `crashed` are left to the step; everything else has become a failure. */
export type ToolEnd =
  | Extract<SandboxOutcome, { kind: 'ok' | 'crashed' }>
  | ({ readonly kind: 'failed' } & Failed)

/**
 * Prepares the job's directory. All our own files are written here, before the first program runs, because a hostile
 * program could plant symbolic links later.
 */
export async function prepareJobDir(
  workDir: string,
  inputPath: string,
  files: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const directory = await realpath(workDir)
  if (dirname(await realpath(inputPath)) !== directory) {
    throw new TypeError('the input must be in the job directory, the only one that its programs can access')
  }
  const source = join(directory, sourceName)
  if (resolve(inputPath) !== source) await link(inputPath, source)
  await mkdir(join(directory, 'tmp'))
  for (const [name, content] of files) {
    await mkdir(join(directory, dirname(name)), { recursive: true })
    await writeFile(join(directory, name), content)
  }
  await handToSandbox(directory)
}

export async function runTool(job: Job, request: ToolRequest): Promise<ToolEnd> {
  const remainingMs = job.budget.remainingMs()
  if (remainingMs === 0) return { kind: 'failed', ...tookTooLong }
  const limits = { ...defaultLimits, ...request.limits }
  const outcome = await runSandboxed(job.sandbox, {
    ...request,
    workDir: job.workDir,
    signal: job.signal,
    limits: {
      totalBytes: await maxJobBytes(job, limits.fileBytes),
      ...limits,
      wallMs: Math.min(limits.wallMs, remainingMs),
    },
  })
  switch (outcome.kind) {
    case 'ok':
    case 'crashed':
      return outcome
    case 'timed_out':
      return { kind: 'failed', ...tookTooLong }
    case 'out_of_memory':
      return { kind: 'failed', ...outOfMemory }
    case 'out_of_space':
      return { kind: 'failed', ...outOfSpace }
    case 'refused':
      throw new SandboxError('refused', outcome.reason)
    default:
      return outcome satisfies never
  }
}

/**
 * Room for the upload, its copies and the results of all steps. A long recording may produce files that are larger than the
 * default limit of a file.
 */
async function maxJobBytes({ workDir }: Job, fileBytes: number): Promise<number> {
  const size = (await nullIfMissing(lstat(join(workDir, sourceName))))?.size ?? 0
  return 8 * gibibyte + 3 * size + 2 * Math.max(0, fileBytes - defaultLimits.fileBytes)
}

/**
 * The path of a file that a program has written; null if there is none. A symbolic link counts as none, because we
 * would follow it with more privileges.
 */
export async function outputFile(job: Pick<Job, 'workDir'>, name: string): Promise<string | null> {
  const path = join(job.workDir, name)
  const stats = await nullIfMissing(lstat(path))
  if (stats === null || !stats.isFile() || stats.size === 0) return null
  const real = await realpath(path)
  return relative(await realpath(job.workDir), real) === name ? path : null
}
