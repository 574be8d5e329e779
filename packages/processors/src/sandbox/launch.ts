/** Builds the command line of a sandboxed process. Pure, so that the guarantees of the sandbox can be tested. */

import { fileURLToPath } from 'node:url'
import type { Sandbox, SandboxLimits, SandboxRequest } from './sandbox.ts'
import { pathInside, sandboxGid, sandboxUid } from './sandbox.ts'

export type Launch = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** The descriptor on which bubblewrap reports the process it started and its exit code, and the launcher that it is done. */
export const statusFd = 3
/** The descriptor from which both read the seccomp filter. */
export const filterFd = 4

const systemPath = '/usr/bin:/bin'
const assets = fileURLToPath(new URL('../../assets/etc', import.meta.url))
export const launcherPath = fileURLToPath(new URL('../../assets/confine.pl', import.meta.url))

/** After our own timeout: ends the program if our event loop is blocked or stopped. */
const innerClockGraceSeconds = 5
const tmpBytes = 512 * 1024 * 1024

/** The parts of /etc that converters read, without users, hosts or network configuration. */
const etcPaths = ['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache', '/etc/libreoffice']

/**
 * What reduced mode allows: the same system paths that full mode mounts, the extensions of LibreOffice, which is put off by a folder
 * that exists but cannot be read, and devices without state.
 */
const systemPaths = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  ...etcPaths,
  '/var/cache/fontconfig',
  '/var/lib/libreoffice',
  '/var/spool/libreoffice',
]
const devices = ['null', 'zero', 'full', 'random', 'urandom'].map((name) => `/dev/${name}`)

/** @param cgroup the directory of the run's cgroup, which its first process enters. */
export function planLaunch(
  sandbox: Sandbox,
  request: SandboxRequest,
  { runId, cgroup }: { runId: string; cgroup: string | null },
): Launch {
  const limits = limitWords(sandbox, request.limits)
  const program = [request.command, ...request.args]
  const env = programEnvironment(sandbox, request, runId)
  const outer = [...cgroupWords(cgroup), ...oomWords(sandbox), ...dropRootWords(sandbox)]
  const words =
    sandbox.mode === 'full'
      ? [...outer, ...namespaceWords(sandbox, request, env), ...innerClock(request), ...limits, ...program]
      : // Limits first: the filter of reduced mode does not let a program set those of a process.
        [...outer, ...limits, ...confineWords(sandbox, request), ...program]
  const [file = '', ...args] = words
  return { file, args, cwd: request.workDir, env }
}

function cgroupWords(cgroup: string | null): string[] {
  if (cgroup === null) return []
  const script = 'echo 0 > "$1/cgroup.procs" || exit 125; shift; exec "$@"'
  return ['sh', '-c', script, 'sh', cgroup]
}

function oomWords({ oomScore }: Sandbox): string[] {
  return ['choom', '--adjust', String(oomScore), '--']
}

function confineWords({ switches }: Sandbox, request: SandboxRequest): string[] {
  if (switches.length === 0) return []
  const all = (flag: string, paths: readonly string[]) => paths.flatMap((path) => [flag, path])
  return [
    switches,
    ['--filter-fd', String(filterFd), '--status-fd', String(statusFd)],
    all('--read', [...systemPaths, ...(request.readOnlyPaths ?? [])]),
    all('--device', devices),
    ['--write', request.workDir, '--'],
  ].flat()
}

function programEnvironment(
  sandbox: Sandbox,
  request: SandboxRequest,
  runId: string,
): Record<string, string> {
  const inside = pathInside(sandbox, request.workDir)
  return {
    PATH: systemPath,
    HOME: `${inside}/tmp`,
    // On disk, not in the sandbox's /tmp, which is memory: LibreOffice unpacks whole documents there.
    TMPDIR: `${inside}/tmp`,
    LANG: 'C.UTF-8',
    // Lets reduced mode find a program that left its process group.
    INLET_SANDBOX_RUN: runId,
    ...request.env,
  }
}

function dropRootWords(sandbox: Sandbox): string[] {
  const words = ['setpriv', '--no-new-privs']
  if (sandbox.dropsRoot) {
    words.push(`--reuid=${sandboxUid}`, `--regid=${sandboxGid}`, '--clear-groups')
    words.push('--bounding-set=-all', '--inh-caps=-all', '--ambient-caps=-all')
  }
  // bubblewrap has its own option; in reduced mode this ends the program when the worker is killed.
  if (sandbox.mode === 'reduced') words.push('--pdeathsig=KILL')
  return [...words, '--']
}

function namespaceWords(sandbox: Sandbox, request: SandboxRequest, env: Record<string, string>): string[] {
  const inside = pathInside(sandbox, request.workDir)
  const readOnly = (path: string) => ['--ro-bind', path, path]
  const readOnlyIfThere = (path: string) => ['--ro-bind-try', path, path]
  return [
    ['bwrap', '--unshare-all', '--die-with-parent', '--new-session'],
    // Without bubblewrap's own init its outer process waits for the whole namespace to be gone: when it has ended,
    // nothing is left, and the CPU time is counted. `timeout` is process 1 instead, see innerClock.
    ['--as-pid-1'],
    ['--cap-drop', 'ALL', '--hostname', 'sandbox', '--seccomp', String(filterFd)],
    sandbox.switches,
    readOnly('/usr'),
    ...['bin', 'sbin', 'lib', 'lib32', 'lib64'].map((name) => ['--symlink', `usr/${name}`, `/${name}`]),
    ...etcPaths.map(readOnlyIfThere),
    ...['passwd', 'group'].map((name) => ['--ro-bind', `${assets}/${name}`, `/etc/${name}`]),
    readOnlyIfThere('/var/cache/fontconfig'),
    ['--dev', '/dev'],
    ['--perms', '1777', '--size', String(tmpBytes), '--tmpfs', '/tmp'],
    ...(request.readOnlyPaths ?? []).map(readOnly),
    ['--bind', request.workDir, inside, '--chdir', inside],
    // bubblewrap's root is an unbounded tmpfs: a program could exhaust memory with files in / or /dev/shm.
    ['--remount-ro', '/dev', '--remount-ro', '/'],
    ['--clearenv'],
    ...Object.entries(env).map(([name, value]) => ['--setenv', name, value]),
    ['--json-status-fd', String(statusFd), '--'],
  ].flat()
}

/**
 * `timeout` is process 1 of the namespace: it forwards the exit code, and its end kills everything else. The program
 * itself must not be process 1, which ignores the signals that abort a crashed program.
 */
function innerClock(request: SandboxRequest): string[] {
  const seconds = Math.ceil(request.limits.wallMs / 1000) + innerClockGraceSeconds
  return ['timeout', '--signal=KILL', String(seconds)]
}

function limitWords(sandbox: Sandbox, limits: SandboxLimits): string[] {
  // Soft and hard limit alike, so that the kernel kills at once: LibreOffice catches the polite signal before, and ends in a
  // way that looks like a damaged file.
  const cpuSeconds = Math.max(1, Math.ceil(limits.cpuSeconds))
  const words = [
    'prlimit',
    `--cpu=${cpuSeconds}`,
    `--as=${limits.memoryBytes}`,
    `--fsize=${limits.fileBytes}`,
    '--core=0',
    '--nofile=1024',
  ]
  if (sandbox.limitsProcesses) words.push(`--nproc=${limits.processes}`)
  return [...words, '--']
}
