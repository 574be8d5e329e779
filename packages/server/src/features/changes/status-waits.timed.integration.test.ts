/** `wait` on the three status calls. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

const kinds = {
  files: {
    insert: insertFileRow,
    finish: (key: string) =>
      sql`update file set status = 'error', failure_code = 'damaged', failure_message = 'x' where key = ${key}`,
    field: 'status',
    final: 'error',
  },
  insights: {
    insert: insertInsightRow,
    finish: (key: string) =>
      sql`update insight set phase = 'failed', failure_code = 'damaged', failure_message = 'x' where key = ${key}`,
    field: 'processing_status',
    final: 'failed',
  },
  surveys: {
    insert: insertSurveyRow,
    finish: (key: string) =>
      sql`update survey set status = 'FAILED', error_details = '{"message": "x"}' where upload_key = ${key}`,
    field: 'status',
    final: 'FAILED',
  },
} as const

async function timeStatus(
  path: string,
): Promise<{ ms: number; status: number; body: Record<string, unknown> }> {
  const startedAt = performance.now()
  const answer = await callApi(app.url, token, path)
  const body = (await answer.json()) as Record<string, unknown>
  return { ms: performance.now() - startedAt, status: answer.status, body }
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('the status of %s', (kind) => {
  const { insert, finish, field, final } = kinds[kind]

  it('is answered as soon as it is final', async () => {
    const key = await insert(app.deps.db, place, 'working')
    const waiting = timeStatus(`/${kind}/${key}/status?wait=30`)
    await sleep(700)
    await finish(key).execute(app.deps.db)
    const { ms, body } = await waiting
    expect(body[field]).toBe(final)
    expect(ms).toBeGreaterThan(600)
    expect(ms).toBeLessThan(10_000)
  })

  it('is answered with the usual body when the time is up', async () => {
    const key = await insert(app.deps.db, place, 'working')
    const waited = await timeStatus(`/${kind}/${key}/status?wait=1`)
    expect(waited.ms).toBeGreaterThanOrEqual(1_000)
    expect(waited.body).toEqual((await timeStatus(`/${kind}/${key}/status`)).body)
  })

  it('is answered at once when the next step is the caller’s, or there is nothing to wait for', async () => {
    const waits = [
      `/${kind}/${await insert(app.deps.db, place, 'pending')}/status?wait=20`,
      `/${kind}/${await insert(app.deps.db, place, 'failed')}/status?wait=20`,
      `/${kind}/${crypto.randomUUID()}/status?wait=20`,
    ]
    const answers = await Promise.all(waits.map(timeStatus))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
    for (const { ms } of answers) expect(ms).toBeLessThan(8_000)
  })
})

describe('calls that wait', () => {
  it('are limited to twenty for each key, and further ones are answered at once', async () => {
    const key = await insertFileRow(app.deps.db, place, 'working')
    const waiting = Array.from({ length: 20 }, () => timeStatus(`/files/${key}/status?wait=3`))
    await sleep(600)
    const { ms } = await timeStatus(`/files/${key}/status?wait=20`)
    expect(ms).toBeLessThan(2_000)
    for (const { ms } of await Promise.all(waiting)) expect(ms).toBeGreaterThanOrEqual(3_000)
  })

  it.each(['x', '-1', '1.5'])('refuse the unusable value %s', async (wait) => {
    const key = await insertFileRow(app.deps.db, place, 'working')
    expect((await timeStatus(`/files/${key}/status?wait=${wait}`)).status).toBe(400)
  })

  it('hold no database connection', async () => {
    const key = await insertFileRow(app.deps.db, place, 'working')
    const waiting = Array.from({ length: 15 }, () => timeStatus(`/files/${key}/status?wait=2`))
    await sleep(700)
    const { pool } = app.deps.database
    expect(pool.totalCount - pool.idleCount).toBe(0)
    await Promise.all(waiting)
  })

  it('are answered when the server stops', async () => {
    const other = await startTestApp()
    const caller = await makeCaller(other)
    const projectId = await makeProject(other.url, caller.token)
    const key = await insertFileRow(other.deps.db, { projectId, by: caller.user }, 'working')
    const waiting = callApi(other.url, caller.token, `/files/${key}/status?wait=40`)
    await sleep(500)
    const startedAt = performance.now()
    const closing = other.close()
    expect((await waiting).status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    await closing
  })
})
