/** A batch whose items are slow; this needs access to the database. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeProject } from '../../../test/harness/imports.ts'
import { makeCaller } from '../../../test/harness/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

interface Result {
  http_status: number
  body: { wav_key?: string; code?: string }
}

it('BLK-7 a batch answers within 30 s, and items that were not attempted can be sent again', async () => {
  const { db } = app.deps
  const { token } = await makeCaller(app)
  const project_id = await makeProject(app.url, token)
  const items = Array.from({ length: 100 }, (_, i) => ({ kind: 'file', project_id, file_name: `${i}.txt` }))
  const key = randomUUID()
  async function send(): Promise<Result[]> {
    const answer = await fetch(`${app.url}/api/v1/developer/import/batch/initialize`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ items }),
    })
    return ((await answer.json()) as { results: Result[] }).results
  }
  await sql`create function test_delay() returns trigger language plpgsql as $$ begin
    perform pg_sleep(2); return new; end $$`.execute(db)
  await sql`create trigger delayed before insert on file for each row execute function test_delay()`.execute(
    db,
  )
  const startedAt = performance.now()
  const first = await send()
  expect(performance.now() - startedAt).toBeLessThan(30_000)
  await sql`drop trigger delayed on file`.execute(db)
  const attempted = first.filter(({ http_status }) => http_status === 201)
  const others = first.filter(({ http_status }) => http_status !== 201)
  expect(attempted.length).toBeGreaterThan(0)
  expect(others.length).toBeGreaterThan(0)
  for (const { http_status, body } of others) expect([http_status, body.code]).toEqual([503, 'unavailable'])
  const { rows } = await sql<{ n: number }>`select count(*) as n from file`.execute(db)
  expect(rows[0]?.n).toBe(attempted.length)

  const second = await send()
  expect(new Set(second.map(({ http_status }) => http_status))).toEqual(new Set([201]))
  for (const [i, { body }] of first.entries())
    if (body.wav_key) expect(second[i]?.body.wav_key).toBe(body.wav_key)
  expect(new Set(second.map(({ body }) => body.wav_key)).size).toBe(100)
}, 90_000)
