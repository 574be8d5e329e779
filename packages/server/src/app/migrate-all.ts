/**
 * Brings database, job queues and bucket to the state this build expects. Safe to run repeatedly and concurrently.
 */
import type { Config } from '../platform/config/config.ts'
import { commaList } from '../platform/config/config.ts'
import { createPool } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { createQueue, createQueues, deleteQueues } from '../platform/jobs/queue.ts'
import { prepareBucket } from '../platform/object-store/bucket.ts'
import type { Log } from '../platform/telemetry/log.ts'
import { jobs, retiredQueues } from './jobs.ts'
import { openStore } from './open-store.ts'

export async function migrateDatabase(url: string, log: Log): Promise<string[]> {
  const afterMigrations = async () => {
    const pool = createPool({
      url,
      poolSize: 2,
      profile: 'migration',
      applicationName: 'inlet-migrate',
      onError: (error) => log.warn({ err: error }, 'database connection lost'),
    })
    try {
      const queue = createQueue(pool, 'migrate', log)
      await queue.start()
      await createQueues(queue.boss, jobs)
      await deleteQueues(queue.boss, retiredQueues)
      await queue.close()
    } finally {
      await pool.end()
    }
  }
  return migrate(url, { log, afterMigrations })
}

export async function migrateAll(config: Config, log: Log): Promise<void> {
  const applied = await migrateDatabase(config.DATABASE_URL, log)
  log.info({ applied }, applied.length === 0 ? 'database is up to date' : 'database migrated')
  const store = openStore(config)
  await prepareBucket(store, commaList(config.INLET_CORS_ORIGINS), (warning) => log.warn(warning))
  log.info({ bucket: config.S3_BUCKET }, 'bucket is ready')
}
