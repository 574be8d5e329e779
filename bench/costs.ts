/**
 * What one import of each kind costs a deployment: CPU time of worker (with its converters), api and database, WAL
 * bytes, rows, and objects in the store. The usage of idle processes is subtracted.
 */
import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '@inlet/server/src/app/deps.ts'
import {
  beginImport,
  completeImport,
  makeProject,
  uploadTo,
  waitForFinal,
} from '@inlet/server/test/harness/imports.ts'
import { waitFor } from '@inlet/server/test/harness/processes.ts'
import { hasSpeechSamples } from '@inlet/server/test/harness/recordings.ts'
import { makePart } from '@inlet/server/test/harness/survey-parts.ts'
import { enqueueImport, makeSurvey, makeSurveyOwner, readSurvey } from '@inlet/server/test/harness/surveys.ts'
import { pickPort } from '../scripts/services/ports.ts'
import { endProcess, startBin, startSystem } from '../scripts/system.ts'
import { parentOf, processCpuMs, serverCpuMs } from './lib/cpu.ts'
import { makeTokens, openBenchDeps } from './lib/fixtures.ts'
import { type ImportSample, makeImportSamples } from './lib/import-samples.ts'
import { median } from './lib/probe.ts'

const rowsAPart = 20_000
const idleSeconds = 15
const timeoutMs = 1_800_000

interface Reading {
  at: number
  workerMs: number
  apiMs: number
  databaseMs: number
  walBytes: number
  rows: number
  databaseBytes: number
}

interface Bench {
  deps: Deps
  pids: { worker: number; api: number; database: number }
  url: string
  token: string
  projectId: number
}

async function read({ deps, pids }: Bench): Promise<Reading> {
  // Backends report their row counts at the end of a transaction, but at most once a second.
  await sleep(1500)
  const { rows } = await deps.database.pool.query<{ wal: number; rows: number; bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal,
       (select sum(n_tup_ins)::float8 from pg_stat_user_tables where schemaname = 'public' or relname like 'job%') as rows,
       pg_database_size(current_database())::float8 as bytes`,
  )
  return {
    at: performance.now(),
    workerMs: processCpuMs(pids.worker),
    apiMs: processCpuMs(pids.api),
    databaseMs: serverCpuMs(pids.database),
    walBytes: rows[0]?.wal ?? 0,
    rows: rows[0]?.rows ?? 0,
    databaseBytes: rows[0]?.bytes ?? 0,
  }
}

type Cost = Record<keyof Reading, number>

function between(before: Reading, after: Reading): Cost {
  const names = Object.keys(before) as (keyof Reading)[]
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as Cost
}

/** Subtracts what idle processes would have used in the same time. */
function withoutIdle(cost: Cost, idle: Cost): Cost {
  const names = Object.keys(cost) as (keyof Reading)[]
  return Object.fromEntries(
    names.map((name) => [name, name === 'at' ? cost.at : cost[name] - (idle[name] * cost.at) / idle.at]),
  ) as Cost
}

async function untilIdle({ database }: Deps): Promise<void> {
  const live = `select count(*) as n from job.job where state < 'completed' and name not in ('sweep-records', 'nightly-cleanup', 'dead-letter')
    and name not like '\\_\\_%'`
  await waitFor(async () => (await database.pool.query<{ n: number }>(live)).rows[0]?.n === 0, timeoutMs, 500)
}

async function costOf(bench: Bench, work: () => Promise<void>): Promise<Cost> {
  await untilIdle(bench.deps)
  const before = await read(bench)
  await work()
  await untilIdle(bench.deps)
  return between(before, await read(bench))
}

async function importFile(bench: Bench, { path }: ImportSample): Promise<string> {
  const { url, token, projectId, deps } = bench
  const one = await beginImport(url, token, projectId, 'files', basename(path))
  await uploadTo(one, await openAsBlob(path))
  await completeImport(url, token, one)
  const [outcome] = await waitForFinal(deps.db, [one], timeoutMs)
  if (outcome?.state !== 'completed') throw new Error(`${path} ended as ${outcome?.state}.`)
  return one.key
}

/** The stored bytes of the import, by kind of object. */
async function storedBytes({ deps }: Bench, fileKey: string): Promise<Record<string, number>> {
  const { rows } = await deps.database.pool.query<Record<string, string | null>>(
    `select f.object_key as original, x.viewer_key as viewer, x.thumbnail_key as thumbnail, r.rendition_key as rendition,
       r.poster_key as poster, r.speech_key as speech
     from file f left join extraction x on x.id = f.extraction_id left join recording r on r.id = f.recording_id
     where f.key = $1`,
    [fileKey],
  )
  const found: Record<string, number> = {}
  for (const [name, key] of Object.entries(rows[0] ?? {}))
    if (key !== null) found[name] = (await deps.store.head(key))?.bytes ?? 0
  return found
}

function print(name: string, costs: readonly Cost[], stored: Record<string, number>): void {
  const middle = (pick: keyof Cost) => median(costs.map((cost) => cost[pick]))
  const seconds = (pick: keyof Cost) => (middle(pick) / 1000).toFixed(2)
  const kilobytes = (bytes: number) => Math.round(bytes / 1000)
  const objects = Object.entries(stored).map(([kind, bytes]) => `${kind}_kb=${kilobytes(bytes)}`)
  console.log(
    `cost ${JSON.stringify(name)} n=${costs.length} wall_s=${seconds('at')} worker_cpu_s=${seconds('workerMs')} api_cpu_s=${seconds('apiMs')} database_cpu_s=${seconds('databaseMs')} wal_kb=${kilobytes(middle('walBytes'))} rows=${Math.round(middle('rows'))} database_kb=${kilobytes(middle('databaseBytes'))} ${objects.join(' ')}`,
  )
}

async function importSurvey(bench: Bench, owner: Awaited<ReturnType<typeof makeSurveyOwner>>): Promise<void> {
  const { deps } = bench
  const columnMapping = { Name: 'Name', 'What should we change?': 'Open-ended' } as const
  const surveyId = await makeSurvey(deps, { owner, parts: [makePart(1, rowsAPart)], columnMapping })
  await enqueueImport(deps, surveyId, owner.teamId)
  await waitFor(async () => (await readSurvey(deps, surveyId)).status === 'COMPLETED', timeoutMs, 500)
}

export async function run(): Promise<void> {
  if (!hasSpeechSamples) throw new Error('This measurement needs clips of real speech.')
  const dir = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  const port = await pickPort([])
  const url = `http://127.0.0.1:${port}`
  const system = await startSystem({
    apis: 0,
    workers: 1,
    env: { INLET_WORKER_SLOTS: '1', INLET_PUBLIC_URL: url },
  })
  const api = startBin('api', { ...system.env, INLET_PORT: String(port) })
  const deps = await openBenchDeps(system.env)
  try {
    await deps.queue.start()
    const samples = await makeImportSamples(dir)
    await waitFor(async () => (await fetch(`${url}/readyz`)).ok)
    const [token = ''] = (await makeTokens(deps, 1, 1000, 0)).tokens
    const { rows } = await deps.database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const bench: Bench = {
      deps,
      url,
      token,
      projectId: await makeProject(url, token),
      pids: { worker: system.workers[0]?.pid ?? 0, api: api.pid ?? 0, database: parentOf(rows[0]?.pid ?? 0) },
    }
    await importFile(bench, samples[0] as ImportSample)
    const idle = await costOf(bench, () => sleep(idleSeconds * 1000))
    const share = (ms: number) => ((100 * ms) / idle.at).toFixed(1)
    console.log(
      `idle cores=${cpus().length} worker_percent=${share(idle.workerMs)} api_percent=${share(idle.apiMs)} database_percent=${share(idle.databaseMs)} wal_kb_a_minute=${Math.round((idle.walBytes / idle.at) * 60)}`,
    )
    for (const sample of samples) {
      const costs: Cost[] = []
      let key = ''
      // Recordings take minutes and differ little; documents are quick.
      const rounds = /audio|video/.test(sample.name) ? 1 : 5
      for (let i = 0; i < rounds; i += 1) {
        const cost = await costOf(bench, async () => {
          key = await importFile(bench, sample)
        })
        costs.push(withoutIdle(cost, idle))
      }
      print(sample.name, costs, await storedBytes(bench, key))
    }
    const owner = await makeSurveyOwner(deps)
    const costs: Cost[] = []
    for (let i = 0; i < 3; i += 1)
      costs.push(withoutIdle(await costOf(bench, () => importSurvey(bench, owner)), idle))
    print('survey part, 20,000 rows', costs, { original: makePart(1, rowsAPart).length })
  } finally {
    await deps.close()
    await endProcess(api)
    await system.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
