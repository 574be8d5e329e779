/** One import that is followed: when its status is read next, and how it ends. */
import { cancelledBy, type InletError, TimeoutError } from '../errors.ts'
import type { WaitOptions } from './handle.ts'

export interface FollowOneOptions<Status> extends WaitOptions<Status> {
  /** When to poll for the first time. */
  firstMs?: number
  /** Stops at a status that is not final. */
  isOver?: (status: Status) => boolean
}

export interface TrackedImport<Status> {
  readonly key: string
  intervalMs: number
  nextAt: number
  /** Not on the first pages of the list. */
  isFar: boolean
  /** Its status was read since the event feed is live, so an event reports the next change. */
  isCovered: boolean
  /** What the list said last. */
  listed: Status | undefined
  readonly showsProgress: boolean
  tell(status: Status): void
  fail(error: unknown): void
}

interface Settle<Status> {
  /** Called once, before the promise is settled. */
  onEnd: () => void
  resolve: (status: Status) => void
  reject: (error: unknown) => void
}

const sixHoursMs = 6 * 3600 * 1000
const growth = 1.5

/** Ends with a final status, an error, a timeout or a cancellation, whichever comes first. */
export function trackImport<Status>(
  isFinal: (status: Status) => boolean,
  { key, firstMs, intervalMs }: { key: string; firstMs: number; intervalMs: number },
  { signal, onStatus, isOver, waitTimeoutMs = sixHoursMs }: FollowOneOptions<Status>,
  { onEnd, resolve, reject }: Settle<Status>,
): TrackedImport<Status> {
  const end = (settle: () => void) => {
    clearTimeout(deadline)
    signal?.removeEventListener('abort', stop)
    onEnd()
    settle()
  }
  const stop = () => end(() => signal && reject(cancelledBy(signal)))
  const deadline = setTimeout(() => end(() => reject(tooLate(key, waitTimeoutMs))), capTimer(waitTimeoutMs))
  signal?.addEventListener('abort', stop, { once: true })
  return {
    key,
    intervalMs,
    nextAt: performance.now() + firstMs,
    isFar: false,
    isCovered: false,
    listed: undefined,
    showsProgress: onStatus !== undefined,
    tell(status) {
      onStatus?.(status)
      if (isFinal(status) || isOver?.(status)) end(() => resolve(status))
    },
    fail: (error) => end(() => reject(error)),
  }
}

/** Counted from the start of the call, so that a call that the service has held is followed by the next at once. */
export function scheduleNext(
  one: Pick<TrackedImport<unknown>, 'nextAt' | 'intervalMs'>,
  startedAt: number,
  longestMs: number,
): void {
  one.nextAt = startedAt + one.intervalMs * (0.9 + Math.random() * 0.2)
  one.intervalMs = Math.min(longestMs, one.intervalMs * growth)
}

/** Timers are limited to 24 days. */
function capTimer(ms: number): number {
  return Math.min(ms, 2 ** 31 - 1)
}

function tooLate(key: string, ms: number): InletError {
  const message = `${key} was still being processed after ${Math.round(ms / 60_000)} minutes. The service continues; check its status later, or increase waitTimeoutMs.`
  return new TimeoutError(message, { code: 'wait_timeout' })
}
