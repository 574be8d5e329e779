/**
 * A connection that is closed as soon as it stops answering. A network that drops packets silently leaves connections
 * that look healthy and never answer; in a pool they would fail one request after the other.
 *
 * A statement without an answer is checked on another connection: while the server runs it, it is only slow and may
 * take as long as its profile allows. Otherwise the connection is dead.
 */
import pg from 'pg'
import { ConnectionLost, endsConnection } from './lost-connection.ts'
import { isRunningStatement } from './server-session.ts'

export interface WatchedConnection {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>
  /** With an error, the connection is closed instead of being returned to the pool. Only the first call counts. */
  release(error?: Error | boolean): void
}

const checkAfterMs = 1_500
/** An answer that was sent while the server was being asked arrives within this time. */
const graceMs = 250

/** @param silentMs see `PoolProfile` */
export function watchConnection(client: pg.PoolClient, url: string, silentMs = 0): WatchedConnection {
  let isReleased = false

  function release(error?: Error | boolean): void {
    if (isReleased) return
    isReleased = true
    client.release(error)
  }

  return {
    release,
    async query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>> {
      if (isReleased) throw new ConnectionLost('The connection to the database was lost.')
      const stopWatching = watchStatement(client, url, silentMs, () =>
        release(new ConnectionLost('The database stopped answering.')),
      )
      try {
        return await client.query<Row>(query)
      } catch (error) {
        if (endsConnection(error)) release(error)
        throw error
      } finally {
        stopWatching()
      }
    },
  }
}

/** Calls `onLost` when the server no longer runs the statement, or has left checks unanswered for `silentMs`. */
function watchStatement(
  client: pg.PoolClient,
  url: string,
  silentMs: number,
  onLost: () => void,
): () => void {
  let isAnswered = false
  let silentSince: number | undefined
  let timer = setTimeout(() => void check(), checkAfterMs)

  async function check(): Promise<void> {
    const isAlive = await askServer()
    if (isAnswered) return
    timer = isAlive ? setTimeout(() => void check(), checkAfterMs) : setTimeout(onLost, graceMs)
  }

  async function askServer(): Promise<boolean> {
    const askedAt = performance.now()
    try {
      const isRunning = await isRunningStatement(client, url)
      silentSince = undefined
      return isRunning
    } catch (error) {
      if (isServerAnswer(error)) return true
      silentSince ??= askedAt
      return performance.now() - silentSince < silentMs
    }
  }

  return () => {
    isAnswered = true
    clearTimeout(timer)
  }
}

/** A server that rejects the check, e.g. because all connections are in use, is alive. */
const isServerAnswer = (error: unknown) => error instanceof pg.DatabaseError

/** One query on a connection of the pool. */
export async function queryWatched<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: pg.QueryConfig,
): Promise<pg.QueryResult<Row>> {
  const connection = await connectWatched(pool)
  let isDiscarded = true
  try {
    const result = await connection.query<Row>(query)
    isDiscarded = false
    return result
  } finally {
    // A text of several statements that fails may leave a transaction open.
    connection.release(isDiscarded)
  }
}

export async function connectWatched(pool: pg.Pool, silentMs?: number): Promise<WatchedConnection> {
  return watchConnection(await pool.connect(), urlOf(pool), silentMs)
}

export const urlOf = (pool: pg.Pool): string => pool.options.connectionString ?? ''
