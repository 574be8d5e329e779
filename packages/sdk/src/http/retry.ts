/** Retries transient failures with exponential backoff and full jitter, but not before Retry-After. */
import { ApiError, type InletError, RateLimitedError, TimeoutError } from '../errors.ts'
import { limitTime, sleep } from './wait.ts'

export interface RetryRules {
  maxRetries: number
  /** For all attempts and the pauses between them; time outside `spend` is not counted. */
  timeoutMs: number
  signal?: AbortSignal | undefined
  isRetryable(error: InletError): boolean
  /** Errors that are delayed elsewhere: they count neither as a retry nor as time. */
  isDelayedElsewhere?(error: InletError): boolean
  /** An earlier attempt is still running: asking again is not a retry, and is limited by the time only. */
  isInProgress?(error: InletError): boolean
  onRetry?(error: InletError, pauseMs: number): void
}

export interface Budget {
  /** The number of earlier attempts. */
  readonly attempt: number
  /** Runs within the remaining time. */
  readonly spend: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>
}

const firstStepMs = 500
const longestStepMs = 8000
/** An attempt that hangs must leave time for another. */
const shareOfAttempt = 0.5

export async function withRetries<T>(rules: RetryRules, attempt: (budget: Budget) => Promise<T>): Promise<T> {
  let leftMs = rules.timeoutMs
  let retries = 0
  let pauses = 0
  const spend = async <U>(work: (signal: AbortSignal) => Promise<U>): Promise<U> => {
    const startedAt = performance.now()
    const limitMs = Math.min(leftMs, rules.timeoutMs * shareOfAttempt)
    const limited = limitTime(limitMs, () => tooLate(limitMs), rules.signal)
    try {
      return await work(limited.signal)
    } finally {
      limited.done()
      leftMs -= performance.now() - startedAt
    }
  }
  for (;;) {
    try {
      return await attempt({ attempt: retries, spend })
    } catch (error) {
      const failure = error as InletError
      if (!rules.isRetryable(failure)) throw failure
      if (rules.isDelayedElsewhere?.(failure)) continue
      const isInProgress = rules.isInProgress?.(failure) === true && rules.maxRetries > 0
      if (retries >= rules.maxRetries && !isInProgress) throw failure
      const pauseMs = pauseAfter(failure, pauses)
      if (pauseMs >= leftMs) throw failure
      pauses += 1
      if (!isInProgress) retries += 1
      leftMs -= pauseMs
      rules.onRetry?.(failure, pauseMs)
      await sleep(pauseMs, rules.signal)
    }
  }
}

export function pauseAfter(error: InletError, retries: number, random = Math.random()): number {
  const askedMs = error instanceof ApiError ? error.retryAfterMs : undefined
  const stepMs = Math.min(longestStepMs, firstStepMs * 2 ** retries)
  if (askedMs === undefined) return random * stepMs
  // Many clients get the same value; they should not all retry at the same moment.
  return askedMs + random * (error instanceof RateLimitedError ? 100 : stepMs)
}

function tooLate(ms: number): TimeoutError {
  const message = `No response within ${Math.round(ms / 1000)} s. Try again, or increase timeoutMs.`
  return new TimeoutError(message, { code: 'timeout' })
}
