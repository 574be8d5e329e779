/** Migrations during long transactions and running requests, on a real PostgreSQL. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let pool: pg.Pool
let dir: string
let folder: URL
let warnings = 0
const log = pino(
  { level: 'warn' },
  {
    write() {
      warnings += 1
    },
  },
)

beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 8 })
  dir = await mkdtemp(join(tmpdir(), 'inlet-migrations-'))
  folder = pathToFileURL(`${dir}/`)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

/** Opens a transaction that has read the table and does not end. */
async function holdTable(table: string): Promise<() => Promise<void>> {
  const client = await pool.connect()
  await client.query(`begin; select count(*) from ${table}`)
  return async () => {
    await client.query('commit')
    client.release()
  }
}

it('lets requests pass while a long transaction runs, and is applied when it ends', async () => {
  await writeFile(join(dir, '9001-colour.sql'), 'alter table project add column colour text;')
  const release = await holdTable('project')
  warnings = 0
  let isDone = false
  let longestMs = 0
  let requests = 0
  const applied = migrate(database.url, { log, folder }).finally(() => {
    isDone = true
  })
  const serving = (async () => {
    while (!isDone) {
      const startedAt = performance.now()
      await pool.query('select count(*) from project')
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      requests += 1
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })()
  await waitFor(async () => warnings >= 2)
  expect(isDone).toBe(false)
  await release()
  expect(await applied).toEqual(['9001-colour.sql'])
  await serving
  // No request waits longer than the migration's lock timeout; the rest is slack for a busy machine.
  expect(longestMs).toBeLessThan(5_000)
  expect(requests).toBeGreaterThan(20)
  await pool.query('select colour from project')
})

it('fails with the reason when the transaction does not end, and leaves nothing behind', async () => {
  await writeFile(
    join(dir, '9002-size.sql'),
    'create table leftover (); alter table project add column size text;',
  )
  const release = await holdTable('project')
  const startedAt = performance.now()
  await expect(migrate(database.url, { log, folder, retryForMs: 100 })).rejects.toMatchObject({
    message: 'Migration 9002-size.sql failed and was rolled back.',
    cause: { code: '55P03' },
  })
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  expect((await pool.query(`select to_regclass('leftover') as it`)).rows).toEqual([{ it: null }])
  await release()
  expect(await migrate(database.url, { log, folder })).toEqual(['9002-size.sql'])
})

it('builds indexes during writes, and rebuilds one that was left invalid', async () => {
  await pool.query('create table thing as select 1 as id from generate_series(1, 2)')
  await writeFile(
    join(dir, '9003-thing.sql'),
    '-- concurrently\n-- Two of them.\ncreate index concurrently thing_any on thing (id);\ncreate unique index concurrently thing_id on thing (id);\n',
  )
  await expect(migrate(database.url, { log, folder })).rejects.toThrow('failed part-way')
  await pool.query('delete from thing where ctid = (select max(ctid) from thing)')
  const writer = await pool.connect()
  await writer.query('begin; insert into thing values (2)')
  const applied = migrate(database.url, { log, folder })
  await waitFor(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where query ~ '^(create unique|drop) index concurrently' and state = 'active'`,
    )
    return rows.length > 0
  })
  await pool.query('insert into thing values (3)')
  await writer.query('commit')
  writer.release()
  // The other processes wait for the migration lock without blocking the index build.
  const others = [migrate(database.url, { log, folder }), migrate(database.url, { log, folder })]
  expect(await applied).toEqual(['9003-thing.sql'])
  expect(await Promise.all(others)).toEqual([[], []])
  const { rows } = await pool.query(
    `select indisvalid from pg_index where indrelid = 'thing'::regclass order by indexrelid`,
  )
  expect(rows).toEqual([{ indisvalid: true }, { indisvalid: true }])
})
