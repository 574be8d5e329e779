import { setTimeout as sleep } from 'node:timers/promises'
import type { Delivery, Event } from '@inlet/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, expect, it } from 'vitest'
import { admin, type Caller, makeCaller } from '../harness/admin.ts'
import { type Answer, call, get, post } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { followerScopes, logOf } from '../harness/events.ts'
import { makeProject } from '../harness/project.ts'
import { type Received, type Receiver, startReceiver } from '../harness/receiver.ts'

const path = '/api/v1/developer/webhooks'
const scopes = `${followerScopes},webhook:write`

function webhooksOf(token: string) {
  const create = (json: object) => post(path, { token, json })
  return {
    create,
    list: (query = '') => get(`${path}${query}`, { token }),
    get: (key: string) => get(`${path}/${key}`, { token }),
    update: (key: string, json: object) => call('PATCH', `${path}/${key}`, { token, json }),
    remove: (key: string) => call('DELETE', `${path}/${key}`, { token }),
    rotate: (key: string, json?: object) => post(`${path}/${key}/rotate`, { token, ...(json && { json }) }),
    test: (key: string) => post(`${path}/${key}/test`, { token }),
    deliveries: (key: string, query = '') => get(`${path}/${key}/deliveries${query}`, { token }),
    redeliver: (key: string, delivery: string) =>
      post(`${path}/${key}/deliveries/${delivery}/redeliver`, { token }),
    redeliverSince: (key: string, since: unknown) =>
      post(`${path}/${key}/redeliver`, { token, json: { since } }),
    async begin(json: object): Promise<{ key: string; secret: string }> {
      const answer = await create(json)
      if (answer.status !== 201) throw new Error(`No webhook: ${answer.status} ${answer.text}`)
      return { key: String(answer.body['webhook_key']), secret: String(answer.body['secret']) }
    },
  }
}

const deliveriesOf = (answer: Answer) => answer.body['deliveries'] as Delivery[]
const eventOf = ({ body }: Received) => JSON.parse(body) as Event

describeOurs('webhooks', async () => {
  const caller = await makeCaller({ scopes })
  const { token } = caller
  const hooks = webhooksOf(token)
  const receivers: Receiver[] = []
  const listen = async () => {
    const receiver = await startReceiver()
    receivers.push(receiver)
    return receiver
  }
  afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())))

  /** Each test has keys of its own, so that ten webhooks are enough. */
  async function setUp(json: object = {}) {
    const own: Caller = await makeCaller({ scopes })
    const receiver = await listen()
    const api = webhooksOf(own.token)
    const webhook = await api.begin({ url: receiver.url, types: ['project.*'], ...json })
    const until = async (isDone: (deliveries: Delivery[]) => boolean): Promise<Delivery[]> => {
      const deadline = Date.now() + 30_000
      for (;;) {
        const deliveries = deliveriesOf(await api.deliveries(webhook.key))
        if (isDone(deliveries)) return deliveries
        if (Date.now() > deadline) throw new Error(`Still ${JSON.stringify(deliveries)}`)
        await sleep(600)
      }
    }
    return { own, receiver, api, ...webhook, until, change: () => makeProject(own.token) }
  }

  it('EVT-13 are created, listed, changed, turned off and deleted; ten for each key', async () => {
    const receiver = await listen()
    const created = await hooks.create({ url: receiver.url, types: ['file.*'], description: 'A test' })
    expect(created.status).toBe(201)
    const key = String(created.body['webhook_key'])
    const { secret, ...shown } = created.body
    expect(shown).toMatchObject({
      url: receiver.url,
      types: ['file.*'],
      project_ids: [],
      description: 'A test',
      status: 'enabled',
      disabled_reason: null,
    })
    expect(secret).toEqual(expect.any(String))
    expect((await hooks.get(key)).body).toEqual(shown)
    expect((await hooks.list()).body).toEqual({ webhooks: [shown], next_cursor: null })
    const changed = await hooks.update(key, { types: [], status: 'disabled' })
    expect(changed.body).toMatchObject({ types: [], status: 'disabled', disabled_reason: 'manual' })
    expect((await hooks.update(key, { status: 'enabled' })).body).toMatchObject({
      status: 'enabled',
      disabled_reason: null,
    })
    for (const json of [
      { url: receiver.url, types: ['file.finished'] },
      { url: receiver.url, description: 'x'.repeat(201) },
      { url: receiver.url, project_ids: ['a'] },
      {},
    ])
      expect((await hooks.create(json)).status).toBe(400)
    for (let i = 0; i < 9; i += 1) await hooks.begin({ url: receiver.url })
    const refused = await hooks.create({ url: receiver.url })
    expect([refused.status, refused.body['code']]).toEqual([409, 'webhook_limit_reached'])
    expect((await hooks.remove(key)).status).toBe(204)
    expect((await hooks.get(key)).status).toBe(404)
    expect((await hooks.create({ url: receiver.url })).status).toBe(201)
  })

  it('EVT-14 belong to their key, and end with it', async () => {
    const { own, receiver, key, change } = await setUp()
    const other = await makeCaller({ team: own.team, email: own.email, scopes })
    const foreign = webhooksOf(other.token)
    for (const answer of [
      await foreign.get(key),
      await foreign.update(key, { status: 'disabled' }),
      await foreign.remove(key),
      await foreign.rotate(key),
      await foreign.test(key),
      await foreign.deliveries(key),
    ])
      expect([answer.status, answer.body['code']]).toEqual([404, 'webhook_not_found'])
    await change()
    await receiver.waitFor(1)
    await admin('key', 'revoke', own.key.client_id)
    await makeProject(other.token, { project_share_preference: 2 })
    await sleep(4_000)
    expect(receiver.received).toHaveLength(1)
  })

  it('EVT-15 EVT-16 have secrets of their own that can be rotated with an overlap', async () => {
    const { receiver, api, key, secret, change } = await setUp()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect((await api.get(key)).body).not.toHaveProperty('secret')
    const second = String((await api.rotate(key)).body['secret'])
    expect(second).not.toBe(secret)
    await change()
    await receiver.waitFor(1)
    const [both] = receiver.received
    expect(both?.headers['webhook-signature']?.split(' ')).toHaveLength(2)
    for (const one of [secret, second]) new Webhook(one).verify(both?.body ?? '', both?.headers ?? {})
    const third = String((await api.rotate(key, { overlap_seconds: 0 })).body['secret'])
    await change()
    await receiver.waitFor(2)
    const last = receiver.received[1]
    expect(last?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
    new Webhook(third).verify(last?.body ?? '', last?.headers ?? {})
    for (const old of [secret, second])
      expect(() => new Webhook(old).verify(last?.body ?? '', last?.headers ?? {})).toThrow()
    for (const overlap_seconds of [-1, 259_201, 'x'])
      expect((await api.rotate(key, { overlap_seconds })).status).toBe(400)
  })

  it('EVT-17 are signed requests with the event of the log', async () => {
    const { own, receiver, secret, change } = await setUp()
    const id = await change()
    await receiver.waitFor(1)
    const [request] = receiver.received
    if (!request) throw new Error('No request.')
    new Webhook(secret).verify(request.body, request.headers)
    expect(request.headers['content-type']).toMatch(/^application\/json/)
    const [event] = await logOf(own.token).all({ project_id: id })
    expect(request.body).toBe(JSON.stringify(event))
    expect(request.headers['webhook-id']).toBe(event?.id)
    expect(Math.abs(Number(request.headers['webhook-timestamp']) * 1000 - request.at)).toBeLessThan(10_000)
  })

  it('EVT-18 EVT-19 EVT-27 a failure is attempted again after 5 seconds, then after 5 minutes; redirects are failures', async () => {
    const { receiver, change, until } = await setUp()
    receiver.reply = {
      status: 302,
      headers: { location: receiver.url.replace('/hook', '/moved') },
      body: 'moved',
    }
    await change()
    await receiver.waitFor(2)
    const [first, second] = receiver.received
    const gapMs = (second?.at ?? 0) - (first?.at ?? 0)
    expect(gapMs).toBeGreaterThanOrEqual(4_400)
    expect(gapMs).toBeLessThan(15_000)
    const [delivery] = await until((found) => (found[0]?.attempts.length ?? 0) === 2)
    expect(delivery).toMatchObject({ status: 'pending' })
    // Receivers on the list of the operator are internal: what they answer is not shown.
    expect(delivery?.attempts[0]).toMatchObject({ http_status: 302, error: null, response_excerpt: null })
    const waitMs = Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(delivery?.attempts[0]?.at ?? '')
    expect(waitMs).toBeGreaterThanOrEqual(0.89 * 300_000)
    expect(waitMs).toBeLessThanOrEqual(1.12 * 300_000)
    expect(receiver.received).toHaveLength(2)
  })

  it('EVT-18 Retry-After of 429 and 503 postpones the next attempt', async () => {
    const { receiver, change, until } = await setUp()
    receiver.reply = { status: 503, headers: { 'retry-after': '3600' } }
    await change()
    const [delivery] = await until((found) => (found[0]?.attempts.length ?? 0) === 1)
    const waitMs = Date.parse(delivery?.next_attempt_at ?? '') - Date.parse(delivery?.attempts[0]?.at ?? '')
    expect(waitMs).toBeGreaterThanOrEqual(3_590_000)
  })

  it('EVT-20 a receiver that is gone disables its webhook, which the log reports', async () => {
    const { own, receiver, api, key, change } = await setUp()
    receiver.reply = { status: 410 }
    const log = logOf(own.token)
    const start = await log.latest()
    await change()
    await receiver.waitFor(1)
    const deadline = Date.now() + 20_000
    while ((await api.get(key)).body['status'] === 'enabled' && Date.now() < deadline) await sleep(200)
    expect((await api.get(key)).body).toMatchObject({ status: 'disabled', disabled_reason: 'gone' })
    const events = await log.all({ after: start, types: 'webhook.*' })
    expect(events.map(({ type, data }) => [type, data.webhook_key, data.disabled_reason])).toEqual([
      ['webhook.disabled', key, 'gone'],
    ])
    receiver.reply = { status: 204 }
    await change()
    await sleep(2_000)
    expect(receiver.received).toHaveLength(1)
  })

  it('EVT-21 sends everything, at most ten requests at a time', async () => {
    const { receiver, change } = await setUp()
    receiver.reply = { status: 204, delayMs: 150 }
    await Promise.all(Array.from({ length: 30 }, change))
    await receiver.waitFor(30, 60_000)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30)
    expect(receiver.mostAtOnce).toBeLessThanOrEqual(10)
  })

  it('EVT-22 a test event is sent at once and is not in the log', async () => {
    const { own, receiver, api, key, secret } = await setUp()
    const start = await logOf(own.token).latest()
    const answer = await api.test(key)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ type: 'webhook.test', status: 'succeeded' })
    const [request] = receiver.received
    new Webhook(secret).verify(request?.body ?? '', request?.headers ?? {})
    expect(request && eventOf(request)).toMatchObject({ type: 'webhook.test', data: { webhook_key: key } })
    receiver.reply = { status: 500 }
    expect((await api.test(key)).body).toMatchObject({ status: 'failed' })
    await sleep(6_500)
    expect(receiver.received).toHaveLength(2)
    expect(await logOf(own.token).all({ after: start })).toEqual([])
  })

  it('EVT-23 EVT-24 deliveries are listed and can be sent again with the same id', async () => {
    const { receiver, api, key, change, until } = await setUp()
    const since = new Date(Date.now() - 1_000).toISOString()
    await change()
    await receiver.waitFor(1)
    const [delivery] = await until((found) => found[0]?.status === 'succeeded')
    expect(delivery).toMatchObject({
      event_id: receiver.received[0]?.headers['webhook-id'],
      type: 'project.created',
      next_attempt_at: null,
      attempts: [{ http_status: 204, error: null }],
    })
    expect(deliveriesOf(await api.deliveries(key, '?status=failed'))).toEqual([])
    expect((await api.deliveries(key, '?status=lost')).status).toBe(400)
    const again = await api.redeliver(key, delivery?.delivery_key ?? '')
    expect([again.status, again.body['status']]).toEqual([202, 'pending'])
    await receiver.waitFor(2)
    expect(receiver.received[1]?.headers['webhook-id']).toBe(delivery?.event_id)
    await api.update(key, { status: 'disabled' })
    await change()
    await sleep(1_500)
    await api.update(key, { status: 'enabled' })
    const all = await api.redeliverSince(key, since)
    expect([all.status, all.body]).toEqual([202, { count: 2 }])
    await receiver.waitFor(4)
    expect((await api.redeliverSince(key, 'yesterday')).status).toBe(400)
    expect((await api.redeliver(key, crypto.randomUUID())).status).toBe(404)
  })

  it('EVT-25 EVT-26 refuse URLs that are not public, and unusual ways to write them', async () => {
    const own = webhooksOf((await makeCaller({ scopes })).token)
    for (const url of [
      'http://10.1.2.3/',
      'https://user:password@example.org/',
      'https://example.org/#part',
      `https://example.org/${'x'.repeat(2_000)}`,
      'https://10.1.2.3/',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/',
      'https://[::ffff:10.0.0.1]/',
      'https://[64:ff9b::a00:1]/',
      'https://0xa9fea9fe/',
      'ftp://example.org/',
      'not a url',
    ]) {
      const answer = await own.create({ url })
      expect([answer.status, answer.body['code']], url).toEqual([400, 'webhook_url_refused'])
    }
  })
})
