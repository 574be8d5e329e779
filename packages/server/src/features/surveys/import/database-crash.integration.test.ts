/** A database crash during survey imports. */
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../../../../test/harness/config.ts'
import { rounds } from '../../../../test/harness/full.ts'
import { type OwnPostgres, startOwnPostgres } from '../../../../test/harness/own-postgres.ts'
import { startWorkerProcess, stopProcess, waitFor } from '../../../../test/harness/processes.ts'
import { arePartsInOrder, digestSurvey } from '../../../../test/harness/survey-content.ts'
import { makePart } from '../../../../test/harness/survey-parts.ts'
import {
  enqueueImport,
  importNow,
  makeSurvey,
  makeSurveyOwner,
  readSurvey,
} from '../../../../test/harness/surveys.ts'
import { type Deps, openDeps } from '../../../app/deps.ts'
import { migrateDatabase } from '../../../app/migrate-all.ts'

const log = pino({ level: 'silent' })
const partCount = 40
const rowsAPart = 400

let postgres: OwnPostgres
let deps: Deps
let workers: ChildProcess[] = []
beforeAll(async () => {
  postgres = await startOwnPostgres()
  await migrateDatabase(postgres.url, log)
  deps = await openDeps(testConfig(postgres.url), { name: 'crash-test', role: 'enqueue', log })
}, 120_000)
afterAll(async () => {
  await Promise.all(workers.map((worker) => stopProcess(worker, 'SIGKILL')))
  await deps.close()
  await postgres.stop()
})

describe('pg_ctl restart -m immediate during imports', () => {
  it('loses no row, saves none twice, and workers recover', async () => {
    const crashes = rounds(1, 10)
    const owner = await makeSurveyOwner(deps)
    const parts = Array.from({ length: partCount }, (_, i) => makePart(i + 1, rowsAPart))
    const make = () => makeSurvey(deps, { owner, parts, columnMapping: { Name: 'Name' } })
    const calm = await make()
    expect((await importNow(deps, calm)).status).toBe('COMPLETED')
    const expected = await digestSurvey(deps.db, calm)

    workers = [0, 1].map(() => startWorkerProcess(postgres.url, { INLET_LOG_LEVEL: 'silent' }))
    const surveys: number[] = []
    const responses = async () =>
      (await Promise.all(surveys.map((id) => readSurvey(deps, id)))).reduce(
        (sum, { responseCount }) => sum + responseCount,
        0,
      )
    for (let i = 0; i < crashes; i += 1) {
      while ((await Promise.all(surveys.map((id) => isOver(id)))).filter((over) => !over).length < 2) {
        const id = await make()
        surveys.push(id)
        await enqueueImport(deps, id, owner.teamId)
      }
      // Running again after the previous crash.
      const before = await responses()
      await waitFor(async () => (await responses()) > before, 120_000, 20)
      await sleep(Math.random() * 500)
      await postgres.crash()
    }
    await waitFor(
      async () => (await Promise.all(surveys.map((id) => isOver(id)))).every(Boolean),
      300_000,
      200,
    )
    for (const id of surveys) {
      expect(await digestSurvey(deps.db, id)).toEqual(expected)
      expect(await readSurvey(deps, id)).toMatchObject({
        status: 'COMPLETED',
        responseCount: partCount * rowsAPart,
      })
      expect(await arePartsInOrder(deps.db, id)).toBe(true)
    }
    expect(workers.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null])
    process.stdout.write(`surveys database_crashes=${crashes} imports=${surveys.length}\n`)
  }, 1_800_000)
})

async function isOver(id: number): Promise<boolean> {
  return ['COMPLETED', 'FAILED'].includes((await readSurvey(deps, id)).status)
}
