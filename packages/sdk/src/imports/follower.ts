/**
 * Follows many imports to their end with few calls: one page of a list tells about fifty of them. What the first
 * pages do not show is asked for by itself. States that are not known count as "still waiting".
 */
import {
  ConnectionError,
  cancelledBy,
  type InletError,
  RateLimitedError,
  ServerError,
  TimeoutError,
} from '../errors.ts'
import type { FollowOptions } from './handle.ts'

export interface Followed<Status> {
  fetchOne(key: string, signal: AbortSignal): Promise<Status>
  /** Newest first, by key. Left out where the list does not show imports that are under way. */
  fetchPage?(
    offset: number,
    signal: AbortSignal,
  ): Promise<{ items: ReadonlyMap<string, Status>; hasNext: boolean }>
  isFinal(status: Status): boolean
}

export interface FollowOneOptions<Status> extends FollowOptions {
  /** When to look for the first time. */
  firstMs?: number
  onStatus?: (status: Status) => void
}

export interface Follower<Status> {
  /** Resolves with the final status, whatever it is. */
  follow(key: string, options?: FollowOneOptions<Status>): Promise<Status>
}

interface Tracked<Status> {
  key: string
  intervalMs: number
  nextAt: number
  /** Too far down the list to be found on its first pages. */
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
const mostPages = 3
const sixHoursMs = 6 * 3600 * 1000

export function createFollower<Status>(kind: Followed<Status>, timing = usual): Follower<Status> {
  const tracked = new Map<string, Set<Tracked<Status>>>()
  let timer: ReturnType<typeof setTimeout> | undefined
  /** While a look is under way; aborted when nobody is interested any more. */
  let look: AbortController | undefined

  const all = () => [...tracked.values()].flatMap((set) => [...set])

  function schedule(): void {
    clearTimeout(timer)
    const waiting = all()
    if (waiting.length === 0) look?.abort()
    if (look || waiting.length === 0) return
    const nextAt = Math.min(...waiting.map((one) => one.nextAt))
    timer = setTimeout(() => void lookAround(), Math.max(0, nextAt - performance.now()))
  }

  async function lookAround(): Promise<void> {
    look = new AbortController()
    const { signal } = look
    const now = performance.now()
    const due = all().filter((one) => one.nextAt <= now)
    const near = new Set(all().flatMap((one) => (one.isFar ? [] : [one.key])))
    const isListed = kind.fetchPage !== undefined && near.size > 1
    if (isListed && due.some((one) => !one.isFar)) await lookThroughList(near, signal)
    const alone = due.filter((one) => !isListed || one.isFar)
    // One after the other: each asks the pacer for a turn, and none may fill the queue.
    for (const key of new Set(alone.map((one) => one.key))) if (tracked.has(key)) await lookAt(key, signal)
    look = undefined
    schedule()
  }

  async function lookThroughList(keys: ReadonlySet<string>, signal: AbortSignal): Promise<void> {
    const missing = new Set(keys)
    try {
      for (let page = 0; page < mostPages && missing.size > 1; page += 1) {
        const found = await kind.fetchPage?.(page * pageItems, signal)
        if (!found) break
        const { items, hasNext } = found
        for (const key of missing) {
          const status = items.get(key)
          if (status === undefined) continue
          missing.delete(key)
          hear(key, status)
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

  async function lookAt(key: string, signal: AbortSignal): Promise<void> {
    try {
      hear(key, await kind.fetchOne(key, signal))
    } catch (error) {
      failed(key, error)
    }
  }

  function hear(key: string, status: Status): void {
    for (const one of tracked.get(key) ?? []) {
      later(one)
      one.tell(status)
    }
  }

  function failed(key: string, error: unknown): void {
    for (const one of tracked.get(key) ?? []) {
      if (mayPass(error)) later(one)
      else one.fail(error)
    }
  }

  function later(one: Tracked<Status>): void {
    one.nextAt = performance.now() + one.intervalMs * (0.9 + Math.random() * 0.2)
    one.intervalMs = Math.min(timing.longestMs, one.intervalMs * growth)
  }

  function forget(one: Tracked<Status>): void {
    const same = tracked.get(one.key)
    same?.delete(one)
    if (same?.size === 0) tracked.delete(one.key)
    schedule()
  }

  return {
    follow(key, { signal, onStatus, firstMs = timing.firstMs, waitTimeoutMs = sixHoursMs } = {}) {
      return new Promise<Status>((resolve, reject) => {
        if (signal?.aborted) return reject(cancelledBy(signal))
        const end = (settle: () => void) => {
          clearTimeout(deadline)
          signal?.removeEventListener('abort', stop)
          forget(one)
          settle()
        }
        const stop = () => end(() => signal && reject(cancelledBy(signal)))
        const deadline = setTimeout(
          () => end(() => reject(tooLate(key, waitTimeoutMs))),
          capTimer(waitTimeoutMs),
        )
        const one: Tracked<Status> = {
          key,
          intervalMs: firstMs,
          nextAt: performance.now() + firstMs,
          isFar: false,
          tell(status) {
            onStatus?.(status)
            if (kind.isFinal(status)) end(() => resolve(status))
          },
          fail: (error) => end(() => reject(error as Error)),
        }
        signal?.addEventListener('abort', stop, { once: true })
        const same = tracked.get(key) ?? new Set()
        tracked.set(key, same.add(one))
        schedule()
      })
    },
  }
}

function mayPass(error: unknown): boolean {
  return (
    error instanceof ConnectionError ||
    error instanceof TimeoutError ||
    error instanceof ServerError ||
    error instanceof RateLimitedError
  )
}

/** Timers hold 24 days at most. */
function capTimer(ms: number): number {
  return Math.min(ms, 2 ** 31 - 1)
}

function tooLate(key: string, ms: number): InletError {
  const message = `${key} was still being processed after ${Math.round(ms / 60_000)} minutes. It goes on; ask for its status later, or wait longer with waitTimeoutMs.`
  return new TimeoutError(message, { code: 'wait_timeout' })
}
