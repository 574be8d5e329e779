/**
 * Tests alerts with Prometheus itself. promtool checks the rules and their unit tests; a full run also injects each
 * fault into a running system, and its alert has to fire and to resolve.
 */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programPath } from '../../../../scripts/programs/program-path.ts'
import { farCellWorkbook } from '../../../processors/test/fixtures/hostile.ts'
import { startTestApp, type TestApp } from '../../test/harness/app.ts'
import { freePort, testEnv } from '../../test/harness/config.ts'
import { isFull } from '../../test/harness/full.ts'
import { beginImport, callApi, completeImport, makeProject, uploadTo } from '../../test/harness/imports.ts'
import { makeCaller } from '../../test/harness/people.ts'
import { startNode, startWorkerProcess, stopProcess, waitFor } from '../../test/harness/processes.ts'
import { startTcpProxy, type TcpProxy } from '../../test/harness/tcp-proxy.ts'

const run = promisify(execFile)
const rulesDir = join(import.meta.dirname, '../../../../deploy/prometheus')
const isThere = (program: string) => spawnSync(program, ['--version']).status === 0

describe.skipIf(!isThere('promtool'))('promtool', () => {
  it('accepts the rules, and each alert fires and resolves in its unit test', async () => {
    await run('promtool', ['check', 'config', join(rulesDir, 'prometheus.yaml')])
    const { stdout } = await run('promtool', ['test', 'rules', join(rulesDir, 'alerts.test.yaml')])
    expect(stdout).toContain('SUCCESS')
  })
})

const isRunnable = isFull && isThere('prometheus')
if (isRunnable) {
  beforeAll(startSystem, 300_000)
  afterAll(stopSystem, 120_000)
}

const workDir = join(tmpdir(), `inlet-alerts-${process.pid}`)
let app: TestApp
let token: string
let projectId: number
let proxy: TcpProxy
let prometheus: ReturnType<typeof spawn>
let prometheusUrl: string
let apiPort: number
let workerPort: number
let api: ReturnType<typeof startNode>
let worker: ReturnType<typeof startWorkerProcess>

const apiUrl = () => `http://127.0.0.1:${apiPort}`
const startApi = async () => {
  const env = testEnv(app.databaseUrl, {
    INLET_PORT: String(apiPort),
    INLET_STORAGE_PROBE: 'off',
    S3_ENDPOINT: proxy.url,
  })
  api = startNode(programPath('api'), [], env)
  await waitFor(async () => (await fetch(`${apiUrl()}/healthz`)).ok, 120_000)
}
const startWorker = async () => {
  worker = startWorkerProcess(app.databaseUrl, {
    INLET_WORKER_PORT: String(workerPort),
    INLET_WORK_DIR: workDir,
  })
  await waitFor(async () => (await fetch(`http://127.0.0.1:${workerPort}/healthz`)).ok, 120_000)
}

async function startSystem(): Promise<void> {
  mkdirSync(workDir, { recursive: true, mode: 0o711 })
  app = await startTestApp()
  token = (await makeCaller(app)).token
  projectId = await makeProject(app.url, token)
  proxy = await startTcpProxy(process.env['S3_ENDPOINT'] ?? '')
  apiPort = await freePort()
  workerPort = await freePort()
  await startApi()
  await startWorker()
  await startPrometheus()
}
async function stopSystem(): Promise<void> {
  prometheus.kill()
  await stopProcess(api)
  await stopProcess(worker)
  await proxy.close()
  await app.close()
}

/** The same rules on the time scale of a test: minutes become seconds, and one killed converter is enough. */
async function startPrometheus(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'inlet-prometheus-'))
  const rules = readFileSync(join(rulesDir, 'alerts.yaml'), 'utf8')
    .replaceAll(/for: \d+[mh]/g, 'for: 2s')
    .replaceAll(/\[\d+m\]/g, '[15s]')
    .replace('[15s])) > 5', '[15s])) > 0')
  await writeFile(join(dir, 'alerts.yaml'), rules)
  const target = (name: string, port: number) =>
    `  - { job_name: ${name}, static_configs: [{ targets: ['127.0.0.1:${port}'] }] }\n`
  await writeFile(
    join(dir, 'prometheus.yaml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: [alerts.yaml]\nscrape_configs:\n${target('inlet-api', apiPort)}${target('inlet-worker', workerPort)}`,
  )
  const port = await freePort()
  prometheusUrl = `http://127.0.0.1:${port}`
  const flags = [
    `--config.file=${join(dir, 'prometheus.yaml')}`,
    `--storage.tsdb.path=${join(dir, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]
  prometheus = spawn('prometheus', flags, { stdio: 'ignore' })
  // An increase is only visible after earlier samples.
  const seen = encodeURIComponent('min(count_over_time(up[20s])) >= 5')
  await waitFor(async () => {
    const answer = await fetch(`${prometheusUrl}/api/v1/query?query=${seen}`)
    return ((await answer.json()) as { data: { result: unknown[] } }).data.result.length > 0
  }, 60_000)
}

async function isFiring(alert: string): Promise<boolean> {
  const answer = await fetch(`${prometheusUrl}/api/v1/alerts`)
  const { data } = (await answer.json()) as {
    data: { alerts: { state: string; labels: Record<string, string> }[] }
  }
  return data.alerts.some(({ state, labels }) => state === 'firing' && labels['alertname'] === alert)
}

/** `during` is repeated while waiting for the alert. */
async function firesAndEnds(alert: string, fault: Fault): Promise<void> {
  const until = (wanted: boolean) =>
    waitFor(
      async () => {
        await fault.during?.()
        return (await isFiring(alert)) === wanted
      },
      180_000,
      300,
    )
  await until(false)
  await fault.make()
  await until(true)
  await fault.undo()
  await until(false)
}

interface Fault {
  make: () => Promise<unknown>
  undo: () => Promise<unknown>
  during?: () => Promise<unknown>
}

const list = () => callApi(apiUrl(), token, '/projects').then((answer) => answer.arrayBuffer())
const query = (text: string) => sql.raw(text).execute(app.deps.db)
const timeout = 420_000

describe.runIf(isRunnable)('alerts of a running system', () => {
  it('InletApiDown', { timeout }, () =>
    firesAndEnds('InletApiDown', { make: () => stopProcess(api), undo: startApi }),
  )

  it('InletErrorRate', { timeout }, () =>
    firesAndEnds('InletErrorRate', {
      make: () => query('alter table project rename to project_away'),
      undo: () => query('alter table project_away rename to project'),
      during: list,
    }),
  )

  it('InletSlowAnswers', { timeout }, async () => {
    let isSlow = false
    await firesAndEnds('InletSlowAnswers', {
      make: async () => {
        isSlow = true
      },
      undo: async () => {
        isSlow = false
      },
      during: async () => {
        if (!isSlow) return list()
        const locking = app.deps.db.transaction().execute(async (tx) => {
          await sql`lock table project in access exclusive mode`.execute(tx)
          await sql`select pg_sleep(2)`.execute(tx)
        })
        await Promise.all([locking, list(), list()])
        return undefined
      },
    })
  })

  it('InletStorageErrors', { timeout }, async () => {
    const one = await beginImport(app.url, token, projectId, 'files', 'a.txt')
    await firesAndEnds('InletStorageErrors', {
      make: () => proxy.shut(),
      undo: () => proxy.open(),
      during: () => completeImport(apiUrl(), token, one),
    })
  })

  it('InletDeadLetters', { timeout }, () =>
    firesAndEnds('InletDeadLetters', {
      make: () => query(`insert into job.job (name, state) values ('dead-letter', 'created')`),
      undo: () => query(`delete from job.job where name = 'dead-letter'`),
    }),
  )
})

describe.runIf(isRunnable)('alerts of workers and their machines', () => {
  it('InletMachineFaults', { timeout }, async () => {
    let isKilling = false
    await firesAndEnds('InletMachineFaults', {
      make: async () => {
        isKilling = true
        const one = await beginImport(app.url, token, projectId, 'insights', 'a.txt')
        await uploadTo(one, 'text '.repeat(10_000))
        await completeImport(app.url, token, one)
      },
      undo: async () => {
        isKilling = false
      },
      during: async () => {
        if (isKilling) killConverters(worker.pid ?? 0)
      },
    })
  })

  it('InletSandboxKills', { timeout }, () =>
    firesAndEnds('InletSandboxKills', {
      make: async () => {
        const one = await beginImport(app.url, token, projectId, 'files', 'endless.xlsx')
        await uploadTo(one, new Blob([new Uint8Array(farCellWorkbook())]))
        await completeImport(app.url, token, one)
      },
      undo: async () => {},
    }),
  )

  it('InletDiskNearlyFull and InletWorkerPaused', { timeout }, async () => {
    const mount = () => run('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=711', 'tmpfs', workDir])
    const unmount = () => run('umount', [workDir])
    await firesAndEnds('InletDiskNearlyFull', { make: mount, undo: unmount })
    await firesAndEnds('InletWorkerPaused', { make: mount, undo: unmount })
  })

  it('InletDatabaseConnections', { timeout }, async () => {
    const clients: pg.Client[] = []
    const { rows } = await sql<{ n: number }>`
      select current_setting('max_connections')::int as n`.execute(app.deps.db)
    await firesAndEnds('InletDatabaseConnections', {
      make: async () => {
        for (let i = 0; i < 0.88 * (rows[0]?.n ?? 0); i += 1) {
          const client = new pg.Client({ connectionString: app.databaseUrl })
          client.on('error', () => {})
          await client.connect()
          clients.push(client)
        }
      },
      undo: () => Promise.all(clients.map((client) => client.end())),
    })
  })

  it('InletWorkerGone, InletQueueAge and InletRemovalOverdue', { timeout }, async () => {
    await stopProcess(worker)
    await query(
      `insert into job.job (name, data, start_after, policy) values ('index-notes', '{"v":1,"surveyId":1}', now() - interval '1 hour', 'exclusive')`,
    )
    await query(`insert into object_trash values ('accepted/overdue', now() - interval '2 hours')`)
    const alerts = ['InletWorkerGone', 'InletQueueAge', 'InletRemovalOverdue']
    for (const alert of alerts) await waitFor(() => isFiring(alert), 120_000, 300)
    await startWorker()
    await query(`insert into job.job (name, data, policy) values ('sweep-records', '{}', 'exclusive')`)
    for (const alert of alerts) await waitFor(async () => !(await isFiring(alert)), 120_000, 300)
  })
})

/** Kills only processes that the worker has started. */
function killConverters(workerPid: number): void {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      parents.set(Number(name), Number(fields[1]))
    } catch {
      // It has already ended.
    }
  }
  const depthOf = (pid: number): number => {
    let depth = 0
    for (let at = pid; at > 1; at = parents.get(at) ?? 0) {
      if (at === workerPid) return depth
      depth += 1
    }
    return -1
  }
  for (const pid of parents.keys()) {
    // The first level is the wrapper; the converter runs below it.
    if (depthOf(pid) >= 3) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has already ended.
      }
    }
  }
}
