/**
 * Keeps the calls of one API key within one of its rate limits, so that a program that is alone on its key never gets a 429. The
 * service counts a call in a sliding window at some moment between request and response. So a call occupies the window
 * from the request until one window after the response: then the service can never count more than the limit. If others
 * use the same key, the rate-limit headers of the responses slow the calls down.
 */
import { cancelledBy } from '../errors.ts'
import { CallWindow, marginMs } from './call-window.ts'
import type { RateLimit } from './rate-limit-headers.ts'

/** In this order: completing an import comes before starting one, and polling comes last. */
export type Priority = 'complete' | 'start' | 'poll'
const ranks: Record<Priority, number> = { complete: 0, start: 1, poll: 2 }

export interface Turn {
  /** The service has counted the call, although it has not answered yet. */
  counted(): void
  /** Must be called once: with the response, or without arguments if there was none. */
  over(answer?: { status: number; rateLimit: RateLimit }): void
}

export interface EnterOptions {
  signal?: AbortSignal | undefined
  /** For polls: the share of the limit that polls may use while other calls are being made, 0 to 1. */
  pollShare?: number | undefined
}

export interface Pacer {
  /** Resolves when a call may be sent. */
  enter(priority: Priority, options?: EnterOptions): Promise<Turn>
  /** The limit of the key, once an answer has reported it. */
  readonly callsPerMinute: number | undefined
  /** While calls wait for the limit: how long until the next one may be sent. */
  readonly resumesInMs: number | undefined
}

interface Waiter {
  rank: number
  since: number
  pollShare: number
  grant: (turn: Turn) => void
}

const refused = 429
/** After this time in the queue a call moves up one rank, so that many imports cannot starve polling. */
const agingMs = 60_000
/** An import that has made a call within this time is likely to make the next one soon. */
const busyMs = 10_000

export interface PacerOptions {
  /** Calls a minute, until a response reports the limit. */
  limit?: number
  now?: () => number
}

export function createPacer({
  limit: assumed = 20,
  now = () => performance.now(),
}: PacerOptions = {}): Pacer {
  let limit = assumed
  const calls = new CallWindow()
  const polls = new CallWindow()
  /** False until the first response: the limit of this key may be lower than the default, so only one call is sent. */
  let isLimitKnown = false
  let isLimitReported = false
  /** When the last call other than a poll was queued or answered. */
  let lastWorkAt = Number.NEGATIVE_INFINITY
  let pausedUntil = 0
  /** The count of the service, kept only while it shows that others use the key too. */
  let shared: { left: number; freeAt: number } | undefined
  const waiting: Waiter[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  /** When the next waiting call may be sent, if that does not depend on a pending response. */
  let resumesAt: number | undefined

  /** When a call of that rank may be sent; Infinity if that depends on a pending response. */
  function readyAt(rank: number, at: number): number {
    const capacity = isLimitKnown ? limit - reserveFor(rank, limit) : 1
    return Math.max(calls.freeAt(capacity, at), pausedUntil, sharedReadyAt(at))
  }

  function sharedReadyAt(at: number): number {
    if (!shared || shared.left > 0) return at
    // The oldest call has left the window: one call may be sent, and its response decides about the next.
    if (at >= shared.freeAt) return calls.underWay === 0 ? at : Number.POSITIVE_INFINITY
    return shared.freeAt
  }

  /** When the share of the polls allows this one; other calls need not wait for it. */
  function pollReadyAt({ rank, pollShare }: Waiter, at: number): number {
    if (rank !== ranks.poll || at >= lastWorkAt + busyMs) return at
    const mostPolls = Math.max(1, Math.floor(limit * pollShare))
    return Math.min(polls.freeAt(mostPolls, at), lastWorkAt + busyMs)
  }

  function pump(): void {
    clearTimeout(timer)
    resumesAt = undefined
    const at = now()
    for (;;) {
      const next = firstOf(
        waiting.filter((waiter) => pollReadyAt(waiter, at) <= at),
        at,
      )
      const ready = next
        ? readyAt(rankOf(next, at), at)
        : Math.min(...waiting.map((waiter) => pollReadyAt(waiter, at)))
      if (!next || ready > at) {
        if (ready === Number.POSITIVE_INFINITY) return
        resumesAt = ready
        timer = setTimeout(pump, Math.ceil(ready - at))
        return
      }
      waiting.splice(waiting.indexOf(next), 1)
      if (shared) shared.left -= 1
      next.grant(makeTurn(next.rank === ranks.poll))
    }
  }

  function makeTurn(isPoll: boolean): Turn {
    const windows = isPoll ? [calls, polls] : [calls]
    for (const window of windows) window.begin()
    let isCounted = false
    let isOver = false
    return {
      counted() {
        if (isCounted || isOver) return
        isCounted = true
        isLimitKnown = true
        for (const window of windows) window.end(now())
        pump()
      },
      over(answer) {
        if (isOver) return
        isOver = true
        isLimitKnown = true
        const at = now()
        if (!isPoll) lastWorkAt = at
        // A call without a response may have been counted; a refused call was not.
        const isRefused = answer?.status === refused
        if (!isCounted) for (const window of windows) window.end(isRefused ? undefined : at)
        if (isRefused) pausedUntil = at + (answer.rateLimit.retryAfterMs ?? calls.windowMs) + marginMs
        if (answer) learnLimit(answer.rateLimit)
        // The remaining calls were counted when the request arrived, which is too long ago for a call that waited.
        if (answer && !isCounted) learnRemaining(answer.rateLimit, at)
        else if (!answer) shared = undefined
        pump()
      },
    }
  }

  function learnLimit(told: RateLimit): void {
    limit = Math.max(1, told.limit ?? limit)
    isLimitReported ||= told.limit !== undefined
    for (const window of [calls, polls]) window.windowMs = told.windowMs ?? window.windowMs
  }

  function learnRemaining(told: RateLimit, at: number): void {
    if (told.left === undefined || told.resetMs === undefined) return
    const isShared = limit - told.left > calls.count(at)
    shared = isShared ? { left: told.left - calls.underWay, freeAt: at + told.resetMs } : undefined
  }

  return {
    get callsPerMinute() {
      return isLimitReported ? (limit * 60_000) / calls.windowMs : undefined
    },
    get resumesInMs() {
      return resumesAt === undefined ? undefined : Math.max(0, resumesAt - now())
    },
    enter(priority, { signal, pollShare = 1 } = {}) {
      const since = now()
      if (priority !== 'poll' && !signal?.aborted) lastWorkAt = since
      return queueUp(waiting, { rank: ranks[priority], since, pollShare }, signal, pump)
    },
  }
}

/** Resolves when the call is granted a turn; an aborted call leaves the queue. */
function queueUp(
  waiting: Waiter[],
  call: Omit<Waiter, 'grant'>,
  signal: AbortSignal | undefined,
  pump: () => void,
): Promise<Turn> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(cancelledBy(signal))
    const leave = () => {
      waiting.splice(waiting.indexOf(waiter), 1)
      if (signal) reject(cancelledBy(signal))
      pump()
    }
    const waiter: Waiter = {
      ...call,
      grant(turn) {
        signal?.removeEventListener('abort', leave)
        resolve(turn)
      },
    }
    signal?.addEventListener('abort', leave, { once: true })
    waiting.push(waiter)
    pump()
  })
}

function firstOf(waiting: readonly Waiter[], at: number): Waiter | undefined {
  let best: Waiter | undefined
  for (const waiter of waiting) if (!best || rankOf(waiter, at) < rankOf(best, at)) best = waiter
  return best
}

function rankOf({ rank, since }: Waiter, at: number): number {
  return Math.max(0, rank - Math.floor((at - since) / agingMs))
}

/** Polling leaves a quarter of the limit to other calls, so that an uploaded file need not wait a minute. */
function reserveFor(rank: number, limit: number): number {
  return rank === ranks.poll ? Math.floor(limit / 4) : 0
}
