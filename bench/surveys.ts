/**
 * Responses per second from objects in the store to committed rows, by a real worker, as a ratio to psql's \copy of
 * the same rows into the same tables with the same indexes, one transaction per part. Then the time of charts and of
 * the first page at 20 thousand, 1 million and 5 million responses.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { waitFor } from '@inlet/server/test/harness/processes.ts'
import { makePart } from '@inlet/server/test/harness/survey-parts.ts'
import {
  enqueueImport,
  makeSurvey,
  makeSurveyOwner,
  readSurvey,
  type SurveyOwner,
} from '@inlet/server/test/harness/surveys.ts'
import { startSystem } from '../scripts/system.ts'
import { parentOf, processCpuMs, serverCpuMs } from './lib/cpu.ts'
import { openBenchDeps } from './lib/fixtures.ts'
import { median } from './lib/probe.ts'
import { addQuestions, chartLine, crossFilterMs, growSurvey } from './lib/survey-charts.ts'
import { type CopyFormat, runPsql, writeBareLoad } from './lib/survey-tables.ts'

const rounds = 4
const parts = 10
const rowsAPart = 20_000
const sides = ['ours', 'text', 'binary'] as const
type Side = (typeof sides)[number]

/** Types that detection would decide differently for synthetic text. */
const columnMapping = { Name: 'Name', 'What should we change?': 'Open-ended' } as const

interface Cost {
  partSeconds: number[]
  clientCpuMs: number
  databaseCpuMs: number
}

interface Bench {
  deps: Deps
  owner: SurveyOwner
  databaseUrl: string
  databasePid: number
  workerPid: number
  dir: string
}

/** No job of an earlier survey may still run during the next measurement. */
async function untilIdle({ database }: Deps): Promise<void> {
  const live = `select count(*) as n from job.job where state < 'completed' and name in ('import-survey', 'index-notes')`
  await waitFor(async () => (await database.pool.query<{ n: number }>(live)).rows[0]?.n === 0, 600_000, 100)
}

async function costOf(bench: Bench, clientPid: number, work: () => Promise<number[]>): Promise<Cost> {
  await untilIdle(bench.deps)
  const before = { client: processCpuMs(clientPid), database: serverCpuMs(bench.databasePid) }
  const partSeconds = await work()
  return {
    partSeconds,
    clientCpuMs: processCpuMs(clientPid) - before.client,
    databaseCpuMs: serverCpuMs(bench.databasePid) - before.database,
  }
}

async function importOurs(
  bench: Bench,
  content: readonly Buffer[],
): Promise<{ surveyId: number; cost: Cost }> {
  const { deps, owner } = bench
  // psql does not create participants either.
  const surveyId = await makeSurvey(deps, { owner, parts: content, columnMapping, addToResearchPanel: false })
  const cost = await costOf(bench, bench.workerPid, async () => {
    await enqueueImport(deps, surveyId, owner.teamId)
    // Polls rarely, because queries cost the database too; the times come from its own clock.
    await waitFor(async () => (await readSurvey(deps, surveyId)).status === 'COMPLETED', 600_000, 500)
    return readPartSeconds(deps, surveyId)
  })
  return { surveyId, cost }
}

/** From the moment a worker claimed the job; the first part includes everything before it. */
async function readPartSeconds({ database }: Deps, surveyId: number): Promise<number[]> {
  const { rows } = await database.pool.query<{ seconds: number }>(
    `select extract(epoch from coalesce(lead(part.processed_at) over (order by part.number), survey.completed_at)
       - case when part.number = 1 then job.started_on else part.processed_at end)::float8 as seconds
     from survey join job.job on job.name = 'import-survey' and job.singleton_key = survey.id::text
       join survey_part part on part.survey_id = survey.id
     where survey.id = $1 order by part.number`,
    [surveyId],
  )
  return rows.map(({ seconds }) => seconds)
}

let lastBareSurvey = 1_000_000

async function importBare(bench: Bench, surveyId: number, format: CopyFormat): Promise<Cost> {
  lastBareSurvey += 1
  const script = await writeBareLoad(bench.deps.database.pool, {
    surveyId,
    asSurveyId: lastBareSurvey,
    parts,
    dir: bench.dir,
    format,
  })
  return costOf(bench, process.pid, () => runPsql(bench.databaseUrl, script))
}

async function compare(bench: Bench): Promise<string> {
  const content = Array.from({ length: parts }, (_, i) => makePart(i + 1, rowsAPart))
  const megabytes = content.reduce((sum, part) => sum + part.length, 0) / 1e6
  await importOurs(bench, content.slice(0, 2))
  console.log(`parts=${parts} rows_a_part=${rowsAPart} csv_mb=${megabytes.toFixed(1)} cores=${cpus().length}`)
  const costs: Record<Side, Cost[]> = { ours: [], text: [], binary: [] }
  // Alternating, so that other load on the machine affects all sides alike.
  for (let i = 0; i < rounds; i += 1) {
    const { surveyId, cost } = await importOurs(bench, content)
    costs.ours.push(cost)
    for (const format of ['text', 'binary'] as const)
      costs[format].push(await importBare(bench, surveyId, format))
    const shown = sides.map((side) => `${side}=${sum(costs[side].at(-1)?.partSeconds ?? []).toFixed(2)}s`)
    console.log(`round ${i + 1}`, shown.join(' '))
  }
  const responses = parts * rowsAPart
  for (const side of sides) {
    const perResponse = (what: 'clientCpuMs' | 'databaseCpuMs') =>
      ((median(costs[side].map((cost) => cost[what])) * 1000) / responses).toFixed(1)
    console.log(
      `${side}: responses_per_s=${Math.round(perSecond(costs[side], 0.25))} median=${Math.round(perSecond(costs[side], 0.5))} client_cpu_us=${perResponse('clientCpuMs')} database_cpu_us=${perResponse('databaseCpuMs')}`,
    )
  }
  const ratio = (side: Side, quantile: number) =>
    (perSecond(costs.ours, quantile) / perSecond(costs[side], quantile)).toFixed(2)
  return `surveys ratio=${ratio('text', 0.25)} ratio_to_binary=${ratio('binary', 0.25)} median_ratio=${ratio('text', 0.5)} median_ratio_to_binary=${ratio('binary', 0.5)}`
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** By the time per part. The fastest quarter shows what is possible without other load on the machine. */
function perSecond(costs: readonly Cost[], quantile: number): number {
  const times = costs.flatMap(({ partSeconds }) => partSeconds).sort((a, b) => a - b)
  return rowsAPart / (times[Math.floor(times.length * quantile)] ?? Number.NaN)
}

async function measureCharts(bench: Bench): Promise<void> {
  const { surveyId } = await importOurs(bench, [makePart(1, rowsAPart)])
  for (const parts of [1, 5, 50, 250]) {
    if (parts > 1) await growSurvey(bench.deps, surveyId, parts)
    await untilIdle(bench.deps)
    if (parts === 5) {
      await addQuestions(bench.deps, surveyId, 100, 30)
      const ms = await crossFilterMs(bench.deps, surveyId, 100, 30)
      console.log(`charts responses=100000 questions=30 cross_filter_ms=${ms.toFixed(1)}`)
    } else console.log(await chartLine(bench.deps, surveyId))
  }
}

export async function run(): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'inlet-bench-'))
  const system = await startSystem({ apis: 0, workers: 1, env: { INLET_WORKER_SLOTS: '2' } })
  const deps = await openBenchDeps(system.env)
  try {
    await deps.queue.start()
    const { rows } = await deps.database.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
    const bench = {
      deps,
      owner: await makeSurveyOwner(deps),
      databaseUrl: system.env['DATABASE_URL'] ?? '',
      databasePid: parentOf(rows[0]?.pid ?? 0),
      workerPid: system.workers[0]?.pid ?? 0,
      dir,
    }
    const ratios = await compare(bench)
    await measureCharts(bench)
    console.log(ratios)
  } finally {
    await deps.close()
    await system.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
