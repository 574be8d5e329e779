import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { preparingPool } from './prepared.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

export interface Database {
  db: Db
  pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  poolSize: number
  applicationName: string
  /** Called for connections that break while idle; the pool replaces them. */
  onError: (error: Error) => void
}

// Ids and counts are int8 in the database and far below 2^53, so numbers are safe.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * JIT is off: compiling takes seconds where the planner expects many rows, and no query of ours runs long enough to
 * benefit.
 */
export function createPool(options: DatabaseOptions, settings: Record<string, string> = {}): pg.Pool {
  const startup = Object.entries({ timezone: 'UTC', jit: 'off', ...settings }).map(
    ([name, value]) => `-c ${name}=${value}`,
  )
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    options: startup.join(' '),
    types,
  })
  pool.on('error', (error: Error & { client?: unknown }) => {
    // The pool attaches the whole connection with its prepared statements, which does not belong in a log.
    delete error.client
    options.onError(error)
  })
  // A connection that breaks while in use fails its query; without this listener it would also end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = createPool(options)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(pool) }) })
  return {
    db,
    pool,
    async close() {
      await db.destroy()
      // Kysely ends the pool only if it has used it; an idle connection would keep the process alive for half a
      // minute.
      if (!pool.ending) await pool.end()
    },
  }
}

/** Runs `work` in one transaction; any error rolls it back. */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(work)
}
