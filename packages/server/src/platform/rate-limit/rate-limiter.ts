/**
 * An exact sliding-window limiter across any number of processes: PostgreSQL stores the times of the accepted
 * requests of each bucket, and its clock decides (see docs/adr/0007).
 *
 * Two things keep it cheap. Requests that arrive while a query is running are batched into the next one, like a group
 * commit. And a bucket that was rejected is rejected here, without a query, until its oldest hit leaves the window:
 * the accepted set cannot shrink earlier, so this stays exact.
 */
import { LRUCache } from 'lru-cache'
import type pg from 'pg'
import { rejectAfter } from '../db/lost-connection.ts'

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
  /** The verdict for a bucket that this process knows to be used up; takes nothing and asks no database. */
  knownDenial(bucket: string, limit: number): Verdict | undefined
}

interface Waiter {
  resolve: (verdict: Verdict) => void
  reject: (error: unknown) => void
}

interface BatchEntry {
  limit: number
  waiters: Waiter[]
}

/** The decision was made at some moment between query and result, so both bounds are kept. */
interface Denial {
  /** Counted from the query: never too late, so no request is rejected here that would pass. */
  recheckAt: number
  /** Counted from the result: never too early, so a client that waits this long is accepted. */
  freeAt: number
}

interface Row {
  granted: number
  remaining: number
  retry_after_ms: number
  reset_ms: number
}

export const windowMs = 60_000
const maxConcurrentBatches = 2
/** Every request waits for the limiter, so it is short; then the request is answered with 503. */
const limiterTimeoutMs = 2_000

export function createRateLimiter(
  pool: pg.Pool,
  monotonicNow: () => number = () => performance.now(),
  spanMs = windowMs,
): RateLimiter {
  const denials = new LRUCache<string, Denial>({ max: 50_000 })
  let queue = new Map<string, BatchEntry>()
  let running = 0

  async function runBatch(batch: Map<string, BatchEntry>): Promise<void> {
    const sentAt = monotonicNow()
    const entries = [...batch].sort(([a], [b]) => (a < b ? -1 : 1))
    const query = pool.query<Row>({
      name: 'rate_limit_take',
      text: 'select * from rate_limit_take($1, $2, $3, $4)',
      values: [
        entries.map(([bucket]) => bucket),
        entries.map(([, entry]) => entry.limit),
        entries.map(([, entry]) => entry.waiters.length),
        spanMs,
      ],
    })
    // A batch that times out makes room for the next.
    const { rows } = await rejectAfter(limiterTimeoutMs, query)
    const receivedAt = monotonicNow()
    for (const [index, [bucket, entry]] of entries.entries()) {
      const row = rows[index]
      if (!row) throw new Error('The rate limiter returned fewer rows than buckets.')
      if (row.retry_after_ms > 0) {
        denials.set(bucket, {
          recheckAt: sentAt + row.retry_after_ms,
          freeAt: receivedAt + row.retry_after_ms,
        })
      }
      for (const [place, waiter] of entry.waiters.entries()) {
        const isAllowed = place < row.granted
        waiter.resolve({
          isAllowed,
          limit: entry.limit,
          remaining: isAllowed ? row.remaining + row.granted - place - 1 : 0,
          resetMs: row.reset_ms,
          retryAfterMs: isAllowed ? 0 : row.retry_after_ms,
        })
      }
    }
  }

  function startBatches(): void {
    while (running < maxConcurrentBatches && queue.size > 0) {
      const batch = queue
      queue = new Map()
      running += 1
      runBatch(batch)
        .catch((error: unknown) => {
          for (const { waiters } of batch.values()) for (const waiter of waiters) waiter.reject(error)
        })
        .finally(() => {
          running -= 1
          startBatches()
        })
    }
  }

  function knownDenial(bucket: string, limit: number): Verdict | undefined {
    const denial = denials.get(bucket)
    const now = monotonicNow()
    if (!denial || now >= denial.recheckAt) return undefined
    const waitMs = Math.ceil(denial.freeAt - now)
    return { isAllowed: false, limit, remaining: 0, resetMs: waitMs, retryAfterMs: waitMs }
  }

  return {
    knownDenial,
    take(bucket, limit) {
      const denied = knownDenial(bucket, limit)
      if (denied) return Promise.resolve(denied)
      const verdict = new Promise<Verdict>((resolve, reject) => {
        const entry = queue.get(bucket) ?? { limit, waiters: [] }
        entry.waiters.push({ resolve, reject })
        queue.set(bucket, entry)
        // The microtask batches the requests that arrived in one network read.
        queueMicrotask(startBatches)
      })
      // The time in the queue counts as well.
      return rejectAfter(limiterTimeoutMs, verdict)
    },
  }
}
