/** Events reach receivers, signed, and are attempted again as specified. */
import type { Delivery } from '@inlet/contract'
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAllEvents } from '../../../test/harness/event-log.ts'
import { type ReceivedRequest, type Receiver, startReceiver } from '../../../test/harness/receiver.ts'
import {
  makeDue,
  makeWebhookCaller,
  openWebhookBench,
  type WebhookBench,
  type WebhookCaller,
  waitFor,
} from '../../../test/harness/webhooks.ts'
import { revokeKey } from '../keys/keys.repo.ts'
import { lanePolicies } from './delivery.policy.ts'

let bench: WebhookBench
let receiver: Receiver
let caller: WebhookCaller
beforeAll(async () => {
  bench = await openWebhookBench()
  receiver = await startReceiver()
  bench.startDeliveries()
})
afterAll(async () => {
  await bench.close()
  await receiver.close()
})
beforeEach(async () => {
  caller = await makeWebhookCaller(bench.app)
  receiver.reply = () => ({ status: 200 })
})

let counter = 0
async function createWebhook(options: object = {}, by = caller) {
  counter += 1
  const path = `/hook-${counter}`
  const webhook = await by.create({ url: `${receiver.url}${path}`, ...options })
  const at = `/${webhook.webhook_key}`
  return {
    ...webhook,
    received: () => receiver.on(path),
    get: () => by.read<typeof webhook>('GET', at),
    next: (count = 1) => waitFor(() => receiver.on(path).length >= count && receiver.on(path)),
    delivery: async () => (await by.deliveries(webhook.webhook_key))[0],
    /** The newest delivery, once the condition holds. */
    settled: (isSettled: (delivery: Delivery) => boolean) =>
      waitFor(async () => (await by.deliveries(webhook.webhook_key)).find(isSettled)),
    post: (path: string, body: object = {}) => by.call('POST', `${at}${path}`, body),
    patch: (body: object) => by.call('PATCH', at, body),
  }
}

const hasSucceeded = ({ status }: Delivery) => status === 'succeeded'
const attempts = (count: number) => (delivery: Delivery) => delivery.attempts.length === count

const typeOf = ({ body }: ReceivedRequest) => (JSON.parse(body) as { type: string }).type

function verifies(secret: string, { body, headers }: ReceivedRequest): boolean {
  try {
    new Verifier(secret).verify(body, headers)
    return true
  } catch {
    return false
  }
}

describe('a request', () => {
  it('carries the event of the log, signed as in Standard Webhooks', async () => {
    const webhook = await createWebhook()
    await caller.emit()
    const [request] = await webhook.next()
    const event = (await readAllEvents(bench.app.url, caller.token, { types: 'file.*' })).at(-1)
    expect(JSON.parse(request?.body ?? '')).toEqual(event)
    expect(request?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': event?.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
      'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    })
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(request && verifies(webhook.secret, request)).toBe(true)
    expect(request && verifies(webhook.secret, { ...request, body: `${request.body} ` })).toBe(false)
    expect(await webhook.settled(hasSucceeded)).toMatchObject({
      event_id: event?.id,
      type: 'file.completed',
      next_attempt_at: null,
      // The receiver is on the list of the operator, so its response is not shown.
      attempts: [{ http_status: 200, error: null, response_excerpt: null }],
    })
  })

  it('is signed with both secrets during a rotation, and never with more than two', async () => {
    const webhook = await createWebhook()
    const rotate = async (body: object = {}) =>
      (await (await webhook.post('/rotate', body)).json()) as {
        secret: string
        secret_expires_at: string | null
      }
    const second = await rotate()
    expect(Date.parse(second.secret_expires_at ?? '') - Date.now()).toBeGreaterThan(86_000_000)
    await caller.emit()
    const [during] = await webhook.next(1)
    expect([webhook.secret, second.secret].map((one) => during && verifies(one, during))).toEqual([
      true,
      true,
    ])

    const third = await rotate()
    await caller.emit()
    const after = (await webhook.next(2))[1]
    const all = [webhook.secret, second.secret, third.secret]
    expect(all.map((one) => after && verifies(one, after))).toEqual([false, true, true])
    expect(after?.headers['webhook-signature']?.split(' ')).toHaveLength(2)

    const last = await rotate({ overlap_seconds: 0 })
    expect(last.secret_expires_at).toBeNull()
    await caller.emit()
    const only = (await webhook.next(3))[2]
    expect([third.secret, last.secret].map((one) => only && verifies(one, only))).toEqual([false, true])
    expect((await webhook.post('/rotate', { overlap_seconds: 259_201 })).status).toBe(400)
  })

  it('is sent only for matching types and projects that the key can see when it is sent', async () => {
    const byType = await createWebhook({ types: ['survey.*', 'file.error'] })
    const byProject = await createWebhook({ project_ids: [caller.projectId] })
    const stranger = await makeWebhookCaller(bench.app, { team: caller.team })
    const others = await createWebhook({}, stranger)
    await caller.emit('file.completed')
    await caller.emit('survey.completed')
    await caller.emit('file.error')
    await stranger.emit('file.updated')
    await others.next(4)
    await waitFor(() => byProject.received().length === 3)
    await waitFor(() => byType.received().length === 2)
    expect(byType.received().map(typeOf).sort()).toEqual(['file.error', 'survey.completed'])

    // The project becomes private before the next attempt.
    receiver.reply = () => ({ status: 500 })
    await caller.emit('file.deleted')
    await others.settled(({ type, attempts: made }) => type === 'file.deleted' && made.length === 1)
    await sql`update project set share_preference = 1 where id = ${caller.projectId}`.execute(
      bench.app.deps.db,
    )
    receiver.reply = () => ({ status: 200 })
    await makeDue(bench.app)
    await byProject.settled(({ type, status }) => type === 'file.deleted' && status === 'succeeded')
    await waitFor(async () => {
      const types = (await stranger.deliveries(others.webhook_key)).map(({ type }) => type)
      return !types.includes('file.deleted')
    })
    expect(others.received().filter((one) => typeOf(one) === 'file.deleted')).toHaveLength(1)
  })
})

describe('a failed attempt', () => {
  it.each([
    ['an error', { status: 500 }, 500],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }, 302],
  ])('by %s is repeated with the same id after about 5 s and then 5 min', async (_, reply, httpStatus) => {
    receiver.reply = () => reply
    const webhook = await createWebhook()
    await caller.emit()
    const first = await webhook.settled(attempts(1))
    const delay = Date.parse(first.next_attempt_at ?? '') - Date.parse(first.attempts[0]?.at ?? '')
    expect(delay).toBeGreaterThan(4_400)
    expect(delay).toBeLessThan(8_000)
    expect(first).toMatchObject({ status: 'pending', attempts: [{ http_status: httpStatus }] })
    const [one, two] = await webhook.next(2)
    expect((two?.at ?? 0) - (one?.at ?? 0)).toBeGreaterThan(4_400)
    expect((two?.at ?? 0) - (one?.at ?? 0)).toBeLessThan(8_000)
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
    expect(two?.headers['webhook-timestamp']).not.toBe(one?.headers['webhook-timestamp'])
    const second = await webhook.settled(attempts(2))
    expect(Date.parse(second.next_attempt_at ?? '') - Date.now()).toBeGreaterThan(260_000)
    expect(receiver.on('/elsewhere')).toEqual([])
  })

  it('is repeated nine times; then the delivery has failed', async () => {
    receiver.reply = () => ({ status: 503 })
    const webhook = await createWebhook()
    await caller.emit()
    for (let made = 1; made < 10; made += 1) {
      await webhook.settled(attempts(made))
      await makeDue(bench.app)
    }
    const failed = await webhook.settled(({ status }) => status === 'failed')
    expect(failed.attempts).toHaveLength(10)
    expect(failed.next_attempt_at).toBeNull()
    expect(await caller.deliveries(webhook.webhook_key, '?status=pending')).toEqual([])
    expect(await caller.deliveries(webhook.webhook_key, '?status=failed')).toHaveLength(1)
    expect(webhook.received()).toHaveLength(10)
  })

  it('is postponed by Retry-After', async () => {
    receiver.reply = () => ({ status: 429, headers: { 'retry-after': '3600' } })
    const webhook = await createWebhook()
    await caller.emit()
    const { next_attempt_at } = await webhook.settled(attempts(1))
    expect(Date.parse(next_attempt_at ?? '') - Date.now()).toBeGreaterThan(3_500_000)
  })
})

describe('a webhook is disabled', () => {
  async function expectDisabled(webhook: Awaited<ReturnType<typeof createWebhook>>, reason: string) {
    await waitFor(async () => (await webhook.get()).status === 'disabled')
    expect(await webhook.get()).toMatchObject({ disabled_reason: reason })
    const [event, ...more] = await readAllEvents(bench.app.url, caller.token, { types: 'webhook.*' })
    expect(event?.data).toMatchObject({ webhook_key: webhook.webhook_key, disabled_reason: reason })
    expect(more).toEqual([])
    expect(await caller.deliveries(webhook.webhook_key, '?status=pending')).toEqual([])
    const before = webhook.received().length
    await caller.emit()
    await readAllEvents(bench.app.url, caller.token)
    await makeDue(bench.app)
    expect(await caller.deliveries(webhook.webhook_key, '?status=pending')).toEqual([])
    expect(webhook.received()).toHaveLength(before)
  }

  it('on a 410', async () => {
    receiver.reply = () => ({ status: 410 })
    const webhook = await createWebhook()
    await caller.emit('file.completed', 3)
    await expectDisabled(webhook, 'gone')
    expect(await caller.deliveries(webhook.webhook_key)).toMatchObject([
      { status: 'failed', attempts: [{ http_status: 410 }] },
    ])
  })

  it('when every attempt has failed for five days, but not if one has succeeded since', async () => {
    const age = (webhookKey: string) =>
      sql`update webhook set failing_since = failing_since - interval '5 days' where key = ${webhookKey}`.execute(
        bench.app.deps.db,
      )
    receiver.reply = () => ({ status: 500 })
    const webhook = await createWebhook()
    await caller.emit()
    await webhook.settled(attempts(1))
    receiver.reply = () => ({ status: 200 })
    await makeDue(bench.app)
    await webhook.settled(hasSucceeded)
    receiver.reply = () => ({ status: 500 })
    await caller.emit()
    await webhook.settled(({ status, attempts: made }) => status === 'pending' && made.length === 1)
    expect((await webhook.get()).status).toBe('enabled')
    await age(webhook.webhook_key)
    await makeDue(bench.app)
    await expectDisabled(webhook, 'failing')
  })

  it('by PATCH, and sends again once it is enabled', async () => {
    const webhook = await createWebhook()
    expect((await webhook.patch({ status: 'disabled' })).status).toBe(200)
    await expectDisabled(webhook, 'manual')
    expect((await webhook.post('/redeliver', { since: new Date(0).toISOString() })).status).toBe(409)
    await webhook.patch({ status: 'enabled' })
    expect(await webhook.get()).toMatchObject({ status: 'enabled', disabled_reason: null })
    await caller.emit('file.error')
    const [request] = await webhook.next()
    expect(request && typeOf(request)).toBe('file.error')
  })

  it('with its API key, even if nothing is due', async () => {
    const webhook = await createWebhook()
    await revokeKey(bench.app.deps.db, caller.key.client_id)
    const { rows } = await waitFor(async () => {
      const found =
        await sql`select disabled_reason from webhook where key = ${webhook.webhook_key} and status = 'disabled'`.execute(
          bench.app.deps.db,
        )
      return found.rows.length > 0 && found
    })
    expect(rows).toEqual([{ disabled_reason: 'key_inactive' }])
    await caller.emit()
    expect(webhook.received()).toEqual([])
  })
})

it('sends each of many due deliveries once, although the next are read before the results of these are saved', async () => {
  const count = 4 * lanePolicies.busy.deliveriesPerBatch
  const webhook = await createWebhook()
  await caller.emit('file.completed', count)
  await waitFor(async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from ended_delivery d join webhook w on w.id = d.webhook_id
      where w.key = ${webhook.webhook_key} and d.status = 'succeeded'`.execute(bench.app.deps.db)
    return rows[0]?.count === count
  }, 60_000)
  const ids = webhook.received().map(({ headers }) => headers['webhook-id'])
  expect([ids.length, new Set(ids).size]).toEqual([count, count])
}, 90_000)

describe('sending again', () => {
  it('starts a new round for one delivery, with the same id and key', async () => {
    const webhook = await createWebhook()
    await caller.emit()
    const done = await webhook.settled(hasSucceeded)
    const answer = await webhook.post(`/deliveries/${done.delivery_key}/redeliver`)
    expect(answer.status).toBe(202)
    expect(await answer.json()).toMatchObject({ delivery_key: done.delivery_key, status: 'pending' })
    const [one, two] = await webhook.next(2)
    expect(two?.headers['webhook-id']).toBe(one?.headers['webhook-id'])
    const again = await webhook.settled(attempts(2))
    expect(again).toMatchObject({ delivery_key: done.delivery_key, status: 'succeeded' })
    const unknown = crypto.randomUUID()
    expect((await webhook.post(`/deliveries/${unknown}/redeliver`)).status).toBe(404)
  })

  it('covers every matching event since a time, also those missed while disabled', async () => {
    const webhook = await createWebhook({ types: ['file.*'] })
    await caller.emit('file.completed', 2)
    await webhook.next(2)
    await webhook.settled(hasSucceeded)
    await webhook.patch({ status: 'disabled' })
    const since = new Date().toISOString()
    await caller.emit('file.error', 3)
    await caller.emit('survey.completed', 2)
    await webhook.patch({ status: 'enabled' })
    const recent = await webhook.post('/redeliver', { since })
    expect([recent.status, await recent.json()]).toEqual([202, { count: 3 }])
    await webhook.next(5)
    await waitFor(
      async () => (await caller.deliveries(webhook.webhook_key, '?status=succeeded')).length === 5,
    )
    const all = await webhook.post('/redeliver', { since: '2020-01-01T00:00:00Z' })
    expect(await all.json()).toEqual({ count: 5 })
    await webhook.next(10)
    const ids = webhook.received().map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(5)
  })

  it('sends a test event at once, which is neither logged nor repeated', async () => {
    receiver.reply = () => ({ status: 500 })
    const webhook = await createWebhook()
    const answer = await webhook.post('/test')
    expect(answer.status).toBe(200)
    const delivery = (await answer.json()) as Delivery
    expect(delivery).toMatchObject({
      type: 'webhook.test',
      status: 'failed',
      attempts: [{ http_status: 500 }],
    })
    const [request] = webhook.received()
    expect(request && verifies(webhook.secret, request)).toBe(true)
    expect(request?.headers['webhook-id']).toBe(delivery.event_id)
    expect(await readAllEvents(bench.app.url, caller.token, { types: 'webhook.*' })).toEqual([])
    expect(await caller.deliveries(webhook.webhook_key)).toEqual([])
  })
})
