import type pg from 'pg'

/** Reports how long each caller waited for a connection. */
export function observePool(pool: pg.Pool, onWait: (seconds: number) => void): void {
  const connect = pool.connect.bind(pool)
  function observed(): Promise<pg.PoolClient>
  function observed(callback: PoolCallback): void
  function observed(callback?: PoolCallback): Promise<pg.PoolClient> | undefined {
    const startedAt = performance.now()
    const reportWait = () => onWait((performance.now() - startedAt) / 1000)
    // The pool calls connect() itself with a callback; our code uses the promise.
    if (!callback) return connect().finally(reportWait)
    connect((error, client, done) => {
      reportWait()
      callback(error, client, done)
    })
    return undefined
  }
  pool.connect = observed
}

type PoolCallback = Parameters<typeof pg.Pool.prototype.connect>[0]
