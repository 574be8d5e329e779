/** Kills workers during imports: every row is saved exactly once. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { testEnv } from '../../../../test/harness/config.ts'
import { rounds } from '../../../../test/harness/full.ts'
import { startNode, startWorkerProcess, stopProcess, waitFor } from '../../../../test/harness/processes.ts'
import { arePartsInOrder, digestSurvey } from '../../../../test/harness/survey-content.ts'
import { makePart } from '../../../../test/harness/survey-parts.ts'
import {
  enqueueImport,
  importNow,
  makeSurvey,
  makeSurveyOwner,
  readSurvey,
  type SurveyOwner,
} from '../../../../test/harness/surveys.ts'
import { countActiveSince, expireLeases, skipRetryDelays } from '../../../../test/harness/worker-recovery.ts'
import { importSurvey } from './import-survey.job.ts'

const partCount = 40
const rowsAPart = 120
const workersAtOnce = 2
/** Enough surveys that the next worker always has one. */
const surveysAtOnce = 3

let app: TestApp
let owner: SurveyOwner
let workers: ChildProcess[] = []
beforeAll(async () => {
  app = await startTestApp()
  owner = await makeSurveyOwner(app.deps)
})
afterAll(async () => {
  await killWorkers()
  await app.close()
})

async function killWorkers(): Promise<void> {
  await Promise.all(workers.map((worker) => stopProcess(worker, 'SIGKILL')))
  workers = []
  await expireLeases(app.deps.db)
}

// Different people in each survey; all surveys add participants concurrently.
const parts = Array.from({ length: partCount }, (_, i) => makePart(i + 1, rowsAPart))
const makeOne = () => makeSurvey(app.deps, { owner, parts, columnMapping: { Name: 'Name' } })

async function startOne(): Promise<number> {
  const id = await makeOne()
  await enqueueImport(app.deps, id, owner.teamId)
  return id
}

const isOver = async (id: number) => ['COMPLETED', 'FAILED'].includes((await readSurvey(app.deps, id)).status)

/** Kills workers at random times during imports. Returns the surveys. */
async function importUnderFire(kills: number, startWorker: () => ChildProcess): Promise<number[]> {
  const surveys: number[] = []
  for (let killed = 0; killed < kills; killed += workersAtOnce) {
    const unfinished = await Promise.all(surveys.map(async (id) => !(await isOver(id))))
    for (let i = unfinished.filter(Boolean).length; i < surveysAtOnce; i += 1) surveys.push(await startOne())
    const since = new Date()
    workers = Array.from({ length: workersAtOnce }, startWorker)
    await waitFor(async () => {
      await skipRetryDelays(app.deps.db)
      return (await countActiveSince(app.deps.db, importSurvey.name, since)) > 0
    }, 60_000)
    await sleep(Math.random() * 1_500)
    await killWorkers()
  }
  return surveys
}

/** Describes what is wrong with each survey; empty when all are correct. */
async function findFaults(surveys: readonly number[], expected: Record<string, string>): Promise<string[]> {
  const faults: string[] = []
  for (const id of surveys) {
    const survey = await readSurvey(app.deps, id)
    if (survey.status !== 'COMPLETED') faults.push(`survey ${id} is ${survey.status}`)
    if (survey.responseCount !== partCount * rowsAPart)
      faults.push(`survey ${id} counts ${survey.responseCount}`)
    for (const [table, digest] of Object.entries(await digestSurvey(app.deps.db, id)))
      if (digest !== expected[table])
        faults.push(`survey ${id}: ${table} has ${digest}, not ${expected[table]}`)
    if (!(await arePartsInOrder(app.deps.db, id))) faults.push(`survey ${id} has parts out of order`)
  }
  return faults
}

async function importUndisturbed(): Promise<Record<string, string>> {
  const id = await makeOne()
  expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
  return digestSurvey(app.deps.db, id)
}

describe('kill -9 of the workers during imports', () => {
  it('completes every survey with each row saved once and parts in order', async () => {
    const expected = await importUndisturbed()
    const kills = rounds(6, 200)
    const startWorker = () => startWorkerProcess(app.databaseUrl)
    const surveys = await importUnderFire(kills, startWorker)
    workers = Array.from({ length: workersAtOnce }, startWorker)
    await waitFor(
      async () => {
        await skipRetryDelays(app.deps.db)
        return (await Promise.all(surveys.map(isOver))).every(Boolean)
      },
      600_000,
      200,
    )
    expect(await findFaults(surveys, expected)).toEqual([])
    const { rows } = await sql<{ n: number; panel: number; joined: number }>`
      select (select count(*) from job.job where name = ${importSurvey.name} and state < 'completed') as n,
        (select count(*) from participant where team_id = ${owner.teamId}) as panel,
        (select count(*) from participant_respondent) as joined`.execute(app.deps.db)
    const people = partCount * rowsAPart
    // One participant per address, linked to a respondent of every survey.
    expect(rows[0]).toEqual({ n: 0, panel: people, joined: people * (surveys.length + 1) })
    await killWorkers()
    process.stdout.write(`surveys kills=${kills} imports=${surveys.length} rows_each=${people}\n`)
  }, 3_600_000)

  it('detects rows and progress committed separately (negative control)', async () => {
    const expected = await importUndisturbed()
    const script = fileURLToPath(new URL('../../../../test/harness/naive-import-child.ts', import.meta.url))
    const startWorker = () => startNode(script, [], testEnv(app.databaseUrl))
    let faults: string[] = []
    // One kill may miss the gap between the two transactions, so several are needed.
    for (let i = 0; i < 10 && faults.length === 0; i += 1) {
      const surveys = await importUnderFire(workersAtOnce, startWorker)
      workers = [startWorker()]
      // A part with rows but without its progress mark blocks every later attempt.
      await waitFor(async () => {
        await skipRetryDelays(app.deps.db)
        return (await Promise.all(surveys.map(isOver))).every(Boolean)
      }, 10_000).catch(() => {})
      await killWorkers()
      faults = await findFaults(surveys, expected)
      await sql`delete from job.job where name = ${importSurvey.name}`.execute(app.deps.db)
    }
    expect(faults.length).toBeGreaterThan(0)
    process.stdout.write(`surveys control_faults=${faults.length} first="${faults[0]}"\n`)
  }, 600_000)
})
