import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { pino } from 'pino'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createEnqueue } from '../../src/platform/jobs/enqueue.ts'
import { createQueue, createQueues } from '../../src/platform/jobs/queue.ts'
import { createTestDatabase } from './database.ts'
import { startNode } from './processes.ts'
import { nap } from './test-jobs.ts'

export interface AttemptRow {
  label: string
  pid: number
  attempt: number
  event: 'started' | 'finished'
  at: Date
}

/** A database with the queue of the test job, and functions to enqueue, start workers and see what ran. */
export async function openJobBench() {
  const testDatabase = await createTestDatabase()
  const database = openDatabase({
    url: testDatabase.url,
    poolSize: 20,
    applicationName: 'job-bench',
    profile: 'worker',
    onError: () => {},
  })
  const { db } = database
  await sql`create table test_attempt (label text, pid int, attempt int, event text, at timestamptz default clock_timestamp())`.execute(
    db,
  )
  await sql`create table test_item (id int primary key, status text not null default 'new')`.execute(db)
  const log = pino({ level: 'fatal' })
  const migrating = createQueue(database.pool, 'migrate', log)
  await migrating.start()
  await createQueues(migrating.boss, [nap])
  const queue = createQueue(database.pool, 'enqueue', log)
  await queue.start()
  return {
    db,
    enqueue: createEnqueue(queue.boss),
    async startWorker(slots = 4) {
      const script = fileURLToPath(new URL('job-child.ts', import.meta.url))
      const child = startNode(script, [], { DATABASE_URL: testDatabase.url, SLOTS: String(slots) })
      if (child.stdout) await once(child.stdout, 'data')
      return child
    },
    async attempts(): Promise<AttemptRow[]> {
      return (await sql<AttemptRow>`select * from test_attempt order by at`.execute(db)).rows
    },
    async jobCount(): Promise<number> {
      const { rows } = await sql<{
        n: number
      }>`select count(*) n from job.job where name = ${nap.name}`.execute(db)
      return rows[0]?.n ?? 0
    },
    async jobStates(): Promise<Record<string, number>> {
      const { rows } = await sql<{ state: string; n: number }>`
        select state::text, count(*) n from job.job where name = ${nap.name} group by 1`.execute(db)
      return Object.fromEntries(rows.map((row) => [row.state, row.n]))
    },
    async close() {
      await queue.close()
      await migrating.close()
      await database.close()
      await testDatabase.drop()
    },
  }
}
export type JobBench = Awaited<ReturnType<typeof openJobBench>>
