/**
 * Names every query, so that PostgreSQL parses and plans it once per connection. The lists and access checks cost
 * more to plan than to run.
 */
import { createHash } from 'node:crypto'
import type { PostgresCursor, PostgresPool, PostgresQueryResult } from 'kysely'
import type pg from 'pg'
import type { WatchedConnection } from './watched-connection.ts'

/** Query texts are static and far fewer than this. The cap guards against a bug that generates them. */
const maxNames = 1_000

/** A pool, or anything else that provides connections. */
interface ConnectionSource {
  options: pg.PoolOptions
  connect(): Promise<WatchedConnection>
  end(): Promise<void>
}

export function preparingPool(source: ConnectionSource): PostgresPool {
  const names = new Map<string, string>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= maxNames) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }

  return {
    options: source.options,
    end: () => source.end(),
    async connect() {
      const connection = await source.connect()
      function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
      function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
      function query(text: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
        // Kysely passes a cursor only when streaming, which nothing here does.
        if (typeof text !== 'string') throw new Error('Cursors are not supported.')
        const name = nameOf(text)
        return connection.query(
          name === undefined ? { text, values: [...values] } : { name, text, values: [...values] },
        )
      }
      return { query, release: (isDiscarded) => connection.release(isDiscarded) }
    },
  }
}
