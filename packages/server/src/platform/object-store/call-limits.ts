/**
 * How long calls to the store may take. `complete` of a form answers within 35 seconds even if the store accepts
 * connections and never answers: two short calls and one copy take at most 34. Parts take a list and an assembly more.
 */
import { StoreTimeout } from './store-errors.ts'

export interface CallLimit {
  /** Until the headers of the answer; the SDK repeats a call that exceeds it. */
  attemptMs: number
  /** For all attempts together. */
  totalMs: number
}

export const callLimits = {
  /** Calls with a small answer, such as HEAD. */
  short: { attemptMs: 4_000, totalMs: 8_000 },
  /** A thousand keys listed or deleted. */
  batch: { attemptMs: 15_000, totalMs: 30_000 },
  /** Until the first byte; after that `endOnSilence` applies. */
  read: { attemptMs: 10_000, totalMs: 20_000 },
  /** One copy inside the store, or one part of it. Not repeated when it is slow. */
  copy: { attemptMs: 18_000, totalMs: 18_000 },
  /** Some stores assemble the parts before they answer. */
  assemble: { attemptMs: 60_000, totalMs: 60_000 },
} as const satisfies Record<string, CallLimit>

/** A connection over which no byte moves for this long is closed. */
export const silenceMs = 30_000

const slowestBytesPerMs = 500

/** The silence of the connection ends a stalled upload much earlier; this only bounds one that trickles. */
export function writeLimit(bytes: number): CallLimit {
  const totalMs = 20_000 + Math.ceil(bytes / slowestBytesPerMs)
  return { attemptMs: totalMs, totalMs }
}

export interface CallOptions {
  abortSignal: AbortSignal
  requestTimeout: number
}

/** Runs a call with a deadline over all its attempts. `signal` also applies to the body of the answer. */
export async function within<T>(
  { attemptMs, totalMs }: CallLimit,
  call: (options: CallOptions) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = new AbortController()
  const expired = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const reason = new StoreTimeout(`The object store did not answer within ${totalMs / 1000} s.`)
    deadline.abort(reason)
    expired.reject(reason)
  }, totalMs)
  const abortSignal = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal
  try {
    return await Promise.race([call({ abortSignal, requestTimeout: attemptMs }), expired.promise])
  } catch (error) {
    // The call itself fails with an "aborted" that does not say why.
    throw deadline.signal.aborted ? deadline.signal.reason : error
  } finally {
    clearTimeout(timer)
  }
}
