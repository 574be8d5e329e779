/**
 * Transactions that can also COPY: tens of thousands of rows commit together with the statements that describe them.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Database, type Db, inTransaction, type Tx } from './database.ts'
import { ConnectionLost } from './lost-connection.ts'
import { preparingPool } from './prepared.ts'
import type { Tables } from './tables.ts'
import { urlOf, type WatchedConnection, watchConnection } from './watched-connection.ts'

const chunksAtOnce = 16

/** Sends the bytes of a `copy … from stdin` with backpressure. Returns the number of rows. */
export type Copy = (statement: string, chunks: Iterable<Uint8Array>) => Promise<number>

/** Like `inTransaction`, on one connection shared by queries and COPY. */
export function inCopyTransaction<T>(
  database: Pick<Database, 'pool'>,
  work: (tx: Tx, copy: Copy) => Promise<T>,
): Promise<T> {
  return inCopySession(database, (session, copy) => inTransaction(session, (tx) => work(tx, copy)))
}

/** Without a transaction: for work on temporary tables that also calls other systems. */
export async function inCopySession<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (session: Db, copy: Copy) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const connection = watchConnection(client, urlOf(pool))
  const source = {
    options: pool.options,
    connect: async () => ({ ...connection, release() {} }),
    end: async () => {},
  }
  const session = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(source) }) })
  let isDiscarded = true
  try {
    const result = await work(session, copyOn(client, connection))
    isDiscarded = false
    return result
  } finally {
    // After a failure the state of the connection is unknown, and a new one is cheap.
    connection.release(isDiscarded)
  }
}

/** Longer than the server needs for the rows that are on their way to it and for the triggers of the table. */
const silenceMs = 60_000

function copyOn(client: pg.PoolClient, connection: WatchedConnection): Copy {
  return async (statement, chunks) => {
    const stream = client.query(from(statement))
    // The server waits for us during a COPY, so asking it would not tell whether the connection is dead.
    const silence = setTimeout(
      () => connection.release(new ConnectionLost('The database stopped accepting rows.')),
      silenceMs,
    )
    try {
      await pipeline(Readable.from(withPauses(chunks, silence)), stream)
    } finally {
      clearTimeout(silence)
    }
    return stream.rowCount
  }
}

/**
 * A database that accepts every chunk immediately never makes us wait, and the event loop would be blocked until the
 * last chunk: no heartbeats, other jobs or signals.
 */
async function* withPauses(
  chunks: Iterable<Uint8Array>,
  silence: NodeJS.Timeout,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for (const chunk of chunks) {
    yield chunk
    silence.refresh()
    count += 1
    if (count % chunksAtOnce === 0) await setImmediate()
  }
}
