/** Every POST of the API for keys takes effect once, however often it is repeated and whatever crashes. */
import { randomUUID } from 'node:crypto'
import type { Route } from '@inlet/contract'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/harness/app.ts'
import { rounds } from '../../test/harness/full.ts'
import {
  idempotentPosts,
  observeChanges,
  openPostBench,
  type PostBench,
  type PreparedPost,
  preparePost,
} from '../../test/harness/idempotent-posts.ts'
import { type ApiProcess, startApiProcess, stopProcess, waitFor } from '../../test/harness/processes.ts'
import { type Receiver, silence, startReceiver } from '../../test/harness/receiver.ts'
import {
  deleteExpiredIdempotencyClaims,
  deleteExpiredIdempotencyKeys,
} from '../platform/idempotency/idempotency.repo.ts'

const callers = 8
const settings = {
  INLET_OUTBOUND_ALLOWED: '127.0.0.0/8',
  INLET_READ_RATE_LIMIT_PER_MINUTE: '10000',
  DATABASE_POOL_SIZE: '36',
}
/** Advisory locks of the test, at which a call stops. */
const beforeEffect = 4242
const afterEffect = 4243

let app: TestApp
const apis: ApiProcess[] = []
let receiver: Receiver
let bench: PostBench
beforeAll(async () => {
  app = await startTestApp(settings)
  for (let i = 0; i < 2; i += 1) apis.push(await startApiProcess(app.databaseUrl, settings))
  receiver = await startReceiver()
  await observeChanges(app.deps.db)
  await addStops()
}, 120_000)
beforeEach(async () => {
  bench = await openPostBench(app, receiver)
})
afterAll(async () => {
  await Promise.all(apis.map((api) => api.stop()))
  await receiver.close()
  await app.close()
})

/** Calls stop while the test holds the lock: before the transaction of their effect commits, or before the answer. */
async function addStops(): Promise<void> {
  const { db } = app.deps
  await sql`create function test_stop() returns trigger language plpgsql as $$ begin
    perform set_config('lock_timeout', '60s', true);
    perform pg_advisory_xact_lock_shared(tg_argv[0]::int);
    return coalesce(new, old); end $$`.execute(db)
  await sql`create trigger stopped before insert on idempotency_key
    for each row execute function test_stop(${sql.lit(String(beforeEffect))})`.execute(db)
  // Not the claims that count batches, whose keys begin with a line break: another batch would wait for the stopped row.
  await sql`create trigger stopped before delete on idempotency_claim
    for each row when (old.key not like E'\\n%') execute function test_stop(${sql.lit(String(afterEffect))})`.execute(
    db,
  )
}

const urlOf = (i: number) => apis[i % apis.length]?.url ?? ''

interface Reply {
  status: number
  isReplayed: boolean
  body: Record<string, unknown>
}

async function send(
  url: string,
  { path, body }: PreparedPost,
  key: string,
  changes?: object,
): Promise<Reply> {
  const json = changes ? { ...body, ...changes } : body
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bench.token}`,
      'idempotency-key': key,
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  return {
    status: answer.status,
    isReplayed: answer.headers.get('idempotent-replayed') === 'true',
    body: (await answer.json()) as Record<string, unknown>,
  }
}

/** Without signatures, which are new in each answer; the path and the id of an upload remain. */
const withoutSignatures = (body: object): unknown =>
  JSON.parse(
    JSON.stringify(body, (name, value: unknown) => {
      if (name === 'upload_fields') return (value as Record<string, string>)['key']
      if (name === 'expires_at') return undefined
      if (name !== 'upload_url') return value
      const { pathname, searchParams } = new URL(String(value))
      return [pathname, searchParams.get('uploadId'), searchParams.get('partNumber')]
    }),
  )

const isInProgress = ({ status, body }: Reply) => status === 409 && body['code'] === 'idempotency_in_progress'

/** The claim of a call that died expires within seconds. */
async function sendUntilAnswered(url: string, post: PreparedPost, key: string): Promise<Reply> {
  let reply: Reply | undefined
  const claim = async () => {
    reply = await send(url, post, key)
    return !isInProgress(reply)
  }
  // As Retry-After says; faster calls for all posts would reach the rate limit.
  await waitFor(claim, 90_000, 1000)
  if (!reply) throw new Error('There was no answer.')
  return reply
}

describe(`${callers} identical calls on two processes`, () => {
  it('take effect once, for every POST of the contract', async () => {
    const all = rounds(3, 500)
    let refused = 0
    for (let round = 0; round < all; round += 1) {
      bench = await openPostBench(app, receiver)
      for (const route of idempotentPosts) refused += await race(route)
    }
    process.stdout.write(
      `idempotency posts=${idempotentPosts.length} rounds=${all} effects_per_round=1 mismatches_refused=${refused}\n`,
    )
    expect(refused).toBe(all * idempotentPosts.length)
  }, 14_400_000)
})

/** Returns the number of refused calls with another body. */
async function race(route: Route): Promise<number> {
  const { operationId } = route
  const post = await preparePost(bench, route)
  const key = randomUUID()
  const replies = await Promise.all(Array.from({ length: callers }, (_, i) => send(urlOf(i), post, key)))
  const answered = replies.filter((reply) => !isInProgress(reply))
  const [first, ...others] = answered.filter(({ isReplayed }) => !isReplayed)
  expect([operationId, others]).toEqual([operationId, []])
  if (!first) throw new Error(`No call to ${operationId} took effect: ${JSON.stringify(replies)}`)
  expect([operationId, first.body, first.status < 300]).toEqual([operationId, first.body, true])
  const expected = [operationId, first.status, withoutSignatures(first.body)]
  for (const again of [...answered, await send(urlOf(0), post, key), await send(urlOf(1), post, `"${key}"`)])
    expect([operationId, again.status, withoutSignatures(again.body)]).toEqual(expected)
  expect([operationId, await post.effects()]).toEqual([operationId, 1])
  const other = await send(urlOf(0), post, key, { another_field: 1 })
  expect([operationId, other.status, other.body['code']]).toEqual([
    operationId,
    422,
    'idempotency_key_reused',
  ])
  return 1
}

describe('a process that is killed', () => {
  it.each([
    ['between effect and answer', afterEffect],
    ['before the effect is committed', beforeEffect],
  ])(
    'lets the repetition take effect once, if it dies %s',
    async (_when, lock) => {
      const all = rounds(1, 10)
      for (let round = 0; round < all; round += 1) {
        bench = await openPostBench(app, receiver)
        const posts = await Promise.all(idempotentPosts.map((route) => preparePost(bench, route)))
        const keys = await killDuring(posts, lock)
        const replies = await Promise.all(
          posts.map((post, i) => sendUntilAnswered(urlOf(i), post, keys[i] ?? '')),
        )
        const results = await Promise.all(
          posts.map(async ({ path, effects }, i) => ({
            path,
            status: replies[i]?.status,
            effects: await effects(),
          })),
        )
        expect(results.filter(({ status = 500, effects }) => status >= 300 || effects !== 1)).toEqual([])
        expect(replies.map(({ isReplayed }) => isReplayed)).toEqual(posts.map(() => lock === afterEffect))
      }
      process.stdout.write(`idempotency killed posts=${idempotentPosts.length} rounds=${all} effects=1\n`)
    },
    1_200_000,
  )

  it('does not repeat a test event whose result it lost', async () => {
    const post = await prepareTestEvent()
    const dying = await startApiProcess(app.databaseUrl, settings)
    receiver.reply = () => silence
    const lost = send(dying.url, post, 'lost').catch(() => undefined)
    await waitFor(async () => (await post.effects()) === 1)
    await stopProcess(dying.process, 'SIGKILL')
    expect(await lost).toBeUndefined()
    receiver.reply = () => ({ status: 200 })
    const reply = await sendUntilAnswered(urlOf(0), post, 'lost')
    expect(reply).toMatchObject({ status: 200, isReplayed: false, body: { status: 'failed' } })
    expect(await send(urlOf(1), post, 'lost')).toEqual({ ...reply, isReplayed: true })
    expect(await post.effects()).toBe(1)
  }, 120_000)
})

/** Kills a process while all posts have stopped at the lock. Returns their idempotency keys. */
async function killDuring(posts: readonly PreparedPost[], lock: number): Promise<string[]> {
  const dying = await startApiProcess(app.databaseUrl, settings)
  const holder: PoolClient = await app.deps.database.pool.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [lock])
    const countStopped = async () => {
      const { rows } = await holder.query(
        `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
         where l.locktype = 'advisory' and l.objid = $1 and not l.granted`,
        [lock],
      )
      return rows.length
    }
    const keys: string[] = []
    const calls: Promise<Reply | undefined>[] = []
    for (const post of posts) {
      const key = randomUUID()
      let early: Reply | undefined
      const call = send(dying.url, post, key).then((reply) => (early = reply))
      calls.push(call.catch(() => undefined))
      keys.push(key)
      await waitFor(async () => {
        if (early) throw new Error(`${post.path} was answered: ${JSON.stringify(early)}`)
        return (await countStopped()) === keys.length
      }, 10_000)
    }
    await stopProcess(dying.process, 'SIGKILL')
    expect(await Promise.all(calls)).toEqual(posts.map(() => undefined))
    return keys
  } finally {
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
    await stopProcess(dying.process, 'SIGKILL')
  }
}

/** A POST that takes as long as the receiver likes. */
async function prepareTestEvent(): Promise<PreparedPost> {
  const route = idempotentPosts.find(({ operationId }) => operationId === 'webhooks.test')
  if (!route) throw new Error('There is no such route.')
  return preparePost(bench, route)
}

describe('a key', () => {
  it('is claimed for as long as its call runs', async () => {
    const post = await prepareTestEvent()
    receiver.reply = () => silence
    const running = send(urlOf(0), post, 'slow')
    const readExpiry = async () => {
      const { rows } = await sql<{ expires_at: Date }>`
        select expires_at from idempotency_claim where key = 'slow'`.execute(app.deps.db)
      return rows[0]?.expires_at.getTime() ?? 0
    }
    await waitFor(async () => (await readExpiry()) > 0)
    const first = await readExpiry()
    await waitFor(async () => (await readExpiry()) > first)
    expect((await send(urlOf(1), post, 'slow')).status).toBe(409)
    receiver.reply = () => ({ status: 200 })
    expect((await running).status).toBe(200)
    expect(await readExpiry()).toBe(0)
  }, 60_000)

  const createProject = (key: string, name = 'Kept') =>
    send(
      app.url,
      { path: '/api/v1/developer/import/projects/create', body: { name }, effects: async () => 0 },
      key,
    )
  const makeOlder = (key: string, interval: string) =>
    sql`update idempotency_key set recorded_at = now() - ${interval}::interval where key = ${key}`.execute(
      app.deps.db,
    )

  it('is kept for 7 days, is free then, and is deleted by the nightly cleanup', async () => {
    const first = await createProject('kept')
    await makeOlder('kept', '6 days 23 hours')
    expect(await createProject('kept')).toEqual({ ...first, isReplayed: true })
    await makeOlder('kept', '7 days 1 minute')
    const second = await createProject('kept', 'Another')
    expect(second).toMatchObject({ status: 201, isReplayed: false })
    expect(second.body['id']).not.toBe(first.body['id'])
    expect(await createProject('kept', 'Another')).toMatchObject({ isReplayed: true, body: second.body })
    await createProject('old')
    await makeOlder('old', '8 days')
    expect(await deleteExpiredIdempotencyKeys(app.deps.db, 100)).toBe(1)
    await deleteExpiredIdempotencyClaims(app.deps.db)
    expect(await createProject('kept', 'Another')).toMatchObject({ isReplayed: true, body: second.body })
  })

  it('stores no URLs, secrets or bodies', async () => {
    const { rows } = await sql<{ outcome: object }>`
      select distinct outcome from idempotency_key`.execute(app.deps.db)
    const text = JSON.stringify(rows)
    expect(rows.length).toBeGreaterThan(0)
    expect(text).not.toMatch(/https?:|whsec_|signature|policy/i)
  })
})
