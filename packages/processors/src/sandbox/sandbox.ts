/** The types of the sandbox: what a machine supports, what a caller requests, how a run ends. */

/** What `probeSandbox` found on this machine; every run uses it. */
export type Sandbox = {
  /** `full`: namespaces for files, network and processes. `reduced`: Landlock and seccomp only. */
  readonly mode: 'full' | 'reduced'
  /** Why the mode is `reduced`, for logs and health details; null in `full`. */
  readonly reason: string | null
  /** True if we are root and programs run as the user `nobody`. */
  readonly dropsRoot: boolean
  /** Wrapper arguments that differ between machines: bubblewrap options, or the launcher of reduced mode. */
  readonly switches: readonly string[]
  /** The system calls that programs may not make, as a BPF program. */
  readonly filter: Buffer
  /** False if the kernel counts a user's processes across sandboxes, so that jobs would starve each other. */
  readonly limitsProcesses: boolean
  /** If memory runs out, the kernel kills programs before the worker and the database. */
  readonly oomScore: number
  /** Null where the worker may not create cgroups; limits then apply per process. */
  readonly cgroups: RunCgroups | null
  /** With less free space than this in the work directory, a failure is attributed to the disk and not to the file. */
  readonly minFreeBytes: number
  /** Called with the outcome of each run, for metrics. Must not throw. */
  readonly onEnd?: (kind: SandboxOutcome['kind']) => void
}

export type RunCgroups = {
  /** The directory in which each run gets its own. */
  readonly base: string
  /** The controllers that can limit a run. */
  readonly controllers: readonly string[]
}

export type SandboxLimits = {
  readonly wallMs: number
  readonly cpuSeconds: number
  /** Address space per process, not resident memory. */
  readonly memoryBytes: number
  /** Largest file a program may write. */
  readonly fileBytes: number
  /** Size of the job's directory with everything in it; a run that exceeds it is killed. */
  readonly totalBytes: number
  /** Processes and threads together. */
  readonly processes: number
}

export type SandboxRequest = {
  readonly command: string
  readonly args: readonly string[]
  /** The private directory of the job: the only writable place and the working directory. */
  readonly workDir: string
  readonly limits: SandboxLimits
  /** Further host paths to mount read-only at the same path, in addition to the system. */
  readonly readOnlyPaths?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Per stream, for stdout and stderr; the rest is read and dropped, so that the program never blocks. */
  readonly maxOutputBytes?: number
  /** Called with each line of stdout, for programs that report progress. Must not throw. */
  readonly onStdout?: ((line: string) => void) | undefined
}

export type SandboxOutcome =
  | { readonly kind: 'ok'; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'out_of_memory' }
  /** The job's directory exceeded its limit. */
  | { readonly kind: 'out_of_space' }
  /** The sandbox could not be created: the program has not run. An infrastructure error, not a fault of the file. */
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'crashed'
      readonly exitCode: number | null
      readonly signal: NodeJS.Signals | null
      readonly stdout: string
      readonly stderr: string
    }

/** The user that programs run as if we are root: `nobody`, who owns only the job's directory. */
export const sandboxUid = 65534
export const sandboxGid = 65534

/** The path of the job's directory inside the sandbox. */
export function pathInside(sandbox: Sandbox, workDir: string): string {
  // A fixed name, so that no host path ends up in converted files (a PDF keeps absolute links).
  return sandbox.mode === 'full' ? '/job' : workDir
}

/**
 * - `tool_missing`: a program or library is not installed
 * - `refused`: the sandbox could not be created
 * - `no_space`: the disk of the work directory is full
 * - `no_memory`: the machine is short of memory
 * - `no_resources`: no more processes or open files
 * - `killed`: someone else killed the program, such as the kernel's OOM killer
 * - `bad_output`: a program of ours printed something unexpected
 */
export type SandboxErrorCode =
  | 'tool_missing'
  | 'refused'
  | 'no_space'
  | 'no_memory'
  | 'no_resources'
  | 'killed'
  | 'bad_output'

/** An infrastructure error, not a fault of the file: the job can be retried. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly code: SandboxErrorCode

  constructor(code: SandboxErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
