/** The words of the sandbox: what a machine offers, what a caller asks for, how a run ends. */

/** What `probeSandbox` found out about this machine; every run is launched by it. */
export type Sandbox = {
  /** `full`: own namespaces (files, network, processes). `reduced`: other user and limits only. */
  readonly mode: 'full' | 'reduced'
  /** Why the mode is `reduced`, for logs and health details; null in `full`. */
  readonly reason: string | null
  /** True when we run as root and each program runs as nobody instead. */
  readonly dropsRoot: boolean
  /** False only in `reduced` mode on a machine that cannot unshare the network either. */
  readonly networkCut: boolean
  /** Wrapper words that differ between machines: bubblewrap switches, or the `unshare` of reduced mode. */
  readonly switches: readonly string[]
  /** False where the kernel counts a user's processes across sandboxes, which would let neighbours starve. */
  readonly limitsProcesses: boolean
  /** Told how each run ended, for figures. Must not throw. */
  readonly onEnd?: (kind: SandboxOutcome['kind']) => void
}

export type SandboxLimits = {
  readonly wallMs: number
  readonly cpuSeconds: number
  /** Address space of each process, not resident memory. */
  readonly memoryBytes: number
  /** Largest file a program may write. */
  readonly fileBytes: number
  /** Processes and threads together. */
  readonly processes: number
}

export type SandboxRequest = {
  readonly command: string
  readonly args: readonly string[]
  /** The private directory of the job: the only place the program may write, and its current directory. */
  readonly workDir: string
  readonly limits: SandboxLimits
  /** Further host paths the program may read, at the same path. Everything of the system is there already. */
  readonly readOnlyPaths?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Of each of stdout and stderr; the rest is read and dropped, so that the program never blocks on us. */
  readonly maxOutputBytes?: number
  /** Each line of stdout as it comes, for programs that tell how far they are. Must not throw. */
  readonly onStdout?: ((line: string) => void) | undefined
}

export type SandboxOutcome =
  | { readonly kind: 'ok'; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'timed_out' }
  | { readonly kind: 'out_of_memory' }
  /** The sandbox could not be built: the program has not run. A trouble of the machine, not of the file. */
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'crashed'
      readonly exitCode: number | null
      readonly signal: NodeJS.Signals | null
      readonly stdout: string
      readonly stderr: string
    }

/** The user every program runs as when we are root: nobody, who owns nothing but the job's directory. */
export const sandboxUid = 65534
export const sandboxGid = 65534

/** Where the job's directory is seen by the program. */
export function pathInside(sandbox: Sandbox, workDir: string): string {
  // A fixed name, so that no host path can slip into what a converter writes (a PDF keeps absolute links).
  return sandbox.mode === 'full' ? '/job' : workDir
}

/** Trouble of the machine and not of the file: the job may be tried again. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError'
  readonly code: 'tool_missing' | 'refused' | 'no_space' | 'bad_output'

  constructor(code: SandboxError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
