/** Thirty questions and 100,000 responses: filtered charts and direct access to any row. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeKey } from '../../../test/harness/people.ts'
import { makeReaders, type Readers, timeReads } from '../../../test/harness/reading.ts'
import { importNow, makeSurvey } from '../../../test/harness/surveys.ts'

const questions = 30
const rowsAPart = 20_000
const parts = 5

let app: TestApp
let people: Readers
let key: string

function part(number: number): string {
  const names = Array.from({ length: questions }, (_, q) => `Q${q}`)
  const lines = [['When', ...names].join(',')]
  for (let row = 0; row < rowsAPart; row += 1) {
    const i = number * rowsAPart + row
    const minute = (i * 7919) % 40_000
    const at = new Date(Date.UTC(2026, 0, 1) + minute * 60_000).toISOString()
    lines.push([at, ...names.map((_, q) => `option ${(i * (q + 3) + q) % 7}`)].join(','))
  }
  return lines.join('\n')
}

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  const { user } = people.ada
  const { client_id } = await makeKey(app.deps, user, { kind: 'team' })
  const { rows } = await sql<{ id: number }>`select id from api_key where client_id = ${client_id}`.execute(
    app.deps.db,
  )
  const owner = { teamId: user.team_id, userId: user.id, keyId: rows[0]?.id ?? 0, projectId: people.open }
  const columnMapping = Object.fromEntries(
    ['When', ...Array.from({ length: questions }, (_, q) => `Q${q}`)].map((name) => [
      name,
      name === 'When' ? ('Timestamp' as const) : ('Single choice' as const),
    ]),
  )
  const id = await makeSurvey(app.deps, {
    owner,
    parts: Array.from({ length: parts }, (_, i) => part(i)),
    columnMapping,
  })
  await importNow(app.deps, id)
  const made = await sql<{ key: string }>`select upload_key as key from survey where id = ${id}`.execute(
    app.deps.db,
  )
  key = made.rows[0]?.key ?? ''
}, 300_000)
afterAll(() => app.close())

const time = (path: string) => timeReads(people.finn.visitor, path)

it('computes all filtered charts in less than 400 ms', async () => {
  const overview = await time(`/surveys/${key}/overview?f=1:1,2&f=7:3&f=12:1,4`)
  process.stdout.write(
    `overview of ${questions} questions over ${parts * rowsAPart} responses: ${overview.join(', ')} ms\n`,
  )
  expect(Math.min(...overview)).toBeLessThan(400)
}, 120_000)

it('reads any row quickly and the first page immediately', async () => {
  const first = await time(`/surveys/${key}/responses`)
  const last = await time(`/surveys/${key}/responses?offset=99900`)
  const filtered = await time(`/surveys/${key}/responses?offset=10000&f=1:1,2,3`)
  process.stdout.write(`responses: first page ${first.join(', ')} ms; row 99,900 ${last.join(', ')} ms\n`)
  process.stdout.write(`responses: row 10,000 under a filter ${filtered.join(', ')} ms\n`)
  expect(Math.min(...last)).toBeLessThan(100)
}, 120_000)
