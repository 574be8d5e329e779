import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { retiredQueues } from '../../app/jobs.ts'
import { migrateDatabase } from '../../app/migrate-all.ts'
import { sweepRecords } from '../../features/maintenance/garbage-collection/sweep-records.job.ts'
import { createQueue, createQueues } from '../jobs/queue.ts'
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

/** The whole schema as one text, without partitions: their names depend on the day. */
async function describeSchema(): Promise<string> {
  const { rows } = await pool.query<{ line: string }>(`
    select attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod) as line
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace in ('public'::regnamespace, 'job'::regnamespace)
      and relkind in ('r', 'p', 'v', 'm') and not relispartition
      and attnum > 0 and not attisdropped
    order by 1`)
  return rows.map((row) => row.line).join('\n')
}

describe('migrateDatabase', () => {
  it('changes nothing when it runs again, also in several processes at once', async () => {
    const before = await describeSchema()
    expect(await migrateDatabase(database.url, log)).toEqual([])
    await Promise.all([migrateDatabase(database.url, log), migrateDatabase(database.url, log)])
    expect(await describeSchema()).toBe(before)
  })

  it('builds the schema once when several processes start on an empty database', async () => {
    const before = await describeSchema()
    await pool.query('drop schema public cascade; create schema public; drop schema job cascade')
    await expect(assertMigrated(pool)).rejects.toThrow('Run "npm run migrate" first')
    const applied = await Promise.all(Array.from({ length: 3 }, () => migrateDatabase(database.url, log)))
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1)
    expect(await describeSchema()).toBe(before)
    await assertMigrated(pool)
  })

  it('deletes the queues of renamed jobs with their schedules, jobs and dead letters', async () => {
    const queue = createQueue(pool, 'migrate', log)
    await queue.start()
    const [name = ''] = retiredQueues
    await createQueues(queue.boss, [{ ...sweepRecords, name }])
    await queue.boss.send(name, {})
    await pool.query(`insert into job.job (name, source_name) values ('dead-letter', 'sweep')`)
    await queue.close()
    await migrateDatabase(database.url, log)
    const { rows } = await pool.query(`
      select name from job.queue where name like 'sweep%' union all
      select name from job.schedule where name like 'sweep%' union all
      select name from job.job where 'sweep' in (name, source_name)`)
    expect(rows).toEqual([{ name: 'sweep-records' }, { name: 'sweep-records' }])
  })

  it('refuses to continue when an applied migration has been changed', async () => {
    await pool.query(`update schema_migration set checksum = 'other' where name like '0001%'`)
    await expect(migrateDatabase(database.url, log)).rejects.toThrow('was changed after it had been applied')
  })
})
