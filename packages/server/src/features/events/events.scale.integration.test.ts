/** A long log: reading its end, its middle and its start costs the same. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { callApi } from '../../../test/harness/imports.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import { explainAnalyze } from '../../../test/harness/query-plan.ts'
import type { Principal } from '../../platform/auth/principal.ts'
import { findEventsQuery } from './events.repo.ts'

/** Before today. */
const days = 29
const eventsPerDay = 10_000

let app: TestApp
let principal: Principal
let projectId: number
beforeAll(async () => {
  app = await startTestApp()
  const { user, team, token } = await makeCaller(app)
  principal = { keyId: 1, kind: 'personal', teamId: team.id, userId: user.id, role: 0 }
  const answer = await callApi(app.url, token, '/projects/create', { name: 'Busy' })
  projectId = ((await answer.json()) as { id: number }).id
  const { db } = app.deps
  const today = sql`(now() at time zone 'UTC')::date`
  for (let n = 0; n <= days; n += 1) {
    const day = sql`${today} - ${days - n}::int`
    await sql`select add_event_day(${day})`.execute(db)
    // Nine teams share the log; the events of this one are spread over it.
    await sql`
      insert into event (day, position, id, team_id, project_id, type, occurred_at, data)
      select ${day}, ${n * eventsPerDay} + i, 'evt_' || i, ${team.id} + i % 9, ${projectId}, 'file.completed', now(),
        jsonb_build_object('wav_key', gen_random_uuid(), 'status', 'completed')
      from generate_series(1, ${eventsPerDay}::int) i`.execute(db)
  }
  await sql`analyze event`.execute(db)
}, 180_000)
afterAll(() => app.close())

const dayAgo = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

describe('reading a log of 300,000 events', () => {
  it.each([
    ['from the start', days, 0],
    ['from the middle', 14, 15 * eventsPerDay],
    ['at the end', 0, days * eventsPerDay],
  ])('%s uses the index of the team and takes milliseconds', async (_, ago, position) => {
    const search = { after: { day: dayAgo(ago), position }, types: null, projectId: null, limit: 50 }
    const runs = []
    for (let i = 0; i < 5; i += 1)
      runs.push(await explainAnalyze(app.deps.db, findEventsQuery(principal, search)))
    expect(
      runs.flatMap(({ sequentialScans }) => sequentialScans).filter((table) => table.startsWith('event')),
    ).toEqual([])
    expect(Math.min(...runs.map(({ ms }) => ms))).toBeLessThan(60)
  })
})
