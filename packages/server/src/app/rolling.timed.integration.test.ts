/**
 * Replaces every process while clients call and files are imported: first with the same version, then from the
 * version before the newest migrations, whose database is migrated while it runs.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Balancer, startBalancer } from '../../test/harness/balancer.ts'
import { freePort, testEnv } from '../../test/harness/config.ts'
import { createEmptyDatabase, type TestDatabase } from '../../test/harness/database.ts'
import { isFull, rounds } from '../../test/harness/full.ts'
import { beginImport, callApi, completeImport, makeProject, uploadTo } from '../../test/harness/imports.ts'
import { fetchToken } from '../../test/harness/people.ts'
import { startNode, stopProcess, waitFor } from '../../test/harness/processes.ts'
import { lockTimeoutMs } from '../platform/db/migrate.ts'

const here = join(import.meta.dirname, '../../../..')
const callsPerSecond = 50

let database: TestDatabase
let balancer: Balancer
beforeAll(async () => {
  balancer = await startBalancer()
})
afterAll(() => balancer.close())

/** A checkout of one version, and how to start its processes. */
interface Version {
  root: string
  env: Record<string, string>
}

const script = ({ root }: Version, name: string) => join(root, 'packages/server/src/bin', name)

async function runScript(version: Version, name: string, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [script(version, name), ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...version.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  if (child.exitCode !== 0) throw new Error(`${name} ${args.join(' ')} failed: ${err}${out}`)
  return out
}

interface Running {
  child: ChildProcess
  url: string
}

async function startApi(version: Version): Promise<Running> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = startNode(script(version, 'api.ts'), [], { ...version.env, INLET_PORT: String(port) })
  await waitUntilReady(child, async () => (await fetch(`${url}/readyz`)).ok)
  return { child, url }
}

async function startWorker(version: Version): Promise<Running> {
  const child = startNode(script(version, 'worker.ts'), [], { ...version.env, INLET_LOG_LEVEL: 'info' })
  let said = ''
  child.stdout?.on('data', (chunk) => {
    if (said.length < 100_000) said += String(chunk)
  })
  await waitUntilReady(child, async () => said.includes('worker is ready'))
  return { child, url: '' }
}

async function waitUntilReady(child: ChildProcess, isReady: () => Promise<boolean>): Promise<void> {
  try {
    await waitFor(isReady, 60_000)
  } catch (error) {
    await stopProcess(child, 'SIGKILL')
    throw error
  }
}

interface Fleet {
  apis: Running[]
  workers: Running[]
}

/** One after the other: the new process is ready before the old one is stopped, and it must exit cleanly. */
async function replaceAll(fleet: Fleet, version: Version): Promise<void> {
  for (let place = 0; place < fleet.workers.length; place += 1) {
    const old = fleet.workers[place]
    fleet.workers[place] = await startWorker(version)
    await leave(old)
  }
  for (let place = 0; place < fleet.apis.length; place += 1) {
    const old = fleet.apis[place]
    fleet.apis[place] = await startApi(version)
    balancer.targets = fleet.apis.map(({ url }) => url)
    await leave(old)
  }
}

async function leave(old: Running | undefined): Promise<void> {
  if (!old) return
  const exited = once(old.child, 'exit')
  old.child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
}

interface Caller {
  token: string
  project: number
}

/** Five keys, because each allows at most a thousand calls per minute. */
async function makeCallers(version: Version): Promise<Caller[]> {
  const [{ id }] = [
    JSON.parse(await runScript(version, 'admin.ts', 'team', 'create', 'Team', '--json')) as { id: number },
  ]
  const email = 'rolling@example.org'
  await runScript(
    version,
    'admin.ts',
    'user',
    'create',
    email,
    '--team',
    String(id),
    '--role',
    'admin',
    '--json',
  )
  const callers: Caller[] = []
  for (let key = 0; key < 5; key += 1) {
    const made = await runScript(
      version,
      'admin.ts',
      'key',
      'create',
      '--user',
      email,
      '--limit',
      '1000',
      '--json',
    )
    const { client_id, client_secret } = JSON.parse(made) as { client_id: string; client_secret: string }
    const token = await fetchToken(balancer.url, { client_id, client_secret })
    callers.push({ token, project: await makeProject(balancer.url, token) })
  }
  return callers
}

interface Load {
  calls: number
  failures: string[]
  keys: string[]
  stop(): Promise<void>
}

/** Calls at a constant rate, however long responses take. Every four seconds a file is imported. */
function startLoad(callers: readonly Caller[]): Load {
  const under = new Set<Promise<void>>()
  let isOn = true
  const load: Load = {
    calls: 0,
    failures: [],
    keys: [],
    async stop() {
      isOn = false
      await ended
      await Promise.all(under)
    },
  }
  const watch = (name: string, work: Promise<number>, wanted: readonly number[]) => {
    load.calls += 1
    const watched = work.then(
      (status) => {
        if (!wanted.includes(status)) load.failures.push(`${name} answered ${status}`)
      },
      (error: Error) => void load.failures.push(`${name}: ${error.message} ${String(error.cause)}`),
    )
    under.add(watched)
    void watched.then(() => under.delete(watched))
  }
  const get = async ({ token }: Caller, path: string) => {
    const answer = await callApi(balancer.url, token, path)
    await answer.arrayBuffer()
    return answer.status
  }
  const importOne = async ({ token, project }: Caller, number: number) => {
    const one = await beginImport(balancer.url, token, project, 'insights', `note-${number}.txt`)
    if (one.key === '') return 0
    expect(await uploadTo(one, `Note ${number}`)).toBe(204)
    const status = await completeImport(balancer.url, token, one)
    load.keys.push(one.key)
    return status
  }
  const ended = (async () => {
    const began = performance.now()
    for (let number = 0; isOn; number += 1) {
      const caller = callers[number % callers.length]
      if (!caller) return
      if (number % (4 * callsPerSecond) === 0) watch('import', importOne(caller, number), [202])
      else if (number % 3 === 0) watch('create', createProject(caller, number), [200, 201])
      else
        watch(
          'list',
          get(caller, number % 2 === 0 ? '/projects' : `/insights?project_id=${caller.project}`),
          [200],
        )
      await sleep(Math.max(0, began + (number + 1) * (1000 / callsPerSecond) - performance.now()))
    }
  })()
  return load
}

async function createProject({ token }: Caller, number: number): Promise<number> {
  const answer = await callApi(balancer.url, token, '/projects/create', { name: `Project ${number}` })
  await answer.arrayBuffer()
  return answer.status
}

/** Everything that was accepted is completed, by exactly one run of one job each. */
async function expectAllOnce(keys: readonly string[]): Promise<void> {
  await withClient(async (client) => {
    const count = async (query: string, ...values: unknown[]) =>
      Number(((await client.query(query, values)).rows[0] as { n: string }).n)
    await waitFor(
      async () =>
        (await count(
          `select count(*) as n from insight where phase = 'completed' and key::text = any ($1)`,
          keys,
        )) === keys.length,
      180_000,
      500,
    )
    expect(
      await count('select count(distinct extraction_id) as n from insight where key::text = any ($1)', keys),
    ).toBe(keys.length)
    expect(await count('select count(*) as n from extraction')).toBe(keys.length)
    const ofJobs = `from job.job where name = 'process-insight'`
    expect(await count(`select count(*) as n ${ofJobs}`)).toBe(keys.length)
    expect(await count(`select count(*) as n ${ofJobs} and retry_count > 0`), 'jobs that ran twice').toBe(0)
  })
}

async function withClient(use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

const versionOf = (root: string): Version => ({
  root,
  env: testEnv(database.url, { INLET_STORAGE_PROBE: 'off', INLET_WORKER_SLOTS: '2' }),
})

/**
 * What the next migration might do to any table while this version still runs; like the migration runner, it yields
 * to requests.
 */
async function addColumns(): Promise<void> {
  await withClient(async (client) => {
    await client.query(`set lock_timeout = '${lockTimeoutMs}ms'`)
    await waitFor(() => addedUnlessLocked(client), 60_000, 200)
  })
}

async function addedUnlessLocked(client: pg.Client): Promise<boolean> {
  try {
    await client.query(addColumnToEveryTable)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return false
    throw error
  }
}

const addColumnToEveryTable = `
      do $$
      declare one text;
      begin
        for one in select oid::regclass::text from pg_class
          where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        loop
          execute format('alter table %s add column of_the_next_release text', one);
        end loop;
      end $$`

async function proveReplacing(from: Version, to: Version, times: number): Promise<void> {
  await runScript(from, 'migrate.ts')
  const fleet: Fleet = { apis: [], workers: [] }
  try {
    for (let place = 0; place < 2; place += 1) {
      fleet.apis.push(await startApi(from))
      fleet.workers.push(await startWorker(from))
    }
    balancer.targets = fleet.apis.map(({ url }) => url)
    const load = startLoad(await makeCallers(from))
    await sleep(2_000)
    await runScript(to, 'migrate.ts')
    await addColumns()
    for (let time = 0; time < times; time += 1) await replaceAll(fleet, to)
    await sleep(2_000)
    await load.stop()
    process.stdout.write(
      `rolling replaced=${4 * times} calls=${load.calls} failed=${load.failures.length} imports=${load.keys.length}\n`,
    )
    expect(load.failures).toEqual([])
    await expectAllOnce(load.keys)
  } finally {
    await Promise.all([...fleet.apis, ...fleet.workers].map(({ child }) => stopProcess(child, 'SIGKILL')))
  }
}

/**
 * The newest commit with fewer migrations, all of them unchanged since: unreleased migrations may have been edited.
 * Undefined when the history is not available.
 */
function commitBefore(): string | undefined {
  const git = (...args: string[]) => execFileSync('git', ['-C', here, ...args], { encoding: 'utf8' }).trim()
  const folder = 'packages/server/migrations/'
  const migrationsOf = (commit: string) => git('ls-tree', commit, folder).split('\n')
  try {
    const today = new Set(migrationsOf('HEAD'))
    const changes = git('log', '--first-parent', '--format=%H', '--', folder).split('\n')
    for (const change of changes) {
      const commit = git('rev-parse', '--verify', '--quiet', `${change}^`)
      const then = migrationsOf(commit)
      if (then.length < today.size && then.every((migration) => today.has(migration))) return commit
    }
    return undefined
  } catch {
    return undefined
  }
}

describe('two apis and two workers, replaced one by one under load', () => {
  beforeAll(async () => {
    database = await createEmptyDatabase()
    return () => database.drop()
  })

  it('answer every call and run every job exactly once', async () => {
    const version = versionOf(here)
    await proveReplacing(version, version, rounds(1, 5))
  }, 900_000)
})

const before = isFull ? commitBefore() : undefined

describe.runIf(before)('the version before the newest migrations', () => {
  let root: string
  beforeAll(async () => {
    database = await createEmptyDatabase()
    mkdirSync(join(here, '.data'), { recursive: true })
    // On the same disk, so that hard links work; readable by everyone, for the sandbox.
    root = mkdtempSync(join(here, '.data', 'before-'))
    chmodSync(root, 0o755)
    execFileSync('git', ['-C', here, 'archive', '--output', join(root, 'tree.tar'), before ?? ''])
    execFileSync('tar', ['-xf', 'tree.tar'], { cwd: root })
    linkModules(root)
    return async () => {
      await database.drop()
      rmSync(root, { recursive: true, force: true })
    }
  })

  it('is migrated and replaced under load without a failed call or a lost job', async () => {
    await proveReplacing(versionOf(root), versionOf(here), 1)
  }, 900_000)
})

/**
 * The packages of the workspace must be its own; everything else is shared by hard links, which the sandbox can
 * follow.
 */
function linkModules(root: string): void {
  const modules = join(here, 'node_modules')
  const own = join(root, 'node_modules')
  mkdirSync(join(own, '@inlet'), { recursive: true })
  const others = readdirSync(modules).filter((name) => name !== '@inlet')
  execFileSync('cp', ['-al', ...others.map((name) => join(modules, name)), own])
  for (const name of readdirSync(join(root, 'packages')))
    if (existsSync(join(root, 'packages', name, 'package.json')))
      symlinkSync(join(root, 'packages', name), join(own, '@inlet', name))
}
