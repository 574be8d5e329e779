/**
 * A token bucket per name, in the memory of this process. It costs no query, so it suits generous limits that only keep
 * one caller from occupying the process; exact limits over all processes are in rate-limiter.ts.
 */
import { LRUCache } from 'lru-cache'
import type { Verdict } from './rate-limiter.ts'

export interface LocalLimiter {
  take(name: string): Verdict
}

interface Bucket {
  tokens: number
  filledAt: number
}

const minuteMs = 60_000

export function createLocalLimiter(
  limitPerMinute: number,
  monotonicNow: () => number = () => performance.now(),
): LocalLimiter {
  const buckets = new LRUCache<string, Bucket>({ max: 50_000 })
  const msPerToken = minuteMs / limitPerMinute
  return {
    take(name) {
      const now = monotonicNow()
      const known = buckets.get(name) ?? { tokens: limitPerMinute, filledAt: now }
      const tokens = Math.min(limitPerMinute, known.tokens + (now - known.filledAt) / msPerToken)
      const isAllowed = tokens >= 1
      const left = isAllowed ? tokens - 1 : tokens
      buckets.set(name, { tokens: left, filledAt: now })
      return {
        isAllowed,
        limit: limitPerMinute,
        remaining: Math.floor(left),
        resetMs: (limitPerMinute - left) * msPerToken,
        retryAfterMs: isAllowed ? 0 : (1 - tokens) * msPerToken,
      }
    },
  }
}
