import { describe, expect, it } from 'vitest'
import { planLaunch } from './launch.ts'
import type { Sandbox, SandboxRequest } from './sandbox.ts'

const full: Sandbox = {
  mode: 'full',
  reason: null,
  dropsRoot: true,
  networkCut: true,
  switches: ['--proc', '/proc'],
  limitsProcesses: true,
}
const reduced: Sandbox = {
  ...full,
  mode: 'reduced',
  reason: 'test',
  switches: ['unshare', '--net', '--'],
  limitsProcesses: false,
}

const request: SandboxRequest = {
  command: 'convert',
  args: ['-rf', '; rm', '$(x)'],
  workDir: '/var/work/job-1',
  limits: { wallMs: 1500, cpuSeconds: 7, memoryBytes: 1000, fileBytes: 2000, processes: 3 },
}

function words(sandbox: Sandbox, more: Partial<SandboxRequest> = {}): string {
  const { file, args } = planLaunch(sandbox, { ...request, ...more }, 'run-1')
  return [file, ...args].join(' ')
}

describe('the command line in full mode', () => {
  it('drops root first, then builds the namespaces, then limits the program', () => {
    const order = ['setpriv', 'bwrap', 'timeout', 'prlimit', 'convert'].map((program) =>
      words(full).indexOf(program),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(words(full)).toMatch(
      /^setpriv --no-new-privs --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all/,
    )
  })

  it('has no network, environment or capabilities and dies with its parent', () => {
    for (const word of [
      '--unshare-all',
      '--clearenv',
      '--cap-drop ALL',
      '--die-with-parent',
      '--new-session',
    ]) {
      expect(words(full)).toContain(word)
    }
    expect(words(full)).not.toContain('--share-net')
  })

  it('mounts the job directory under a fixed name, the system read-only, and requested paths', () => {
    expect(words(full)).toContain('--bind /var/work/job-1 /job --chdir /job')
    expect(words(full)).toContain('--ro-bind /usr /usr')
    expect(words(full, { readOnlyPaths: ['/opt/tool'] })).toContain('--ro-bind /opt/tool /opt/tool')
  })

  it('passes arguments unchanged, without a shell', () => {
    const { args } = planLaunch(full, request, 'run-1')
    expect(args.slice(-5)).toEqual(['--', 'convert', '-rf', '; rm', '$(x)'])
  })

  it('sets every limit', () => {
    expect(words(full)).toContain(
      'prlimit --cpu=7 --as=1000 --fsize=2000 --core=0 --nofile=1024 --nproc=3 --',
    )
    expect(words(full)).toContain('timeout --signal=KILL 7 ')
  })

  it('omits privilege dropping for an ordinary user', () => {
    expect(words({ ...full, dropsRoot: false })).toMatch(/^setpriv --no-new-privs -- bwrap/)
  })
})

describe('the command line in reduced mode', () => {
  it('still drops root, disconnects the network where possible, sets limits and dies with its parent', () => {
    expect(words(reduced)).toMatch(
      /^unshare --net -- setpriv --no-new-privs --reuid=65534 .*--pdeathsig=KILL -- prlimit /,
    )
    expect(words(reduced)).not.toContain('bwrap')
  })

  it('does not limit processes, because the kernel would count them across jobs', () => {
    expect(words(reduced)).not.toContain('--nproc')
  })

  it('runs in the job directory itself', () => {
    expect(planLaunch(reduced, request, 'run-1')).toMatchObject({
      cwd: '/var/work/job-1',
      env: { TMPDIR: '/var/work/job-1/tmp', INLET_SANDBOX_RUN: 'run-1' },
    })
  })
})
