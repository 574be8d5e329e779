/**
 * Transactions that can also COPY: tens of thousands of rows commit together with the statements that describe them.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { Database, Tx } from './database.ts'
import { preparingPool } from './prepared.ts'
import type { Tables } from './tables.ts'

const chunksAtOnce = 16

/** Sends the bytes of a `copy … from stdin` with backpressure. Returns the number of rows. */
export type Copy = (statement: string, chunks: Iterable<Uint8Array>) => Promise<number>

/** Like `inTransaction`, on one connection shared by queries and COPY. */
export async function inCopyTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (tx: Tx, copy: Copy) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  const query = client.query.bind(client) as pg.PoolClient['query']
  const source = {
    options: pool.options,
    connect: async () => ({ query, release() {} }),
    end: async () => {},
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparingPool(source) }) })
  let hasFailed = true
  try {
    const result = await db.transaction().execute((tx) => work(tx, copyOn(client)))
    hasFailed = false
    return result
  } finally {
    // After a failure the state of the connection is unknown, and a new one is cheap.
    client.release(hasFailed)
  }
}

function copyOn(client: pg.PoolClient): Copy {
  return async (statement, chunks) => {
    const stream = client.query(from(statement))
    await pipeline(Readable.from(withPauses(chunks)), stream)
    return stream.rowCount
  }
}

/**
 * A database that accepts every chunk immediately never makes us wait, and the event loop would be blocked until the
 * last chunk: no heartbeats, other jobs or signals.
 */
async function* withPauses(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let count = 0
  for (const chunk of chunks) {
    yield chunk
    count += 1
    if (count % chunksAtOnce === 0) await setImmediate()
  }
}
