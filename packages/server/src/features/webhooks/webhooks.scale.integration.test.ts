/** With 1,000 webhooks and 100,000 pending deliveries, every query of the workers and the list uses an index. */
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { measureQuery } from '../../../test/harness/query-plan.ts'
import { seed } from '../../../test/harness/seed.ts'
import { makeWebhookCaller, openWebhookBench, type WebhookBench } from '../../../test/harness/webhooks.ts'
import { findLiveKey } from '../keys/keys.repo.ts'
import { listDeliveriesQuery } from './deliveries.repo.ts'
import { claimWebhooksQuery, listDueQuery } from './sending.repo.ts'

const webhooks = 1_000
const pendingPerWebhook = 100
const days = 30
const eventsPerDay = 2_000
const endedPerWebhook = 300

let bench: WebhookBench
let principal: NonNullable<Awaited<ReturnType<typeof findLiveKey>>>
let webhookId: number
beforeAll(async () => {
  bench = await openWebhookBench()
  const caller = await makeWebhookCaller(bench.app)
  const { webhook_key } = await caller.create({ url: 'https://hooks.example.org/' })
  const found = await findLiveKey(bench.app.deps.db, caller.key.client_id)
  if (!found) throw new Error('The key does not exist.')
  principal = found
  await seed(bench.app.databaseUrl, async (db) => {
    const today = sql`(now() at time zone 'UTC')::date`
    for (let ago = 0; ago <= days; ago += 1)
      await sql`select add_event_day(${today} - ${ago}::int)`.execute(db)
    await sql`
      insert into webhook (team_id, api_key_id, url, types, project_ids, description, secret_sealed, lane, served_at)
      select team_id, api_key_id, url || n, '{}', '{}', '', secret_sealed,
        (array['prompt', 'busy', 'unproven'])[1 + n % 3], now() - make_interval(secs => n)
      from webhook, generate_series(2, ${webhooks}) n where key = ${webhook_key}`.execute(db)
    await sql`
      insert into event (day, position, id, team_id, project_id, type, occurred_at, data)
      select ${today} - ago, n, 'evt_' || n, ${caller.team.id}, ${caller.projectId}, 'file.completed', now(), '{}'
      from generate_series(1, ${eventsPerDay}) n, generate_series(0, ${days}) ago
      on conflict do nothing`.execute(db)
    // Half are due, half wait for a retry.
    await sql`
      insert into pending_delivery (webhook_id, event_day, event_position, event_id, type, due_at)
      select w.id, ${today}, n, 'evt_' || n, 'file.completed', now() + make_interval(mins => case when n % 2 = 0 then -n else n end)
      from webhook w, generate_series(1, ${pendingPerWebhook}) n`.execute(db)
    await sql`
      insert into ended_delivery (webhook_id, event_day, event_position, key, event_id, type, status, attempts)
      select w.id, ${today} - (n % ${days + 1})::int, n, gen_random_uuid(), 'evt_' || n, 'file.completed',
        case when n % 50 = 0 then 'failed' else 'succeeded' end, '[]'
      from webhook w, generate_series(1, ${endedPerWebhook}) n`.execute(db)
    for (const table of ['webhook', 'pending_delivery', 'ended_delivery', 'event'])
      await sql`analyze ${sql.table(table)}`.execute(db)
  })
  const { rows } = await sql<{ id: number }>`select id from webhook where key = ${webhook_key}`.execute(
    bench.app.deps.db,
  )
  webhookId = rows[0]?.id ?? 0
}, 300_000)
afterAll(() => bench.close())

const list = (status: 'pending' | 'failed' | undefined) =>
  listDeliveriesQuery(webhookId, { status, limit: 50, after: undefined })

it.each<[string, () => RawBuilder<unknown>, number]>([
  ['claiming webhooks with due deliveries', () => claimWebhooksQuery('busy', 16), 50],
  [
    'reading the due deliveries of a webhook',
    () => listDueQuery({ id: webhookId, key: principal }, { limit: 100, except: [] }),
    50,
  ],
  ['listing all deliveries of a webhook', () => list(undefined), 30],
  ['listing its pending deliveries', () => list('pending'), 20],
  ['listing its failed deliveries', () => list('failed'), 30],
])('%s uses indexes', async (name, query, maxMs) => {
  const { ms, sequentialScans } = await measureQuery(bench.app.deps.db, query())
  process.stdout.write(`webhooks plan="${name}" ms=${ms.toFixed(1)}\n`)
  expect(sequentialScans.filter((table) => /delivery|^event/.test(table))).toEqual([])
  expect(ms).toBeLessThan(maxMs)
})
