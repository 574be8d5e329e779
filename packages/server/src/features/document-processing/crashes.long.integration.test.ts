/** Crashes of workers and outages of the store while documents are converted. */

import type { ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { rounds } from '../../../test/harness/full.ts'
import {
  beginImport,
  completeImport,
  type Import,
  makeProject,
  uploadTo,
  waitForFinal,
} from '../../../test/harness/imports.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import {
  type ApiProcess,
  startApiProcess,
  startWorkerProcess,
  stopProcess,
  waitFor,
} from '../../../test/harness/processes.ts'
import { startTcpProxy, type TcpProxy } from '../../../test/harness/tcp-proxy.ts'

let app: TestApp
let proxy: TcpProxy
let api: ApiProcess
let workRoot: string
let env: Record<string, string>
let workers: ChildProcess[] = []
beforeAll(async () => {
  proxy = await startTcpProxy(process.env['S3_ENDPOINT'] ?? '')
  workRoot = join(await mkdtemp(join(tmpdir(), 'inlet-crash-')), 'work')
  await chmod(dirname(workRoot), 0o711)
  // Clients reach the store directly; only the service connects through the proxy.
  env = {
    S3_ENDPOINT: proxy.url,
    S3_PUBLIC_ENDPOINT: process.env['S3_ENDPOINT'] ?? '',
    INLET_WORK_DIR: workRoot,
  }
  app = await startTestApp()
  api = await startApiProcess(app.databaseUrl, env)
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => stopProcess(worker, 'SIGKILL')))
  await api.stop()
  await proxy.close()
  await app.close()
  await rm(dirname(workRoot), { recursive: true, force: true })
})

const startWorker = () => {
  const worker = startWorkerProcess(app.databaseUrl, env)
  workers.push(worker)
  return worker
}

async function stopWorkers(): Promise<void> {
  await Promise.all(workers.map((worker) => stopProcess(worker)))
  workers = []
}

async function uploadSome(count: number): Promise<{ imports: Import[]; token: string }> {
  const { token } = await makeCaller(app)
  const projectId = await makeProject(api.url, token)
  const imports: Import[] = []
  for (let i = 0; i < count; i += 1) {
    const one = await beginImport(api.url, token, projectId, 'insights', `note-${i}.txt`)
    await uploadTo(one, `Note ${i}\n${'Some words to convert. '.repeat(200)}`)
    imports.push(one)
  }
  return { imports, token }
}

/** An orphaned result means that a document was converted twice. */
async function orphanedResults(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from extraction e
    where not exists (select from insight i where i.extraction_id = e.id)`.execute(app.deps.db)
  return rows[0]?.n ?? 0
}

describe('kill -9 of the worker during conversions', () => {
  it('leaves every document final, with one result each, and no temporary folder behind', async () => {
    const kills = rounds(2, 50)
    const { imports, token } = await uploadSome(kills * 2)
    for (const one of imports) expect(await completeImport(api.url, token, one)).toBe(202)
    for (let i = 0; i < kills; i += 1) {
      const since = new Date()
      const worker = startWorker()
      await waitForWork(since)
      await sleep(Math.random() * 700)
      await stopProcess(worker, 'SIGKILL')
    }
    startWorker()
    const outcomes = await waitForFinal(app.deps.db, imports, 900_000)
    expect(outcomes.map((outcome) => outcome.state)).toEqual(imports.map(() => 'completed'))
    expect(new Set(outcomes.map((outcome) => outcome.extraction_id)).size).toBe(imports.length)
    expect(await orphanedResults()).toBe(0)
    // A folder is deleted after its results are committed.
    await waitFor(async () => readdirSync(workRoot).length === 0)
    await stopWorkers()
    process.stdout.write(`worker kills=${kills} documents=${imports.length} completed=${outcomes.length}\n`)
  }, 1_200_000)
})

/** A job started after `since` is run by this worker, not by the one killed before. */
async function waitForWork(since: Date): Promise<void> {
  await waitFor(async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from job.job
      where name = 'process-insight' and state = 'active' and started_on > ${since}`.execute(app.deps.db)
    return (rows[0]?.n ?? 0) > 0
  })
}

describe('a store that cannot be reached', () => {
  it('makes complete answer 503, fails no document, and all finish afterwards', async () => {
    const { imports, token } = await uploadSome(6)
    const before = imports.slice(0, 3)
    const during = imports.slice(3)
    for (const one of before) expect(await completeImport(api.url, token, one)).toBe(202)
    await proxy.shut()
    startWorker()
    const outageMs = rounds(8, 60) * 1000
    const until = Date.now() + outageMs
    const statuses: number[] = []
    while (Date.now() < until) {
      for (const one of during) statuses.push(await completeImport(api.url, token, one))
      await sleep(500)
    }
    expect(new Set(statuses)).toEqual(new Set([503]))
    await proxy.open()
    for (const one of during) expect(await completeImport(api.url, token, one)).toBe(202)
    const outcomes = await waitForFinal(app.deps.db, imports, 300_000)
    expect(outcomes.map((outcome) => outcome.state)).toEqual(imports.map(() => 'completed'))
    await stopWorkers()
    process.stdout.write(
      `store outage_ms=${outageMs} answers=${statuses.length} completed=${outcomes.length}\n`,
    )
  }, 600_000)
})
