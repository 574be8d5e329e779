/** Opens the job engine on a connection pool of ours. */

import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Db as BossDb, PgBoss } from 'pg-boss'
import { queryWatched } from '../db/watched-connection.ts'
import type { Log } from '../telemetry/log.ts'
import { deadLetterQueue, heartbeatSeconds, type Job } from './job.ts'

const day = 24 * 3600
/** The engine signs off in several statements, and the database may not answer any of them. */
const stopWithinMs = 3_000

export type QueueRole = 'enqueue' | 'work' | 'migrate'

export interface Queue {
  boss: PgBoss
  start(): Promise<void>
  close(): Promise<void>
}

export function createQueue(pool: pg.Pool, role: QueueRole, log: Log): Queue {
  const db: BossDb = {
    executeSql: (text, values) => queryWatched(pool, values ? { text, values } : { text }),
  }
  const boss = new PgBoss({
    db,
    schema: 'job',
    migrate: role === 'migrate',
    createSchema: role === 'migrate',
    supervise: role === 'work',
    schedule: role === 'work',
    registerInstance: role === 'work',
    // A crashed worker counts as running for three of these.
    instanceHeartbeatSeconds: 5,
    // How often attempts without a heartbeat are detected; the default would delay recovery by a minute.
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
    async close() {
      const stopped = boss.stop({ graceful: false, close: false })
      await Promise.race([stopped, sleep(stopWithinMs, undefined, { ref: false })])
    },
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
      // Only exponential backoff has a maximum delay; the engine rejects it for constant delays.
      ...(job.hasConstantRetryDelay
        ? { retryBackoff: false }
        : { retryBackoff: true, retryDelayMax: 15 * 60 }),
      expireInSeconds: job.expireSeconds,
      heartbeatSeconds,
      retentionSeconds,
      deleteAfterSeconds: 7 * day,
      deadLetter: deadLetterQueue,
    }
    // "exclusive": a second job with the same key is not accepted while one waits or runs.
    await boss.createQueue(job.name, { ...options, policy: 'exclusive' })
    await boss.updateQueue(job.name, options)
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { singletonKey: 'cron' })
    else await boss.unschedule(job.name)
  }
}

/** Deletes queues with their schedules, jobs and dead letters. A worker that still runs such a job finds its lease lost. */
export async function deleteQueues(boss: PgBoss, names: readonly string[]): Promise<void> {
  for (const name of names) await boss.deleteQueue(name)
  await boss
    .getDb()
    .executeSql('delete from job.job where name = $1 and source_name = any ($2::text[])', [
      deadLetterQueue,
      [...names],
    ])
}
