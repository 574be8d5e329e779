/** Opens the job engine over our own connection pool. */

import type pg from 'pg'
import { type Db as BossDb, PgBoss } from 'pg-boss'
import type { Log } from '../telemetry/log.ts'
import { deadLetterQueue, heartbeatSeconds, type Job } from './job.ts'

const day = 24 * 3600

export type QueueRole = 'enqueue' | 'work' | 'migrate'

export interface Queue {
  boss: PgBoss
  start(): Promise<void>
  close(): Promise<void>
}

export function createQueue(pool: pg.Pool, role: QueueRole, log: Log): Queue {
  const db: BossDb = { executeSql: (text, values) => pool.query(text, values) }
  const boss = new PgBoss({
    db,
    schema: 'job',
    migrate: role === 'migrate',
    createSchema: role === 'migrate',
    supervise: role === 'work',
    schedule: role === 'work',
    registerInstance: role === 'work',
    // Finds attempts without a heartbeat; with the default of a minute a crash would cost a minute.
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job engine error'))
  boss.on('warning', (warning) =>
    log.warn({ warning: warning.message, data: warning.data }, 'job engine warning'),
  )
  return {
    boss,
    async start() {
      await boss.start()
    },
    close: () => boss.stop({ graceful: false, close: false }),
  }
}

/** Makes the queues match the definitions. Run by the migration, so that no process starts without them. */
export async function createQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const retentionSeconds = 365 * day
  await boss.createQueue(deadLetterQueue, { retentionSeconds, deleteAfterSeconds: 0 })
  for (const job of jobs) {
    const options = {
      retryLimit: job.retryLimit,
      retryDelay: job.retryDelaySeconds,
      // The longest pause belongs to those that double; the engine refuses it for steady ones.
      ...(job.hasSteadyRetries ? { retryBackoff: false } : { retryBackoff: true, retryDelayMax: 15 * 60 }),
      expireInSeconds: job.expireSeconds,
      heartbeatSeconds,
      retentionSeconds,
      deleteAfterSeconds: 7 * day,
      deadLetter: deadLetterQueue,
    }
    // "exclusive": while a job with the same key is waiting or running, a second one is not accepted.
    await boss.createQueue(job.name, { ...options, policy: 'exclusive' })
    await boss.updateQueue(job.name, options)
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { singletonKey: 'cron' })
    else await boss.unschedule(job.name)
  }
}
