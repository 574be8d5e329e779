import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { migrateDatabase } from '../../app/migrate-all.ts'
import { assertMigrated } from './migrate.ts'

let database: TestDatabase
let pool: pg.Pool
const log = pino({ level: 'silent' })
beforeAll(async () => {
  database = await createTestDatabase()
  pool = new pg.Pool({ connectionString: database.url })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

/** Everything that makes up the schema, in one text. */
async function describeSchema(): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(`
    select table_schema || '.' || table_name || '.' || column_name || ' ' || data_type as line
    from information_schema.columns where table_schema in ('public', 'job') order by 1`)
  return rows.map((row) => row.line).join('\n')
}

describe('migrations', () => {
  it('change nothing when they are run again, also by several processes at once', async () => {
    const before = await describeSchema()
    expect(await migrateDatabase(database.url, log)).toEqual([])
    await Promise.all([migrateDatabase(database.url, log), migrateDatabase(database.url, log)])
    expect(await describeSchema()).toBe(before)
  })

  it('build the whole schema once when several processes start on an empty database', async () => {
    const before = await describeSchema()
    await pool.query('drop schema public cascade; create schema public; drop schema job cascade')
    await expect(assertMigrated(pool)).rejects.toThrow('Run "npm run migrate" first')
    const applied = await Promise.all(Array.from({ length: 3 }, () => migrateDatabase(database.url, log)))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
    expect(await describeSchema()).toBe(before)
    await assertMigrated(pool)
  })

  it('refuse to go on when one that was applied has been changed', async () => {
    await pool.query(`update schema_migration set checksum = 'other' where name like '0001%'`)
    await expect(migrateDatabase(database.url, log)).rejects.toThrow('was changed after it had been applied')
  })
})
