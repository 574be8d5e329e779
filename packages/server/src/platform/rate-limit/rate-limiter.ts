/**
 * An exact sliding-window limiter over any number of processes: PostgreSQL holds the times of the accepted
 * requests of each bucket and its clock decides (see docs/adr/0007).
 *
 * Two things keep it cheap. Requests that arrive while a query is under way go together into the next one,
 * as a group commit does. And a bucket that was refused is refused here, without a query, until its oldest
 * hit leaves the window: the accepted set cannot shrink earlier, so this stays exact.
 */
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

export interface Verdict {
  isAllowed: boolean
  limit: number
  remaining: number
  /** Until the oldest counted request leaves the window. */
  resetMs: number
  /** 0 when allowed. */
  retryAfterMs: number
}

export interface RateLimiter {
  take(bucket: string, limit: number): Promise<Verdict>
}

interface Waiter {
  resolve: (verdict: Verdict) => void
  reject: (error: unknown) => void
}

interface Order {
  limit: number
  waiters: Waiter[]
}

/** The answer was true at some moment between asking and hearing it, so both ends are kept. */
interface Denial {
  /** Counted from asking: never later than the true moment, so no request is refused here that would pass. */
  askAgainAt: number
  /** Counted from hearing: never earlier, so who waits this long is accepted. */
  freeAt: number
}

interface Row {
  granted: number
  remaining: number
  retry_after_ms: number
  reset_ms: number
}

export const windowMs = 60_000
const batchesUnderWay = 2

export function createRateLimiter(
  pool: pg.Pool,
  monotonicNow: () => number = () => performance.now(),
  spanMs = windowMs,
): RateLimiter {
  const denials = new LRUCache<string, Denial>({ max: 50_000 })
  let queue = new Map<string, Order>()
  let running = 0

  async function ask(batch: Map<string, Order>): Promise<void> {
    const askedAt = monotonicNow()
    const orders = [...batch].sort(([a], [b]) => (a < b ? -1 : 1))
    const { rows } = await pool.query<Row>({
      name: 'rate_limit_take',
      text: 'select * from rate_limit_take($1, $2, $3, $4)',
      values: [
        orders.map(([bucket]) => bucket),
        orders.map(([, order]) => order.limit),
        orders.map(([, order]) => order.waiters.length),
        spanMs,
      ],
    })
    const heardAt = monotonicNow()
    for (const [index, [bucket, order]] of orders.entries()) {
      const row = rows[index]
      if (!row) throw new Error('The rate limiter answered for fewer buckets than it was asked about.')
      if (row.retry_after_ms > 0) {
        denials.set(bucket, {
          askAgainAt: askedAt + row.retry_after_ms,
          freeAt: heardAt + row.retry_after_ms,
        })
      }
      for (const [place, waiter] of order.waiters.entries()) {
        const isAllowed = place < row.granted
        waiter.resolve({
          isAllowed,
          limit: order.limit,
          remaining: isAllowed ? row.remaining + row.granted - place - 1 : 0,
          resetMs: row.reset_ms,
          retryAfterMs: isAllowed ? 0 : row.retry_after_ms,
        })
      }
    }
  }

  function pump(): void {
    while (running < batchesUnderWay && queue.size > 0) {
      const batch = queue
      queue = new Map()
      running += 1
      ask(batch)
        .catch((error: unknown) => {
          for (const { waiters } of batch.values()) for (const waiter of waiters) waiter.reject(error)
        })
        .finally(() => {
          running -= 1
          pump()
        })
    }
  }

  return {
    take(bucket, limit) {
      const denial = denials.get(bucket)
      const now = monotonicNow()
      if (denial && now < denial.askAgainAt) {
        const waitMs = Math.ceil(denial.freeAt - now)
        return Promise.resolve({
          isAllowed: false,
          limit,
          remaining: 0,
          resetMs: waitMs,
          retryAfterMs: waitMs,
        })
      }
      return new Promise((resolve, reject) => {
        const order = queue.get(bucket) ?? { limit, waiters: [] }
        order.waiters.push({ resolve, reject })
        queue.set(bucket, order)
        // The microtask lets the requests of one read from the network travel together.
        queueMicrotask(pump)
      })
    },
  }
}
