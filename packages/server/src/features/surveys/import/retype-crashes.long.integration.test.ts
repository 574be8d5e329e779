/** Kills workers while a column is retyped: the result equals a first import with the new type. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ColumnType } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { rounds } from '../../../../test/harness/full.ts'
import { startWorkerProcess, stopProcess, waitFor } from '../../../../test/harness/processes.ts'
import { digestSurvey } from '../../../../test/harness/survey-content.ts'
import { makePart, surveyHeader } from '../../../../test/harness/survey-parts.ts'
import {
  importNow,
  makeSurvey,
  makeSurveyOwner,
  readSurvey,
  type SurveyOwner,
  startRetype,
} from '../../../../test/harness/surveys.ts'
import { countActiveSince, expireLeases, skipRetryDelays } from '../../../../test/harness/worker-recovery.ts'
import { importSurvey } from './import-survey.job.ts'

const partCount = 30
const rowsAPart = 120
const kills = rounds(3, 50)
/** Sequential changes that affect people, notes, options and times. */
const walk: ColumnType[] = ['Email', 'Open-ended', 'Multi choice', 'Timestamp', 'Name', 'Single choice']
const column = 'Session'
const position = surveyHeader.indexOf(column)

let app: TestApp
let owner: SurveyOwner
let worker: ChildProcess | undefined
beforeAll(async () => {
  app = await startTestApp()
  owner = await makeSurveyOwner(app.deps)
})
afterAll(async () => {
  await killWorker()
  await app.close()
})

async function killWorker(): Promise<void> {
  if (worker) await stopProcess(worker, 'SIGKILL')
  worker = undefined
  await expireLeases(app.deps.db)
}

const parts = Array.from({ length: partCount }, (_, i) => makePart(i + 1, rowsAPart))

async function importAs(type: ColumnType): Promise<number> {
  const columnMapping = { Name: 'Name', [column]: type } as const
  const id = await makeSurvey(app.deps, { owner, parts, columnMapping })
  expect((await importNow(app.deps, id)).status).toBe('COMPLETED')
  return id
}

const isDone = async (id: number) => (await readSurvey(app.deps, id)).status === 'COMPLETED'

/** Kills a worker at a random time during processing. */
async function killOne(): Promise<void> {
  const since = new Date()
  worker = startWorkerProcess(app.databaseUrl)
  await waitFor(async () => {
    await skipRetryDelays(app.deps.db)
    return (await countActiveSince(app.deps.db, importSurvey.name, since)) > 0
  }, 60_000)
  await sleep(Math.random() * 1_500)
  await killWorker()
}

describe('kill -9 of the worker while a column is retyped', () => {
  it('FIX-4 leaves the survey as after a first import with the new type', async () => {
    const fresh = new Map<ColumnType, Record<string, string>>()
    const expectedOf = async (type: ColumnType) => {
      const known = fresh.get(type) ?? (await digestSurvey(app.deps.db, await importAs(type)))
      fresh.set(type, known)
      return known
    }
    const id = await importAs('Do nothing')
    let killed = 0
    let changes = 0
    while (killed < kills || !(await isDone(id))) {
      const type = walk[changes % walk.length] ?? 'Email'
      await startRetype(app.deps, owner, id, { position, type })
      while (killed < kills && !(await isDone(id))) {
        await killOne()
        killed += 1
      }
      worker = startWorkerProcess(app.databaseUrl)
      await waitFor(
        async () => {
          await skipRetryDelays(app.deps.db)
          return isDone(id)
        },
        300_000,
        200,
      )
      await killWorker()
      changes += 1
      expect(await digestSurvey(app.deps.db, id), `read again as ${type}`).toEqual(await expectedOf(type))
      expect((await readSurvey(app.deps, id)).responseCount).toBe(partCount * rowsAPart)
    }
    const { rows } = await sql<{ jobs: number }>`
      select count(*) as jobs from job.job where name = ${importSurvey.name} and state < 'completed'`.execute(
      app.deps.db,
    )
    expect(rows).toEqual([{ jobs: 0 }])
    process.stdout.write(`retype kills=${killed} changes=${changes} rows=${partCount * rowsAPart}\n`)
  }, 3_600_000)
})
