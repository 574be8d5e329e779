/** From a request to the words of the process to start. Pure: what the sandbox promises can be read and tested here. */

import { fileURLToPath } from 'node:url'
import type { Sandbox, SandboxLimits, SandboxRequest } from './sandbox.ts'
import { pathInside, sandboxGid, sandboxUid } from './sandbox.ts'

export type Launch = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** bubblewrap reports the process it started, and how it ended, on this descriptor. */
export const statusFd = 3

const systemPath = '/usr/bin:/bin'
const assets = fileURLToPath(new URL('../../assets/etc', import.meta.url))

/** After our own wall clock: it ends the program when our event loop is stuck or stopped. */
const innerClockGraceSeconds = 5
const tmpBytes = 512 * 1024 * 1024

/** Everything of /etc that converters read. No real user, host or network file is among it. */
const etcPaths = ['/etc/alternatives', '/etc/fonts', '/etc/ld.so.cache', '/etc/libreoffice']

export function planLaunch(sandbox: Sandbox, request: SandboxRequest, runId: string): Launch {
  const program = [...limitWords(sandbox, request.limits), request.command, ...request.args]
  const env = programEnvironment(sandbox, request, runId)
  const words =
    sandbox.mode === 'full'
      ? [
          ...dropRootWords(sandbox),
          ...namespaceWords(sandbox, request, env),
          ...innerClock(request),
          ...program,
        ]
      : [...sandbox.switches, ...dropRootWords(sandbox), ...program]
  const [file = '', ...args] = words
  return { file, args, cwd: request.workDir, env }
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
    // On disk and not in the sandbox's /tmp, which is memory: LibreOffice unpacks whole documents there.
    TMPDIR: `${inside}/tmp`,
    LANG: 'C.UTF-8',
    // How reduced mode finds a program that left its process group.
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
  // bubblewrap brings its own; in reduced mode this is what ends the program when the worker is killed.
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
    ['--cap-drop', 'ALL', '--hostname', 'sandbox'],
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
    // What bubblewrap builds on is memory, without bounds: a program could fill the machine with files in / or /dev/shm.
    ['--remount-ro', '/dev', '--remount-ro', '/'],
    ['--clearenv'],
    ...Object.entries(env).map(([name, value]) => ['--setenv', name, value]),
    ['--json-status-fd', String(statusFd), '--'],
  ].flat()
}

/**
 * `timeout` is process 1 of the namespace: it passes the program's end on, and its own end ends everything else. Process 1
 * must not be the program itself: the kernel lets process 1 ignore the very signals that abort a crashed program.
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
