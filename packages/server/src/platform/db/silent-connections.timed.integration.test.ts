/** Connections that stop answering, behind a proxy that drops packets without closing anything. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { startTcpProxy, type TcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { isUnavailable } from '../http/unavailable.ts'
import { createRateLimiter } from '../rate-limit/rate-limiter.ts'
import { inCopySession, inCopyTransaction } from './copy.ts'
import { createPool, type Database, inTransaction, openDatabase } from './database.ts'
import { channels, openNotifications } from './listen.ts'
import { assertNoTransaction } from './open-transactions.ts'

let testDatabase: TestDatabase
let proxy: TcpProxy
let database: Database
beforeEach(async () => {
  testDatabase = await createTestDatabase()
  proxy = await startTcpProxy(testDatabase.url)
  database = openDatabase({ ...options(), profile: 'worker', poolSize: 2 })
})
afterEach(async () => {
  proxy.recover()
  await database.close()
  await proxy.close()
  await testDatabase.drop()
})

const options = () => ({ url: proxy.url, applicationName: 'silent-test', onError: () => {} })

/** The error is undefined when it succeeded. */
async function settle(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const startedAt = performance.now()
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return { error, ms: performance.now() - startedAt }
}

async function failureOf(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const settled = await settle(work)
  if (settled.error === undefined) throw new Error('The work succeeded.')
  return settled
}

const pidOf = async () =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db)).rows[0]?.pid

describe('a statement without an answer', () => {
  it('fails within 4 s, and its connection is not used again', async () => {
    const before = await pidOf()
    proxy.silence()
    const { error, ms } = await failureOf(pidOf())
    expect(isUnavailable(error)).toBe(true)
    expect(ms).toBeLessThan(4_000)
    expect(database.pool.totalCount).toBe(0)
    expect(await pidOf()).not.toBe(before)
  })

  it('fails in the same time when the server cannot be asked either', async () => {
    await pidOf()
    proxy.silence({ isTotal: true })
    const { error, ms } = await failureOf(pidOf())
    expect(isUnavailable(error)).toBe(true)
    expect(ms).toBeLessThan(4_500)
  })

  it('is waited for on a command of an operator while the server is too busy to be asked', async () => {
    const commands = openDatabase({ ...options(), profile: 'admin', poolSize: 1 })
    try {
      await sql`select 1`.execute(commands.db)
      const slow = settle(sql`select pg_sleep(6)`.execute(commands.db))
      await sleep(500)
      // Longer than a check may take.
      proxy.delay(2_500)
      expect((await slow).error).toBeUndefined()
    } finally {
      proxy.delay(0)
      await commands.close()
    }
  }, 30_000)

  it('is waited for as long as the server runs it', async () => {
    const { rows } = await sql<{ slept: string }>`select pg_sleep(5)::text as slept`.execute(database.db)
    expect(rows).toHaveLength(1)
  }, 20_000)

  it('fails a transaction, without waiting for its rollback', async () => {
    const { error, ms } = await failureOf(
      inTransaction(database.db, async (tx) => {
        await sql`create table written (id int)`.execute(tx)
        proxy.silence()
        await sql`select 1`.execute(tx)
      }),
    )
    expect(isUnavailable(error)).toBe(true)
    expect(ms).toBeLessThan(4_000)
    expect(database.pool.totalCount).toBe(0)
    proxy.recover()
    const { rows } = await sql<{ name: string | null }>`select to_regclass('written')::text as name`.execute(
      database.db,
    )
    expect(rows).toEqual([{ name: null }])
  })

  it('fails a transaction that also copies rows', async () => {
    const { error, ms } = await failureOf(
      inCopyTransaction(database, async (tx) => {
        await sql`select 1`.execute(tx)
        proxy.silence()
        await sql`select 1`.execute(tx)
      }),
    )
    expect(isUnavailable(error)).toBe(true)
    expect(ms).toBeLessThan(4_000)
    expect(database.pool.totalCount).toBe(0)
  })
})

describe('a session for temporary tables', () => {
  it('keeps them between statements without a transaction', async () => {
    const counts = await inCopySession(database, async (session, copy) => {
      await sql`create temporary table kept (key text)`.execute(session)
      await copy('copy kept from stdin', [Buffer.from('a\nb\n')])
      assertNoTransaction('The listing')
      const { rows } = await sql<{ n: number }>`select count(*) as n from kept`.execute(session)
      await sql`drop table kept`.execute(session)
      return rows
    })
    expect(counts).toEqual([{ n: 2 }])
  })
})

describe('a server that became read-only', () => {
  it('is left: its connection is not used again', async () => {
    await sql`create table written (id int)`.execute(database.db)
    const before = await pidOf()
    await sql`set default_transaction_read_only = on`.execute(database.db)
    const { error } = await failureOf(sql`insert into written values (1)`.execute(database.db))
    expect(error).toMatchObject({ code: '25006' })
    expect(isUnavailable(error)).toBe(true)
    expect(await pidOf()).not.toBe(before)
    await sql`insert into written values (1)`.execute(database.db)
  })
})

describe('the rate limiter', () => {
  it('answers within 2 s with an error that is worth a retry, and works again on new connections', async () => {
    const pool = createPool({ ...options(), profile: 'limiter', poolSize: 2 })
    const limiter = createRateLimiter(pool)
    try {
      // Two connections, both of which will be dead.
      await Promise.all([1, 2].map(() => pool.query('select pg_sleep(0.2)')))
      proxy.silence()
      const settled = await Promise.all(
        Array.from({ length: 20 }, (_, i) => settle(sleep(i * 20).then(() => limiter.take(`key:${i}`, 5)))),
      )
      expect(settled.some(({ error }) => error !== undefined)).toBe(true)
      for (const { error, ms } of settled) {
        if (error !== undefined) expect(isUnavailable(error)).toBe(true)
        expect(ms).toBeLessThan(3_000)
      }
      await waitFor(async () => (await limiter.take('key:later', 5)).isAllowed, 3_000)
    } finally {
      await pool.end()
    }
  }, 20_000)
})

describe('a listener', () => {
  it('notices that its connection is silent, and listens on a new one', async () => {
    let gaps = 0
    const payloads: string[] = []
    const log = pino({ level: 'silent' })
    const notifications = openNotifications({ url: proxy.url, applicationName: 'silent-test', log })
    const listener = notifications.listen({
      channel: channels.events,
      onPayload: (payload) => payloads.push(payload),
      onGap: () => {
        gaps += 1
      },
    })
    try {
      await listener.ready()
      proxy.silence()
      await waitFor(async () => gaps === 1, 12_000)
      await sql`select pg_notify(${channels.events}, 'heard')`.execute(database.db)
      await waitFor(async () => payloads.includes('heard'))
    } finally {
      await notifications.close()
    }
  }, 30_000)
})

describe('a call to another system', () => {
  it('is refused inside a transaction and allowed after it', async () => {
    const call = () => assertNoTransaction('HeadObject of the object store')
    const { error } = await failureOf(inTransaction(database.db, async () => call()))
    expect(error).toMatchObject({ message: expect.stringContaining('inside a database transaction') })
    let later: (() => void) | undefined
    await inTransaction(database.db, async () => {
      later = call
    })
    expect(later).not.toThrow()
  })
})
