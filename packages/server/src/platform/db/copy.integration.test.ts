import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { inCopyTransaction } from './copy.ts'
import { type Database, openDatabase } from './database.ts'

let testDatabase: TestDatabase
let database: Database
beforeAll(async () => {
  testDatabase = await createTestDatabase()
  database = openDatabase({
    url: testDatabase.url,
    poolSize: 4,
    applicationName: 'copy-test',
    profile: 'worker',
    onError: () => {},
  })
  await sql`create table test_row (id integer primary key, text text not null)`.execute(database.db)
})
afterAll(async () => {
  await database.close()
  await testDatabase.drop()
})

const statement = 'copy test_row from stdin'

function* lines(from: number, count: number): Generator<Buffer> {
  for (let i = from; i < from + count; i += 1) yield Buffer.from(`${i}\t${'x'.repeat(1_000)}\n`)
}

async function countRows(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from test_row`.execute(database.db)
  return rows[0]?.n ?? 0
}

describe('a transaction that copies', () => {
  it('commits rows and statements together, and returns the number of copied rows', async () => {
    const copied = await inCopyTransaction(database, async (tx, copy) => {
      await sql`insert into test_row values (-1, 'by hand')`.execute(tx)
      const count = await copy(statement, lines(0, 2_000))
      await sql`update test_row set text = 'changed' where id = 0`.execute(tx)
      return count
    })
    expect(copied).toBe(2_000)
    expect(await countRows()).toBe(2_001)
  })

  it('rolls back when the work fails after the copy', async () => {
    const before = await countRows()
    const work = inCopyTransaction(database, async (_tx, copy) => {
      await copy(statement, lines(10_000, 500))
      throw new Error('changed my mind')
    })
    await expect(work).rejects.toThrow('changed my mind')
    expect(await countRows()).toBe(before)
  })

  it("fails with the database's error when it rejects a row in the middle", async () => {
    const before = await countRows()
    const work = inCopyTransaction(database, (_tx, copy) => copy(statement, lines(-2_000, 40_000)))
    await expect(work).rejects.toThrow('duplicate key')
    expect(await countRows()).toBe(before)
  })

  it("fails with the source's error when the source throws", async () => {
    const before = await countRows()
    function* broken() {
      yield* lines(50_000, 5_000)
      throw new Error('no more')
    }
    const work = inCopyTransaction(database, (_tx, copy) => copy(statement, broken()))
    await expect(work).rejects.toThrow(/no more|CopyFail|from stdin failed/)
    expect(await countRows()).toBe(before)
  })

  it('fails when its connection is lost during the copy, and the next transaction works', async () => {
    const before = await countRows()
    const work = inCopyTransaction(database, async (tx, copy) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      function* cut() {
        yield* lines(100_000, 2_000)
        void database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
        for (let i = 200_000; ; i += 100) yield* lines(i, 100)
      }
      await copy(statement, cut())
    })
    await expect(work).rejects.toThrow()
    expect(await countRows()).toBe(before)
    await inCopyTransaction(database, (_tx, copy) => copy(statement, lines(20_000, 10)))
    expect(await countRows()).toBe(before + 10)
  })

  it('fails without ending the process when its connection is lost between two statements', async () => {
    const work = inCopyTransaction(database, async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await database.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
      await new Promise((resolve) => setTimeout(resolve, 200))
      await sql`select 1`.execute(tx)
    })
    await expect(work).rejects.toThrow()
    expect(database.pool.idleCount).toBe(database.pool.totalCount)
  })
})
