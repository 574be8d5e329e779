import { describe, expect, it } from 'vitest'
import { planLaunch } from './launch.ts'
import type { Sandbox, SandboxRequest } from './sandbox.ts'

const full: Sandbox = {
  mode: 'full',
  reason: null,
  dropsRoot: true,
  switches: ['--proc', '/proc'],
  filter: Buffer.alloc(8),
  limitsProcesses: true,
  oomScore: 800,
  cgroups: null,
  minFreeBytes: 0,
}
const reduced: Sandbox = {
  ...full,
  mode: 'reduced',
  reason: 'test',
  switches: ['perl', 'confine.pl'],
  limitsProcesses: false,
}

const request: SandboxRequest = {
  command: 'convert',
  args: ['-rf', '; rm', '$(x)'],
  workDir: '/var/work/job-1',
  limits: { wallMs: 1500, cpuSeconds: 7, memoryBytes: 1000, fileBytes: 2000, totalBytes: 9000, processes: 3 },
}

const run = { runId: 'run-1', cgroup: null }

function words(sandbox: Sandbox, more: Partial<SandboxRequest> = {}): string {
  const { file, args } = planLaunch(sandbox, { ...request, ...more }, run)
  return [file, ...args].join(' ')
}

describe('the command line in full mode', () => {
  it('raises the OOM score and drops root first, then builds the namespaces, then limits the program', () => {
    const order = ['choom', 'setpriv', 'bwrap', 'timeout', 'prlimit', 'convert'].map((program) =>
      words(full).indexOf(program),
    )
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(words(full)).toMatch(
      /^choom --adjust 800 -- setpriv --no-new-privs --reuid=65534 --regid=65534 --clear-groups --bounding-set=-all/,
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
    expect(words(full)).toContain('--seccomp 4 ')
  })

  it('mounts the job directory under a fixed name, the system read-only, and requested paths', () => {
    expect(words(full)).toContain('--bind /var/work/job-1 /job --chdir /job')
    expect(words(full)).toContain('--ro-bind /usr /usr')
    expect(words(full, { readOnlyPaths: ['/opt/tool'] })).toContain('--ro-bind /opt/tool /opt/tool')
  })

  it('passes arguments unchanged, without a shell', () => {
    const { args } = planLaunch(full, request, run)
    expect(args.slice(-5)).toEqual(['--', 'convert', '-rf', '; rm', '$(x)'])
  })

  it('sets every limit', () => {
    expect(words(full)).toContain(
      'prlimit --cpu=7 --as=1000 --fsize=2000 --core=0 --nofile=1024 --nproc=3 --',
    )
    expect(words(full)).toContain('timeout --signal=KILL 7 ')
  })

  it('omits privilege dropping for an ordinary user', () => {
    expect(words({ ...full, dropsRoot: false })).toMatch(/ -- setpriv --no-new-privs -- bwrap/)
  })

  it('enters its cgroup before anything else', () => {
    const { file, args } = planLaunch(full, request, { runId: 'run-1', cgroup: '/sys/fs/cgroup/x' })
    expect([file, args[2], args[3], args[4]]).toEqual(['sh', 'sh', '/sys/fs/cgroup/x', 'choom'])
  })
})

describe('the command line in reduced mode', () => {
  it('still drops root, sets limits and dies with its parent', () => {
    expect(words(reduced)).toMatch(
      /^choom .* setpriv --no-new-privs --reuid=65534 .*--pdeathsig=KILL -- prlimit .* -- perl confine.pl /,
    )
    expect(words(reduced)).not.toContain('bwrap')
  })

  it('allows the system, the requested paths and the job directory only', () => {
    const { args } = planLaunch(reduced, { ...request, readOnlyPaths: ['/opt/tool'] }, run)
    const after = (flag: string) => args.filter((_, i) => args[i - 1] === flag)
    expect(after('--write')).toEqual(['/var/work/job-1'])
    expect(after('--read')).toContain('/opt/tool')
    expect(after('--read').filter((path) => /^.(proc|sys|home|root|tmp|run|etc.?)$/.test(path))).toEqual([])
    expect(args.slice(-5)).toEqual(['--', 'convert', '-rf', '; rm', '$(x)'])
  })

  it('does not limit processes, because the kernel would count them across jobs', () => {
    expect(words(reduced)).not.toContain('--nproc')
  })

  it('runs in the job directory itself', () => {
    expect(planLaunch(reduced, request, run)).toMatchObject({
      cwd: '/var/work/job-1',
      env: { TMPDIR: '/var/work/job-1/tmp', INLET_SANDBOX_RUN: 'run-1' },
    })
  })
})
