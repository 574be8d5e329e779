/** The types of the sandbox: what a machine supports, what a caller requests, how a run ends. */

/** What `probeSandbox` found on this machine; every run uses it. */
export type Sandbox = {
  /** `full`: namespaces for files, network and processes. `reduced`: another user and limits only. */
  readonly mode: 'full' | 'reduced'
  /** Why the mode is `reduced`, for logs and health details; null in `full`. */
  readonly reason: string | null
  /** True if we are root and programs run as the user `nobody`. */
  readonly dropsRoot: boolean
  /** False only in `reduced` mode on a machine that cannot unshare the network. */
  readonly networkCut: boolean
  /** Wrapper arguments that differ between machines: bubblewrap options, or the `unshare` of reduced mode. */
  readonly switches: readonly string[]
  /** False if the kernel counts a user's processes across sandboxes, so that jobs would starve each other. */
  readonly limitsProcesses: boolean
  /** Called with the outcome of each run, for metrics. Must not throw. */
  readonly onEnd?: (kind: SandboxOutcome['kind']) => void
}

export type SandboxLimits = {
  readonly wallMs: number
  readonly cpuSeconds: number
  /** Address space per process, not resident memory. */
  readonly memoryBytes: number
  /** Largest file a program may write. */
  readonly fileBytes: number
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

/** An infrastructure error, not a fault of the file: the job can be retried. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly code: 'tool_missing' | 'refused' | 'no_space' | 'bad_output'

  constructor(code: SandboxError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
