/**
 * A worker process with test jobs. Each attempt inserts a row when it starts and when it ends, so that a test can see
 * what ran where.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { inTransaction, openDatabase } from '../../src/platform/db/database.ts'
import { bindHandler } from '../../src/platform/jobs/bind-handler.ts'
import { MachineFault } from '../../src/platform/jobs/machine-fault.ts'
import { createQueue } from '../../src/platform/jobs/queue.ts'
import { startWorker } from '../../src/platform/jobs/worker.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import { nap } from './test-jobs.ts'

const log = pino({ level: 'fatal' })
const database = openDatabase({
  url: process.env['DATABASE_URL'] ?? '',
  poolSize: 6,
  applicationName: 'job-child',
  profile: 'worker',
  onError: () => {},
})
const queue = createQueue(database.pool, 'work', log)
await queue.start()
const slots = Number(process.env['SLOTS'] ?? '4')

startWorker({
  boss: queue.boss,
  slots,
  log,
  metrics: createMetrics(),
  pollMs: 200,
  bindings: [
    bindHandler(nap, async ({ label, ms }, attempt) => {
      await sql`insert into test_attempt (label, pid, attempt, event) values (${label}, ${process.pid}, ${attempt.number}, 'started')`.execute(
        database.db,
      )
      if (label.startsWith('fails')) throw new Error('failed as requested')
      if (label.startsWith('no space')) throw new MachineFault('no_space', 'the disk is full')
      await sleep(ms)
      await inTransaction(database.db, async (tx) => {
        await sql`insert into test_attempt (label, pid, attempt, event) values (${label}, ${process.pid}, ${attempt.number}, 'finished')`.execute(
          tx,
        )
        await attempt.complete(tx)
      })
    }),
  ],
})
process.stdout.write('ready\n')
