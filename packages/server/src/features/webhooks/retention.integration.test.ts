/** Deliveries are kept as long as their events. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { deleteOrphanedDeliveries, dropOldDeliveries } from './deliveries.repo.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const day = (ago: number) => sql`(now() at time zone 'UTC')::date - ${ago}::int`

it('drops whole days, and what deleted webhooks left behind', async () => {
  const { db } = app.deps
  for (const ago of [1, 30, 31, 45]) await sql`select add_event_day(${day(ago)})`.execute(db)
  await sql`insert into ended_delivery (webhook_id, event_day, event_position, key, event_id, type, status, attempts)
    select -n, ${day(1)}, n, gen_random_uuid(), 'evt_' || n, 'file.completed', 'succeeded', '[]'
    from generate_series(1, 5) n`.execute(db)
  expect(await dropOldDeliveries(db, 30)).toHaveLength(2)
  expect(await dropOldDeliveries(db, 30)).toEqual([])
  expect(await deleteOrphanedDeliveries(db, 3)).toBe(3)
  expect(await deleteOrphanedDeliveries(db, 3)).toBe(2)
  expect(await deleteOrphanedDeliveries(db, 3)).toBe(0)
})
