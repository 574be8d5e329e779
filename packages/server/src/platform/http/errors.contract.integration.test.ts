import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeCaller } from '../../../test/harness/people.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

it('ERR-5 an unexpected failure is a 500 in the common shape, without internal details', async () => {
  const { token } = await makeCaller(app)
  await sql`alter table project rename to project_gone`.execute(app.deps.db)
  const answer = await fetch(`${app.url}/api/v1/developer/import/projects`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await sql`alter table project_gone rename to project`.execute(app.deps.db)
  const text = await answer.text()
  expect(answer.status).toBe(500)
  expect(JSON.parse(text)).toEqual({
    error: expect.any(String),
    code: 'internal_error',
    request_id: answer.headers.get('x-request-id'),
  })
  expect(text).not.toMatch(/project|relation|select|\.ts/i)
})
