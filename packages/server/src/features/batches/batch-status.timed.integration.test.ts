/** `wait` on the status of many imports. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchStatus } from '@inlet/contract'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertFileRow, insertInsightRow, insertSurveyRow } from '../../../test/harness/import-rows.ts'
import { callApi, makeProject } from '../../../test/harness/imports.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import type { User } from '../team/team.repo.ts'

let app: TestApp
let token: string
let place: { projectId: number; by: User }
beforeAll(async () => {
  app = await startTestApp()
  const caller = await makeCaller(app)
  token = caller.token
  place = { projectId: await makeProject(app.url, token), by: caller.user }
})
afterAll(() => app.close())

async function insertWorking() {
  const { db } = app.deps
  return [
    { kind: 'insight', key: await insertInsightRow(db, place, 'working') },
    { kind: 'file', key: await insertFileRow(db, place, 'working') },
    { kind: 'survey', key: await insertSurveyRow(db, place, 'working') },
  ]
}

async function timeStatus(items: object[], wait: number, from = { url: app.url, token }) {
  const startedAt = performance.now()
  const answer = await callApi(from.url, from.token, `/batch/status?wait=${wait}`, { items })
  const { results } = (await answer.json()) as { results: BatchStatus[] }
  return { ms: performance.now() - startedAt, status: answer.status, results }
}

const endings: [string, (key: string) => RawBuilder<unknown>, string][] = [
  [
    'insight',
    (key) =>
      sql`update insight set phase = 'failed', failure_code = 'damaged', failure_message = 'x' where key = ${key}`,
    'failed',
  ],
  [
    'file',
    (key) =>
      sql`update file set status = 'error', failure_code = 'damaged', failure_message = 'x' where key = ${key}`,
    'error',
  ],
  [
    'survey',
    (key) =>
      sql`update survey set status = 'FAILED', error_details = '{"code": "damaged", "message": "x"}' where upload_key = ${key}`,
    'FAILED',
  ],
]

it.each(endings)(
  'the call is answered as soon as an import of kind %s has ended',
  async (kind, end, final) => {
    const items = await insertWorking()
    const waiting = timeStatus(items, 30)
    await sleep(700)
    await end(items.find((item) => item.kind === kind)?.key ?? '').execute(app.deps.db)
    const { ms, results } = await waiting
    expect(ms).toBeGreaterThan(600)
    expect(ms).toBeLessThan(10_000)
    const ended = results.filter(({ is_final }) => is_final)
    expect(ended).toMatchObject([{ kind, status: final, error_code: 'damaged', error_reason: 'x' }])
    expect(results.map(({ kind: one, key }) => ({ kind: one, key }))).toEqual(items)
  },
)

it('the call is answered when the time is up, or an import is deleted', async () => {
  const items = await insertWorking()
  const { ms, results } = await timeStatus(items, 1)
  expect(ms).toBeGreaterThanOrEqual(1_000)
  expect(results.map(({ http_status, is_final }) => [http_status, is_final])).toEqual([
    [200, false],
    [200, false],
    [200, false],
  ])
  const waiting = timeStatus(items, 30)
  await sleep(700)
  await sql`delete from insight where key = ${items[0]?.key}`.execute(app.deps.db)
  const after = await waiting
  expect(after.ms).toBeLessThan(20_000)
  expect(after.results[0]).toMatchObject({ http_status: 404, is_final: true, status: null })
})

it('twenty calls of a key wait without a database connection, and further ones are answered at once', async () => {
  const items = await insertWorking()
  const waiting = Array.from({ length: 20 }, () => timeStatus(items, 4))
  await sleep(1_500)
  const { pool } = app.deps.database
  expect(pool.totalCount - pool.idleCount).toBe(0)
  expect((await timeStatus(items, 20)).ms).toBeLessThan(2_000)
  for (const { ms } of await Promise.all(waiting)) expect(ms).toBeGreaterThanOrEqual(4_000)
})

it('a call that waits is answered when the server stops', async () => {
  const other = await startTestApp()
  const caller = await makeCaller(other)
  const projectId = await makeProject(other.url, caller.token)
  const key = await insertFileRow(other.deps.db, { projectId, by: caller.user }, 'working')
  const waiting = timeStatus([{ kind: 'file', key }], 40, { url: other.url, token: caller.token })
  await sleep(500)
  const startedAt = performance.now()
  const closing = other.close()
  expect((await waiting).status).toBe(200)
  expect(performance.now() - startedAt).toBeLessThan(5_000)
  await closing
})
