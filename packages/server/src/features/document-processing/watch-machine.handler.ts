/**
 * Knows whether this machine can process files. While it cannot, the worker claims no job that opens one; it looks again by
 * itself, so that nothing has to be restarted after a repair.
 */
import {
  findMissingTools,
  isShortOf,
  listOcrLanguages,
  openRunCgroups,
  openWorkRoot,
  probeSandbox,
  readFreeSpace,
  type Sandbox,
  SandboxError,
} from '@inlet/processors'
import type { MachineFaultReason } from '../../platform/jobs/machine-fault.ts'
import {
  convertersMissing,
  diskShort,
  type MachineProblem,
  sandboxUntested,
  sandboxUnusable,
} from './machine-problem.ts'

export interface MachineOptions {
  workRoot: string
  /** Accepts a sandbox without namespaces. */
  allowsReduced: boolean
  minFreeMb: number
  onSandboxEnd: NonNullable<Sandbox['onEnd']>
  /** Called at start and whenever the answer changes. */
  onChange: (problem: MachineProblem | null, sandbox: Sandbox | null) => void
}

export interface Machine {
  /** Null if there is none. */
  sandbox(): Sandbox | null
  /** Installed languages of text recognition. */
  ocrLanguages(): ReadonlySet<string>
  /** Why no file is processed; null if nothing is wrong. */
  problem(): MachineProblem | null
  /** Looks again, because a job failed for this reason. */
  doubt(reason: MachineFaultReason): void
  close(): void
}

const mebibyte = 1024 ** 2
const diskIntervalMs = 5_000
/** A probe starts a dozen programs. */
const probeIntervalMs = 60_000
const doubtIntervalMs = 10_000
/** Resumes with some space to spare, or it would pause again at once. */
const resumeFactor = 1.1

export async function watchMachine(options: MachineOptions): Promise<Machine> {
  const { workRoot, minFreeMb } = options
  const minFreeBytes = minFreeMb * mebibyte
  await openWorkRoot(workRoot)
  const cgroups = await openRunCgroups()
  let sandbox: Sandbox | null = null
  let ocrLanguages: ReadonlySet<string> = new Set()
  let broken: MachineProblem | null = null
  let short: MachineProblem | null = null
  let probedAt = Number.NEGATIVE_INFINITY
  let isDoubted = true
  let whyUntested = 'the disk is short of space'

  const problem = (): MachineProblem | null =>
    broken ?? short ?? (sandbox === null ? sandboxUntested(whyUntested) : null)

  async function probe(): Promise<void> {
    isDoubted = false
    probedAt = performance.now()
    try {
      const { allowsReduced } = options
      const found = await probeSandbox({ workRoot, allowsReduced, cgroups, minFreeBytes })
      const missing = await findMissingTools(found, workRoot)
      if (missing.length === 0) ocrLanguages = await listOcrLanguages(found, workRoot)
      sandbox = { ...found, onEnd: options.onSandboxEnd }
      broken = missing.length > 0 ? convertersMissing(missing) : null
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error
      if (error.code === 'refused') {
        sandbox = null
        broken = sandboxUnusable(error.message)
      } else {
        // A full disk or a busy machine says nothing about the sandbox.
        isDoubted = true
        whyUntested = error.message
      }
    }
  }

  async function check(): Promise<void> {
    const before = problem()
    const free = await readFreeSpace(workRoot)
    const limit = short === null ? minFreeBytes : minFreeBytes * resumeFactor
    short = isShortOf(free, limit) ? diskShort(free, minFreeMb) : null
    const isDue = performance.now() - probedAt > (isDoubted ? doubtIntervalMs : probeIntervalMs)
    if (short === null && isDue && (isDoubted || broken !== null)) await probe()
    const after = problem()
    // The free space changes all the time, which is no news.
    const isSame =
      after?.reason === before?.reason && (after?.reason === 'disk' || after?.detail === before?.detail)
    if (!isSame) options.onChange(after, sandbox)
  }

  let isChecking = false
  const checkOnce = () => {
    if (isChecking) return
    isChecking = true
    // What cannot be read now is read at the next interval.
    void check()
      .catch(() => {})
      .finally(() => {
        isChecking = false
      })
  }
  await probeAtStart()
  const timer = setInterval(checkOnce, diskIntervalMs)
  timer.unref()

  /** Unexpected errors end the start of the worker. */
  async function probeAtStart(): Promise<void> {
    const free = await readFreeSpace(workRoot)
    if (isShortOf(free, minFreeBytes)) short = diskShort(free, minFreeMb)
    else await probe()
    options.onChange(problem(), sandbox)
  }

  return {
    sandbox: () => sandbox,
    ocrLanguages: () => ocrLanguages,
    problem,
    doubt: (reason) => {
      isDoubted ||= reason === 'refused' || reason === 'tool_missing'
      checkOnce()
    },
    close: () => clearInterval(timer),
  }
}
