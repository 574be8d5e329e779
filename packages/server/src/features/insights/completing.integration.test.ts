/** Concurrent complete calls, and uploads replaced during complete. */

import type { ChildProcess } from 'node:child_process'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { rounds } from '../../../test/harness/full.ts'
import {
  beginImport,
  completeImport,
  makeProject,
  readOutcome,
  readText,
  uploadTo,
  waitForFinal,
} from '../../../test/harness/imports.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import {
  type ApiProcess,
  startApiProcess,
  startWorkerProcess,
  stopProcess,
} from '../../../test/harness/processes.ts'

let app: TestApp
let apis: ApiProcess[]
let workers: ChildProcess[] = []
let token: string
let projectId: number
beforeAll(async () => {
  // This app provides the database and fixtures; the concurrent calls go to separate processes.
  app = await startTestApp()
  apis = await Promise.all([startApiProcess(app.databaseUrl), startApiProcess(app.databaseUrl)])
})
afterAll(async () => {
  await Promise.all(workers.map((worker) => stopProcess(worker)))
  await Promise.all(apis.map((api) => api.stop()))
  await app.close()
})

const urlOf = (i: number) => apis[i % apis.length]?.url ?? ''

/** Uses a new key from time to time, because a thousand rounds exceed even the highest rate limit. */
async function freshCaller(): Promise<void> {
  token = (await makeCaller(app)).token
  projectId = await makeProject(urlOf(0), token)
}

describe('eight concurrent complete calls', () => {
  it('INS-4 return one 202 and seven 200, and enqueue one job', async () => {
    const total = rounds(16, 500)
    for (let round = 0; round < total; round += 1) {
      if (round % 50 === 0) await freshCaller()
      const one = await beginImport(urlOf(round), token, projectId, 'insights', 'race.txt')
      await uploadTo(one, `round ${round}`)
      const statuses = await Promise.all(
        Array.from({ length: 8 }, (_, i) => completeImport(urlOf(i), token, one)),
      )
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 200, 200, 202])
    }
    const { rows } = await sql<{ jobs: number; keys: number }>`
      select count(*) as jobs, count(distinct singleton_key) as keys from job.job where name = 'process-insight'`.execute(
      app.deps.db,
    )
    expect(rows).toEqual([{ jobs: total, keys: total }])
    // The other callers copied nothing, so there is nothing to delete.
    const { rows: trash } = await sql<{ n: number }>`select count(*) as n from object_trash`.execute(
      app.deps.db,
    )
    expect(trash).toEqual([{ n: 0 }])
    process.stdout.write(`complete races=${total} callers=8 jobs=${rows[0]?.jobs}\n`)
  }, 900_000)
})

describe('an object replaced around complete', () => {
  it('UPL-5 is processed as it was at complete, never mixed and never as a later upload', async () => {
    await sql`delete from job.job`.execute(app.deps.db)
    workers = [startWorkerProcess(app.databaseUrl, { INLET_WORKER_SLOTS: '2' })]
    const total = rounds(8, 1000)
    let laterSwaps = 0
    for (let start = 0; start < total; start += 50) {
      await freshCaller()
      const batch = Math.min(50, total - start)
      const imports = []
      for (let i = 0; i < batch; i += 1) {
        const one = await beginImport(urlOf(i), token, projectId, 'files', 'swap.txt')
        const first = `first-${start + i} ${'a'.repeat(200)}`
        const second = `second-${start + i} ${'b'.repeat(300)}`
        await uploadTo(one, first)
        const completing = completeImport(urlOf(i + 1), token, one)
        const isLater = i % 2 === 0
        if (isLater) await completing
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 40))
        await uploadTo(one, second)
        expect(await completing).toBe(200)
        imports.push({ one, first, second, isLater })
      }
      await waitForFinal(
        app.deps.db,
        imports.map(({ one }) => one),
        600_000,
      )
      for (const { one, first, second, isLater } of imports) {
        const outcome = await readOutcome(app.deps.db, one)
        expect(outcome.state).toBe('completed')
        const text = (await readText(app.deps.db, outcome.extraction_id ?? 0)).trim()
        expect(isLater ? [first] : [first, second]).toContain(text)
        if (isLater) laterSwaps += 1
      }
    }
    process.stdout.write(`swaps=${total} after_complete=${laterSwaps} wrong=0\n`)
  }, 3_600_000)
})
