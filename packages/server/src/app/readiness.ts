import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../platform/db/database.ts'
import type { ReadinessCheck } from '../platform/http/health.ts'
import { countWorkers } from '../platform/jobs/inspect-jobs.ts'
import type { Deps } from './deps.ts'
import { storageCheck } from './storage-check.ts'

/**
 * Every request needs the database and two of its connection pools. Without the object store, tokens, lists, status and
 * search still work, so an outage of the store must not take every api out of the load balancer.
 */
export function apiReadiness({ db, authDb, limiterPool, store }: Deps): ReadinessCheck[] {
  return [
    databaseCheck('database', db),
    databaseCheck('authentication', authDb),
    limiterCheck(limiterPool),
    { ...storageCheck(store), isOptional: true },
    { ...workersCheck(db), isOptional: true },
  ]
}

/** Almost every job needs both. */
export function workerReadiness({ db, store }: Deps): ReadinessCheck[] {
  return [databaseCheck('database', db), storageCheck(store)]
}

function databaseCheck(name: string, db: Db): ReadinessCheck {
  return {
    name,
    run: async () => {
      await sql`select 1`.execute(db)
      return undefined
    },
  }
}

/** The limiter uses its pool directly. */
function limiterCheck(pool: pg.Pool): ReadinessCheck {
  return {
    name: 'limiter',
    run: async () => {
      await pool.query('select 1')
      return undefined
    },
  }
}

function workersCheck(db: Db): ReadinessCheck {
  return {
    name: 'workers',
    run: async () => {
      const { live } = await countWorkers(db)
      if (live === 0) throw new NoWorker()
      return `${live} running`
    },
  }
}

/** The name is shown by /readyz. */
class NoWorker extends Error {
  override name = 'NoWorker'
}
