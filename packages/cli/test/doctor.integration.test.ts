/** Faults put into a real system: the doctor names each one and says how to mend it. */
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { pickPort } from '../../../scripts/services/ports.ts'
import { makeKey } from './admin.ts'
import { startApi } from './api.ts'
import { makePerson, makeProject, type PersonOptions, recordsOf } from './command.ts'
import { makeFolder } from './folder.ts'
import { startShiftedClock } from './proxy.ts'
import { runMain } from './run-main.ts'

interface Finding {
  check: string
  state: string
  what: string
  why?: string
  mend?: string
}

async function examine(options: PersonOptions = {}, ...args: string[]) {
  const person = await makePerson(options)
  const { items, exitCode } = await person.lines('doctor', ...args)
  const findings = items as unknown as Finding[]
  const bad = findings.filter(({ state }) => state === 'failed' || state === 'warning')
  return { exitCode, findings, bad }
}

const systemEnv = inject('systemEnv')
await makeProject('Doctor')

describe('a system that is well', () => {
  it('passes every check, and the test upload never becomes a file', async () => {
    const projectId = await makeProject('Well')
    const { exitCode, bad, findings } = await examine({}, '--project', String(projectId))
    expect(bad).toEqual([])
    expect(exitCode).toBe(0)
    expect(findings.map(({ check }) => check)).toEqual([
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

  it('shows with --full that a worker is alive', async () => {
    const { exitCode, findings } = await examine({}, '--full')
    expect(findings.at(-1)).toMatchObject({
      check: 'workers',
      state: 'ok',
      what: expect.stringContaining('ready after'),
    })
    expect(exitCode).toBe(0)
  })
})

describe('a fault is named, with its mend', () => {
  it('wrong secret', async () => {
    const { clientId } = inject('key')
    const { exitCode, bad } = await examine({ key: { clientId, clientSecret: 'wrong' } })
    expect(exitCode).toBe(4)
    expect(bad).toMatchObject([
      {
        check: 'key',
        state: 'failed',
        what: `The key ${clientId} is not accepted.`,
        mend: expect.stringContaining('inlet login'),
      },
    ])
  })

  it('missing scope', async () => {
    const key = await makeKey(systemEnv, '--scopes', 'project:read,file:write,insight:write')
    const { exitCode, bad } = await examine({ key })
    expect(exitCode).toBe(0)
    expect(bad).toMatchObject([
      {
        check: 'scopes',
        state: 'warning',
        what: 'The key lacks project:write, survey:write.',
        mend: expect.stringContaining('--scopes'),
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
  ])('clock off by two hours (%i)', async (shift, side) => {
    const url = await startShiftedClock(inject('baseUrl'), shift)
    const { exitCode, bad } = await examine({ url })
    expect(exitCode).toBe(0)
    expect(bad).toMatchObject([
      {
        check: 'clock',
        state: 'warning',
        what: `The clock of this machine is 2 h ${side} the service's.`,
        mend: expect.stringContaining('timedatectl set-ntp true'),
      },
    ])
  })

  it('storage unreachable', async () => {
    const port = await pickPort([])
    const url = await startApi({ S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${port}` })
    const { exitCode, bad } = await examine({ url })
    expect(exitCode).toBe(1)
    expect(bad).toMatchObject([
      {
        check: 'store connection',
        state: 'failed',
        what: `No connection to 127.0.0.1 on port ${port} (ECONNREFUSED).`,
        mend: expect.stringContaining('S3_PUBLIC_ENDPOINT'),
      },
    ])
  })

  it('public storage address with a name nobody knows', async () => {
    const url = await startApi({ S3_PUBLIC_ENDPOINT: 'http://object-store.invalid:9000' })
    const { bad } = await examine({ url })
    expect(bad).toMatchObject([
      { check: 'store name', state: 'failed', mend: expect.stringContaining('S3_PUBLIC_ENDPOINT') },
    ])
  })

  it('wrong public storage address, where another program answers', async () => {
    const url = await startApi({ S3_PUBLIC_ENDPOINT: inject('baseUrl') })
    const { exitCode, bad } = await examine({ url })
    expect(exitCode).toBe(1)
    expect(bad).toMatchObject([
      {
        check: 'store upload',
        state: 'failed',
        why: expect.stringContaining('S3_PUBLIC_ENDPOINT of the service is wrong'),
        mend: expect.stringContaining('S3_PUBLIC_ENDPOINT'),
      },
    ])
  })

  it('worker down', async () => {
    const pids = inject('workerPids')
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const goOn = () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }
    onTestFinished(goOn)
    const { exitCode, bad } = await examine({}, '--full')
    goOn()
    expect(exitCode).toBe(1)
    expect(bad).toMatchObject([
      {
        check: 'workers',
        state: 'failed',
        why: expect.stringContaining('No worker is running'),
        mend: expect.stringContaining('restarts a worker'),
      },
    ])
  })

  it('nobody there', async () => {
    const { exitCode, bad } = await examine({ url: `http://127.0.0.1:${await pickPort([])}` })
    expect(exitCode).toBe(1)
    expect(bad).toMatchObject([
      { check: 'service connection', state: 'failed', what: expect.stringContaining('ECONNREFUSED') },
    ])
  })

  it('an address that is not Inlet', async () => {
    const { bad } = await examine({ url: `${inject('baseUrl')}/docs` })
    expect(bad).toMatchObject([
      { check: 'service health', state: 'failed', mend: expect.stringContaining('inlet login') },
    ])
  })

  it('a configuration that others can read', async () => {
    const home = await makeFolder()
    const { clientId, clientSecret } = inject('key')
    const login = ['login', '--url', inject('baseUrl'), '--client-id', clientId, '--secret-stdin']
    await runMain(login, { HOME: home }, clientSecret)
    await chmod(join(home, '.config/inlet/config.json'), 0o644)
    const { stdout } = await runMain(['doctor', '--json'], { HOME: home })
    const [first] = stdout.split('\n').map((line) => JSON.parse(line || '{}') as Finding)
    expect(first).toMatchObject({
      check: 'configuration',
      state: 'failed',
      mend: expect.stringContaining('chmod 600'),
    })
  })

  it('not logged in', async () => {
    const { exitCode, stdout } = await runMain(['doctor'], { HOME: await makeFolder() })
    expect(exitCode).toBe(1)
    expect(stdout).toContain('mend: Run "inlet login".')
  })
})
