import { cancelledBy } from '../errors.ts'

export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(cancelledBy(signal))
    const stop = () => {
      clearTimeout(timer)
      if (signal) reject(cancelledBy(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Rejects for this caller when the signal aborts; the promise continues for others. */
export function orCancelled<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelledBy(signal))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

export interface TimeLimit {
  readonly signal: AbortSignal
  /** Must be called at the end. */
  done(): void
}

/** A signal that aborts with the given one, or with `error` after the time. */
export function limitTime(ms: number, error: () => Error, signal?: AbortSignal): TimeLimit {
  const controller = new AbortController()
  const stop = () => controller.abort(signal && cancelledBy(signal))
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(() => controller.abort(error()), ms)
  return {
    signal: controller.signal,
    done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    },
  }
}
