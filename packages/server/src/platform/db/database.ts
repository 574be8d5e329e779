import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { markTransaction } from './open-transactions.ts'
import { type PoolProfile, type PoolProfileName, poolProfiles, startupOptions } from './pool-profiles.ts'
import { preparingPool } from './prepared.ts'
import { verifySession } from './server-session.ts'
import type { Tables } from './tables.ts'
import { connectWatched } from './watched-connection.ts'

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
  profile: PoolProfileName
  /** Called for connections that break while idle; the pool replaces them. */
  onError: (error: Error) => void
}

// Ids and counts are int8 in the database and far below 2^53, so numbers are safe.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, Number)

export function createPool(options: DatabaseOptions): pg.Pool {
  const profile: PoolProfile = poolProfiles[options.profile]
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize,
    application_name: options.applicationName,
    connectionTimeoutMillis: profile.connectMs,
    query_timeout: profile.answerMs,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    options: startupOptions(profile),
    // The pool waits for the promise, although its type does not say so.
    onConnect: (client): unknown => verifySession(client),
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

/** Opens all connections of the pool. */
export async function openConnections(pool: pg.Pool): Promise<void> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const client of clients) client.release()
}

export function openDatabase(options: DatabaseOptions): Database {
  const pool = createPool(options)
  const { silentMs }: PoolProfile = poolProfiles[options.profile]
  const source = {
    options: pool.options,
    connect: () => connectWatched(pool, silentMs),
    end: () => pool.end(),
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(source) }) })
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

/**
 * Runs `work` in one transaction; any error rolls it back. Calls to other systems are not allowed inside: see
 * `assertNoTransaction`.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute((tx) => markTransaction(() => work(tx)))
}
