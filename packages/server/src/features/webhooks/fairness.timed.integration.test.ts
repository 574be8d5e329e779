/** A receiver that works gets its events in time, whatever the others do and however much waits for them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rounds } from '../../../test/harness/full.ts'
import { type Receiver, silence, startReceiver } from '../../../test/harness/receiver.ts'
import { seed } from '../../../test/harness/seed.ts'
import {
  makeWebhookCaller,
  openWebhookBench,
  type WebhookBench,
  type WebhookCaller,
  waitFor,
} from '../../../test/harness/webhooks.ts'
import { logEvents } from '../events/events.public.ts'

const endpoints = rounds(100, 1_000)
const eventsPerEndpoint = 100
const samples = rounds(120, 150)
const maxP95Ms = 2_000

let bench: WebhookBench
let receiver: Receiver
beforeAll(async () => {
  bench = await openWebhookBench()
  receiver = await startReceiver()
})
afterAll(async () => {
  await bench.close()
  await receiver.close()
})

/** A third never answers, a third fails, a third works and has as much to receive. */
function replyTo(path: string) {
  if (path.startsWith('/silent')) return silence
  return { status: path.startsWith('/broken') ? 500 : 200 }
}

async function makeBacklog({ team, create, emit }: WebhookCaller): Promise<void> {
  const { db } = bench.app.deps
  const { webhook_key } = await create({ url: `${receiver.url}/silent/1`, types: ['survey.*'] })
  await sql`
    insert into webhook (team_id, api_key_id, url, types, project_ids, description, secret_sealed)
    select team_id, api_key_id, ${receiver.url} || (array['/silent/', '/broken/', '/works/'])[1 + n % 3] || n, types,
      project_ids, '', secret_sealed
    from webhook, generate_series(2, ${endpoints}) n where key = ${webhook_key}`.execute(db)
  await emit('survey.completed', eventsPerEndpoint)
  await seed(bench.app.databaseUrl, logEvents)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from pending_delivery p join webhook w on w.id = p.webhook_id
    where w.team_id = ${team.id}`.execute(db)
  expect(rows[0]?.n).toBe(endpoints * eventsPerEndpoint)
}

it('delivers within two seconds beside dead receivers and a long queue', async () => {
  receiver.reply = ({ path }) => replyTo(path)
  const caller = await makeWebhookCaller(bench.app)
  await caller.create({ url: `${receiver.url}/observed`, types: ['file.*'] })
  bench.startDeliveries()
  await caller.emit()
  await waitFor(() => receiver.on('/observed').length === 1)
  await makeBacklog(await makeWebhookCaller(bench.app))

  const latencies: number[] = []
  for (let i = 0; i < samples; i += 1) {
    const emittedAt = Date.now()
    const seen = receiver.received.length
    await caller.emit()
    const arrival = await waitFor(
      () => receiver.received.slice(seen).find(({ path }) => path === '/observed'),
      60_000,
    )
    latencies.push(arrival.at - emittedAt)
    await sleep(100)
  }
  latencies.sort((a, b) => a - b)
  const p95 = latencies[Math.ceil(latencies.length * 0.95) - 1] ?? 0
  const works = receiver.received.filter(({ path }) => path.startsWith('/works')).length
  process.stdout.write(
    `fairness endpoints=${endpoints} pending=${endpoints * eventsPerEndpoint} p50_ms=${latencies[Math.floor(samples / 2)]} p95_ms=${p95} delivered_meanwhile=${works}\n`,
  )
  expect(p95).toBeLessThan(maxP95Ms)
}, 900_000)
