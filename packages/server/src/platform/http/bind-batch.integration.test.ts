/** Time limit, concurrency and claims of a batch, with items that take as long as the test likes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { initializeBatch } from '@inlet/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import type { BatchedCall } from './batched-call.ts'
import { bindBatch } from './bind-batch.ts'
import { guardKeyScope, importAllowance } from './import-scope.ts'
import { createServer } from './server.ts'

const limits = { attemptMs: 1000, answerMs: 2500, concurrency: 3 }
const path = '/api/v1/developer/import/batch/initialize'

let app: TestApp
let url: string
let token: string
let running = 0
let most = 0
/** Items end when they are released. */
let released = Promise.withResolvers<void>()

/** Like an initialize that creates nothing. */
const call: BatchedCall = async ({ index, runItem }) => {
  running += 1
  most = Math.max(most, running)
  try {
    const { result, isReplayed } = await runItem<{ number: number }, { status: number; body: object }>(
      index,
      {
        status: 201,
        perform: async ({ remember }) => {
          await released.promise
          await app.deps.db.transaction().execute((tx) => remember(tx, { number: index }))
          return { status: 201, body: { error: `item ${index}`, code: '', request_id: '' } }
        },
        replay: async ({ number }) => ({
          status: 201,
          body: { error: `item ${number}`, code: '', request_id: '' },
        }),
      },
    )
    return { http_status: result.status, body: result.body, isReplayed }
  } finally {
    running -= 1
  }
}

beforeAll(async () => {
  app = await startTestApp()
  const { authenticator, limiter, metrics } = app.deps
  const http = createServer({ log: pino({ level: 'silent' }), metrics, trustedProxies: [] })
  guardKeyScope(http, { authenticator, limiter, metrics, allowance: importAllowance(1000) })
  bindBatch(http, { ...app.deps, limits }, initializeBatch, { file: call, insight: call })
  url = await http.listen({ host: '127.0.0.1', port: 0 })
  closing.push(() => http.close())
})
const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const close of closing) await close()
  await app.close()
})
beforeEach(async () => {
  token = (await makeCaller(app)).token
  released = Promise.withResolvers<void>()
  running = 0
  most = 0
})

interface Results {
  results: { http_status: number; body: { error: string; code: string } }[]
}

async function send(count: number, key?: string) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify({ items: Array.from({ length: count }, () => ({ kind: 'file' })) }),
  })
  const body = (await answer.json()) as Results & { code?: string }
  const statuses = body.results?.map(({ http_status }) => http_status)
  return { status: answer.status, code: body.code, statuses, body, headers: answer.headers }
}

it('answers in time although items are still running, and holds the key until they have ended', async () => {
  const first = await send(5, 'slow')
  expect(first.statuses).toEqual([503, 503, 503, 503, 503])
  expect(first.body.results[0]?.body.error).toContain('still running')
  expect(running).toBe(3)
  expect(await send(5, 'slow')).toMatchObject({ status: 409, code: 'idempotency_in_progress' })
  released.resolve()
  await waitFor(async () => running === 0)
  let second = await send(5, 'slow')
  await waitFor(async () => {
    if (second.status === 409) second = await send(5, 'slow')
    return second.status !== 409
  })
  expect(second.statuses).toEqual([201, 201, 201, 201, 201])
  expect(second.headers.get('idempotent-replayed')).toBeNull()
  const third = await send(5, 'slow')
  expect([third.body, third.headers.get('idempotent-replayed')]).toEqual([second.body, 'true'])
})

it('does not attempt items once the time is up', async () => {
  const answer = send(5)
  await waitFor(async () => running === 3)
  await sleep(limits.attemptMs)
  released.resolve()
  const { statuses, body } = await answer
  expect(statuses).toEqual([201, 201, 201, 503, 503])
  expect(body.results[4]?.body).toMatchObject({
    code: 'unavailable',
    error: expect.stringContaining('Nothing was changed'),
  })
})

it('runs three items of a batch and two batches of a key at once', async () => {
  const batches = [send(6), send(6)]
  await waitFor(async () => running === 6)
  expect(await send(1)).toMatchObject({ status: 429, code: 'rate_limited' })
  released.resolve()
  for (const batch of batches) expect((await batch).statuses).toEqual([201, 201, 201, 201, 201, 201])
  expect(most).toBe(6)
  await waitFor(async () => (await send(1)).status === 200)
})

it('does not run a batch with the key of another one', async () => {
  released.resolve()
  expect((await send(2, 'used')).statuses).toEqual([201, 201])
  expect(await send(3, 'used')).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
  expect(await send(1, 'used')).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
})

it('refuses items if another request has taken the key meanwhile', async () => {
  const answer = send(1, 'stolen')
  await waitFor(async () => running === 1)
  // As if the claim had been lost.
  await sql`insert into idempotency_key (api_key_id, key, fingerprint, status, outcome)
    select api_key_id, key, '\\x00', 200, '{}' from idempotency_claim where key = 'stolen'`.execute(
    app.deps.db,
  )
  released.resolve()
  expect(await answer).toMatchObject({ status: 422, code: 'idempotency_key_reused' })
})
