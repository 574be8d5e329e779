/** Injects faults into a running system: the doctor must name each one and say how to fix it. */
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { pickPort } from '../../../scripts/services/ports.ts'
import { makeKey } from './admin.ts'
import { startApiForTest } from './api.ts'
import { type CliUserOptions, makeProject, makeUser, recordsOf } from './command.ts'
import { makeFolder } from './folder.ts'
import { startShiftedClock } from './proxy.ts'
import { runMain } from './run-main.ts'

interface CheckResult {
  check: string
  state: string
  what: string
  why?: string
  fix?: string
}

async function examine(options: CliUserOptions = {}, ...args: string[]) {
  const user = await makeUser(options)
  const { items, exitCode } = await user.lines('doctor', ...args)
  const results = items as unknown as CheckResult[]
  const bad = results.filter(({ state }) => state === 'failed' || state === 'warning')
  return { exitCode, results, bad }
}

const systemEnv = inject('systemEnv')
await makeProject('Doctor')

describe('doctor on a healthy system', () => {
  it('passes every check, and the test upload never becomes a file', async () => {
    const projectId = await makeProject('Well')
    const { exitCode, bad, results } = await examine({}, '--project', String(projectId))
    expect(bad).toEqual([])
    expect(exitCode).toBe(0)
    expect(results.map(({ check }) => check)).toEqual([
      'configuration',
      'journal',
      'service name',
      'service connection',
      'service health',
      'clock',
      'key',
      'scopes',
      'call limit',
      'store name',
      'store connection',
      'store upload',
      'workers',
    ])
    expect(await recordsOf(projectId)).toEqual({ pending_upload: ['inlet-doctor.txt'] })
  })

  it('confirms with --full that a worker is running', async () => {
    const { exitCode, results } = await examine({}, '--full')
    expect(results.at(-1)).toMatchObject({
      check: 'workers',
      state: 'ok',
      what: expect.stringContaining('ready after'),
    })
    expect(exitCode).toBe(0)
  })
})

describe('doctor reports, with a fix,', () => {
  it('a wrong secret', async () => {
    const { clientId } = inject('key')
    const { exitCode, bad } = await examine({ key: { clientId, clientSecret: 'wrong' } })
    expect(exitCode).toBe(4)
    expect(bad).toMatchObject([
      {
        check: 'key',
        state: 'failed',
        what: `The key ${clientId} is not accepted.`,
        fix: expect.stringContaining('inlet login'),
      },
    ])
  })

  it('a missing scope', async () => {
    const key = await makeKey(systemEnv, '--scopes', 'project:read,file:write,insight:write')
    const { exitCode, bad } = await examine({ key })
    expect(exitCode).toBe(0)
    expect(bad).toMatchObject([
      {
        check: 'scopes',
        state: 'warning',
        what: 'The key lacks project:write, survey:write.',
        fix: expect.stringContaining('--scopes'),
      },
    ])
    const none = await examine({ key: await makeKey(systemEnv, '--scopes', 'file:write') })
    expect([none.exitCode, none.bad[0]]).toEqual([
      1,
      expect.objectContaining({
        check: 'scopes',
        state: 'failed',
        why: expect.stringContaining('project:read'),
      }),
    ])
  })

  it.each([
    [2 * 3600_000, 'behind'],
    [-2 * 3600_000, 'ahead of'],
  ])('a clock that is off by two hours (%i)', async (shift, side) => {
    const url = await startShiftedClock(inject('baseUrl'), shift)
    const { exitCode, bad } = await examine({ url })
    expect(exitCode).toBe(0)
    expect(bad).toMatchObject([
      {
        check: 'clock',
        state: 'warning',
        what: `The clock of this machine is 2 h ${side} the service's.`,
        fix: expect.stringContaining('timedatectl set-ntp true'),
      },
    ])
  })

  it('an unreachable object store', async () => {
    const port = await pickPort([])
    const url = await startApiForTest({ S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${port}` })
    const { exitCode, bad } = await examine({ url })
    expect(exitCode).toBe(1)
    expect(bad).toMatchObject([
      {
        check: 'store connection',
        state: 'failed',
        what: `No connection to 127.0.0.1 on port ${port} (ECONNREFUSED).`,
        fix: expect.stringContaining('S3_PUBLIC_ENDPOINT'),
      },
    ])
  })

  it('a public storage address that does not resolve', async () => {
    const url = await startApiForTest({ S3_PUBLIC_ENDPOINT: 'http://object-store.invalid:9000' })
    const { bad } = await examine({ url })
    expect(bad).toMatchObject([
      { check: 'store name', state: 'failed', fix: expect.stringContaining('S3_PUBLIC_ENDPOINT') },
    ])
  })

  it('a public storage address where another server responds', async () => {
    const url = await startApiForTest({ S3_PUBLIC_ENDPOINT: inject('baseUrl') })
    const { exitCode, bad } = await examine({ url })
    expect(exitCode).toBe(1)
    expect(bad).toMatchObject([
      {
        check: 'store upload',
        state: 'failed',
        why: expect.stringContaining('S3_PUBLIC_ENDPOINT of the service is wrong'),
        fix: expect.stringContaining('S3_PUBLIC_ENDPOINT'),
      },
    ])
  })

  it('an unreachable upload gateway, and one whose address leads elsewhere', async () => {
    const port = await pickPort([])
    const away = await startApiForTest({
      INLET_GATEWAY: 'always',
      INLET_GATEWAY_URL: `http://127.0.0.1:${port}`,
    })
    expect((await examine({ url: away })).bad).toMatchObject([
      { check: 'store connection', state: 'failed', fix: expect.stringContaining('INLET_GATEWAY_URL') },
    ])
    const wrong = await startApiForTest({ INLET_GATEWAY: 'always', INLET_GATEWAY_URL: inject('baseUrl') })
    expect((await examine({ url: wrong })).bad).toMatchObject([
      { check: 'store upload', state: 'failed', why: expect.stringContaining('INLET_GATEWAY_URL') },
    ])
  })

  it('a stopped worker', async () => {
    const pids = inject('workerPids')
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const goOn = () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
    onTestFinished(goOn)
    const { exitCode, bad } = await examine({}, '--full', '--timeout', '5s')
    goOn()
    expect(exitCode).toBe(1)
    expect(bad).toMatchObject([
      {
        check: 'workers',
        state: 'failed',
        why: expect.stringContaining('No worker is running'),
        fix: expect.stringContaining('restarts a worker'),
      },
    ])
  })

  it('an address without a server', async () => {
    const { exitCode, bad } = await examine({ url: `http://127.0.0.1:${await pickPort([])}` })
    expect(exitCode).toBe(1)
    expect(bad).toMatchObject([
      { check: 'service connection', state: 'failed', what: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  it('an address that is not an Inlet server', async () => {
    const { bad } = await examine({ url: `${inject('baseUrl')}/docs` })
    expect(bad).toMatchObject([
      { check: 'service health', state: 'failed', fix: expect.stringContaining('inlet login') },
    ])
  })

  it('a configuration that others can read', async () => {
    const home = await makeFolder()
    const { clientId, clientSecret } = inject('key')
    const login = ['login', '--url', inject('baseUrl'), '--client-id', clientId, '--secret-stdin']
    await runMain(login, { HOME: home }, clientSecret)
    await chmod(join(home, '.config/inlet/config.json'), 0o644)
    const { stdout } = await runMain(['doctor', '--json'], { HOME: home })
    const [first] = stdout.split('\n').map((line) => JSON.parse(line || '{}') as CheckResult)
    expect(first).toMatchObject({
      check: 'configuration',
      state: 'failed',
      fix: expect.stringContaining('chmod 600'),
    })
  })

  it('that no key is configured', async () => {
    const { exitCode, stdout } = await runMain(['doctor'], { HOME: await makeFolder() })
    expect(exitCode).toBe(1)
    expect(stdout).toContain('fix:  Run "inlet login".')
  })
})
