/**
 * Polls many imports with few calls: one page of a list has the status of fifty. Imports that are not on the first pages
 * are requested one by one. Unknown states count as "still processing".
 */
import { cancelledBy, type InletError, isTransient, TimeoutError } from '../errors.ts'
import type { FollowOptions } from './handle.ts'

export interface Followed<Status> {
  fetchOne(key: string, signal: AbortSignal): Promise<Status>
  /** Newest first, by key. Undefined if the list does not contain running imports. */
  fetchPage?(
    offset: number,
    signal: AbortSignal,
  ): Promise<{ items: ReadonlyMap<string, Status>; hasNext: boolean }>
  isFinal(status: Status): boolean
  /** The call limit, once it is known. */
  callsPerMinute?(): number | undefined
}

export interface FollowOneOptions<Status> extends FollowOptions {
  /** When to poll for the first time. */
  firstMs?: number
  onStatus?: (status: Status) => void
  /** Stops at a status that is not final. */
  isOver?: (status: Status) => boolean
}

export interface Follower<Status> {
  /** Resolves with the final status, success or not. */
  follow(key: string, options?: FollowOneOptions<Status>): Promise<Status>
}

interface Tracked<Status> {
  key: string
  intervalMs: number
  nextAt: number
  /** Not on the first pages of the list. */
  isFar: boolean
  tell(status: Status): void
  fail(error: unknown): void
}

export interface FollowTiming {
  firstMs: number
  longestMs: number
}

const usual: FollowTiming = { firstMs: 1000, longestMs: 15_000 }
const growth = 1.5
const pageItems = 50
/** With a high call limit the first poll comes sooner, as long as one import uses at most a quarter of the calls. */
const soonestMs = 200
const pollShareOfOne = 0.25
const sixHoursMs = 6 * 3600 * 1000

export function createFollower<Status>(kind: Followed<Status>, timing = usual): Follower<Status> {
  const tracked = new Map<string, Set<Tracked<Status>>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Set during a poll; aborted when no import is followed any more. */
  let pollAbort: AbortController | undefined

  const all = () => [...tracked.values()].flatMap((set) => [...set])

  function schedule(): void {
    clearTimeout(timer)
    const waiting = all()
    if (waiting.length === 0) pollAbort?.abort()
    if (pollAbort || waiting.length === 0) return
    const nextAt = Math.min(...waiting.map((one) => one.nextAt))
    timer = setTimeout(() => void poll(), Math.max(0, nextAt - performance.now()))
  }

  async function poll(): Promise<void> {
    pollAbort = new AbortController()
    const { signal } = pollAbort
    const now = performance.now()
    const due = all().filter((one) => one.nextAt <= now)
    const near = new Set(all().flatMap((one) => (one.isFar ? [] : [one.key])))
    const isListed = kind.fetchPage !== undefined && near.size > 1
    if (isListed && due.some((one) => !one.isFar)) await pollList(near, signal)
    const alone = due.filter((one) => !isListed || one.isFar)
    // One after the other, so that polls do not fill the queue of the pacer.
    for (const key of new Set(alone.map((one) => one.key))) if (tracked.has(key)) await pollOne(key, signal)
    pollAbort = undefined
    schedule()
  }

  async function pollList(keys: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const missing = new Set(keys)
    try {
      // Beyond that, requesting each import takes fewer calls than reading more pages.
      for (let page = 0; missing.size > Math.max(1, page); page += 1) {
        const found = await kind.fetchPage?.(page * pageItems, signal)
        if (!found) break
        const { items, hasNext } = found
        for (const key of missing) {
          const status = items.get(key)
          if (status === undefined) continue
          missing.delete(key)
          report(key, status)
        }
        if (!hasNext) break
      }
    } catch (error) {
      for (const key of missing) failed(key, error)
      return
    }
    for (const key of missing) {
      for (const one of tracked.get(key) ?? []) one.isFar = true
    }
  }

  async function pollOne(key: string, signal: AbortSignal): Promise<void> {
    try {
      report(key, await kind.fetchOne(key, signal))
    } catch (error) {
      failed(key, error)
    }
  }

  function report(key: string, status: Status): void {
    for (const one of tracked.get(key) ?? []) {
      scheduleNext(one, timing.longestMs)
      one.tell(status)
    }
  }

  function failed(key: string, error: unknown): void {
    for (const one of tracked.get(key) ?? []) {
      if (isTransient(error)) scheduleNext(one, timing.longestMs)
      else one.fail(error)
    }
  }

  function forget(one: Tracked<Status>): void {
    const same = tracked.get(one.key)
    same?.delete(one)
    if (same?.size === 0) tracked.delete(one.key)
    schedule()
  }

  return {
    follow(key, options = {}) {
      return new Promise((resolve, reject) => {
        if (options.signal?.aborted) return reject(cancelledBy(options.signal))
        const firstMs = Math.min(options.firstMs ?? timing.firstMs, affordableMs(kind.callsPerMinute?.()))
        const onEnd = () => forget(one)
        const one = track(kind, { key, firstMs }, options, { onEnd, resolve, reject })
        tracked.set(key, (tracked.get(key) ?? new Set()).add(one))
        schedule()
      })
    },
  }
}

interface Settle<Status> {
  /** Called once, before the promise is settled. */
  onEnd: () => void
  resolve: (status: Status) => void
  reject: (error: unknown) => void
}

/** Ends with a final status, an error, a timeout or a cancellation, whichever comes first. */
function track<Status>(
  kind: Pick<Followed<Status>, 'isFinal'>,
  { key, firstMs }: { key: string; firstMs: number },
  { signal, onStatus, isOver, waitTimeoutMs = sixHoursMs }: FollowOneOptions<Status>,
  { onEnd, resolve, reject }: Settle<Status>,
): Tracked<Status> {
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
    intervalMs: firstMs,
    nextAt: performance.now() + firstMs,
    isFar: false,
    tell(status) {
      onStatus?.(status)
      if (kind.isFinal(status) || isOver?.(status)) end(() => resolve(status))
    },
    fail: (error) => end(() => reject(error)),
  }
}

function scheduleNext(one: Pick<Tracked<unknown>, 'nextAt' | 'intervalMs'>, longestMs: number): void {
  one.nextAt = performance.now() + one.intervalMs * (0.9 + Math.random() * 0.2)
  one.intervalMs = Math.min(longestMs, one.intervalMs * growth)
}

/** How soon the first poll may come at this call limit. */
function affordableMs(callsPerMinute: number | undefined): number {
  if (callsPerMinute === undefined) return Number.POSITIVE_INFINITY
  return Math.max(soonestMs, 60_000 / (callsPerMinute * pollShareOfOne))
}

/** Timers are limited to 24 days. */
function capTimer(ms: number): number {
  return Math.min(ms, 2 ** 31 - 1)
}

function tooLate(key: string, ms: number): InletError {
  const message = `${key} was still being processed after ${Math.round(ms / 60_000)} minutes. The service continues; check its status later, or increase waitTimeoutMs.`
  return new TimeoutError(message, { code: 'wait_timeout' })
}
