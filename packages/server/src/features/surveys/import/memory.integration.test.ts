/** A long import in a real worker: memory use, and constant time per part. */
import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { isFull, rounds } from '../../../../test/harness/full.ts'
import { peakMiB } from '../../../../test/harness/memory.ts'
import { startWorkerProcess, stopProcess, waitFor } from '../../../../test/harness/processes.ts'
import { makePart } from '../../../../test/harness/survey-parts.ts'
import {
  addPart,
  enqueueImport,
  makeSurvey,
  makeSurveyOwner,
  readSurvey,
  setStatus,
} from '../../../../test/harness/surveys.ts'

const parts = rounds(6, 100)
const rowsAPart = rounds(4_000, 20_000)
const mostMiB = 512

let app: TestApp
let worker: ChildProcess | undefined
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  if (worker) await stopProcess(worker, 'SIGKILL')
  await app.close()
})

/** Seconds per part. */
async function partSeconds(surveyId: number): Promise<number[]> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from processed_at - lag(processed_at) over (order by number))::float8 as seconds
    from survey_part where survey_id = ${surveyId} order by number`.execute(app.deps.db)
  return rows.slice(1).map(({ seconds }) => seconds)
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

describe('a survey of many full parts', () => {
  it('is imported within 512 MiB, with the last parts as fast as the first', async () => {
    const owner = await makeSurveyOwner(app.deps)
    const id = await makeSurvey(app.deps, {
      owner,
      parts: [makePart(1, rowsAPart)],
      columnMapping: { Name: 'Name' },
    })
    // One by one, to keep the memory of the test small.
    for (let number = 2; number <= parts; number += 1)
      await addPart(app.deps, id, number, makePart(number, rowsAPart))
    await setStatus(app.deps, id, 'VALIDATING')
    worker = startWorkerProcess(app.databaseUrl)
    await enqueueImport(app.deps, id, owner.teamId)
    await waitFor(async () => (await readSurvey(app.deps, id)).status === 'COMPLETED', 3_000_000, 500)
    expect((await readSurvey(app.deps, id)).responseCount).toBe(parts * rowsAPart)
    const seconds = await partSeconds(id)
    const span = Math.min(10, Math.floor(seconds.length / 2))
    const [first, last] = [mean(seconds.slice(0, span)), mean(seconds.slice(-span))]
    const peak = peakMiB(worker.pid)
    process.stdout.write(
      `surveys parts=${parts} rows_a_part=${rowsAPart} peak_mib=${peak.toFixed(0)} first_parts_s=${first.toFixed(2)} last_parts_s=${last.toFixed(2)}\n`,
    )
    expect(peak).toBeLessThanOrEqual(mostMiB)
    // Allows for load; growth with the number of parts would be many times larger.
    if (isFull) expect(last).toBeLessThan(first * 2)
  }, 3_600_000)
})
