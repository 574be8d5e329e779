/**
 * Keeps the calls of one API key within its allowance, so that a program alone on its key is never refused. The
 * service counts over a sliding window, at a moment between our sending and our hearing the answer. So a call takes
 * its place in the window from the moment it is sent until one window after it was heard: then no counting of the
 * service can find more than the limit. Who shares the key with others is slowed down by what the answers tell.
 */
import { cancelledBy } from '../errors.ts'
import type { Allowance } from './rate-limit-headers.ts'

/** In this order: what ends an import goes before what begins one, and watching comes last. */
export type Priority = 'complete' | 'start' | 'poll'
const ranks: Record<Priority, number> = { complete: 0, start: 1, poll: 2 }

export interface Turn {
  /** Must be called once: with what the answer told, or without when none came. */
  over(answer?: { status: number; allowance: Allowance }): void
}

export interface Pacer {
  /** Resolves when a call may be sent. */
  enter(priority: Priority, signal?: AbortSignal): Promise<Turn>
}

interface Waiter {
  rank: number
  since: number
  grant: (turn: Turn) => void
}

const refused = 429
/** Two clocks do not run quite alike, and timers fire early now and then. */
const marginMs = 100
/** After so long in the queue a call moves up one rank, so that a stream of imports cannot starve the watching. */
const agingMs = 60_000

export function createPacer(now: () => number = () => performance.now()): Pacer {
  let limit = 20
  let windowMs = 60_000
  /** False until the first answer: the limit of this key may be lower than usual, so only one call goes ahead. */
  let isLimitKnown = false
  /** When the answers of the calls in the window were heard, oldest first. */
  const heard: number[] = []
  let underWay = 0
  let pausedUntil = 0
  /** The service's count, kept only while it shows that others use the key too. */
  let shared: { left: number; freeAt: number } | undefined
  const waiting: Waiter[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  /** When a call of that rank may go: a time, or Infinity when only an answer can tell. */
  function readyAt(rank: number, at: number): number {
    const capacity = isLimitKnown ? limit - reserveFor(rank, limit) : 1
    if (underWay >= capacity) return Number.POSITIVE_INFINITY
    const excess = underWay + heard.length - capacity
    const freeAt = excess < 0 ? at : (heard[excess] ?? at) + windowMs + marginMs
    return Math.max(freeAt, pausedUntil, sharedReadyAt(at))
  }

  function sharedReadyAt(at: number): number {
    if (!shared || shared.left > 0) return at
    // The oldest call is out of the window: one may go, and its answer tells about the next.
    if (at >= shared.freeAt) return underWay === 0 ? at : Number.POSITIVE_INFINITY
    return shared.freeAt
  }

  function pump(): void {
    clearTimeout(timer)
    const at = now()
    while (heard[0] !== undefined && heard[0] + windowMs + marginMs <= at) heard.shift()
    for (let next = first(at); next; next = first(at)) {
      const ready = readyAt(rankOf(next, at), at)
      if (ready > at) {
        if (ready !== Number.POSITIVE_INFINITY) timer = setTimeout(pump, Math.ceil(ready - at))
        return
      }
      waiting.splice(waiting.indexOf(next), 1)
      underWay += 1
      if (shared) shared.left -= 1
      next.grant(makeTurn())
    }
  }

  function first(at: number): Waiter | undefined {
    let best: Waiter | undefined
    for (const waiter of waiting) if (!best || rankOf(waiter, at) < rankOf(best, at)) best = waiter
    return best
  }

  function makeTurn(): Turn {
    let isOver = false
    return {
      over(answer) {
        if (isOver) return
        isOver = true
        underWay -= 1
        isLimitKnown = true
        const at = now()
        if (answer?.status === refused)
          pausedUntil = at + (answer.allowance.retryAfterMs ?? windowMs) + marginMs
        // Without an answer it may have been counted all the same. What was refused was not.
        else heard.push(at)
        if (answer) learn(answer.allowance, at)
        else shared = undefined
        pump()
      },
    }
  }

  function learn(told: Allowance, at: number): void {
    limit = Math.max(1, told.limit ?? limit)
    windowMs = told.windowMs ?? windowMs
    if (told.left === undefined || told.resetMs === undefined) return
    const ours = underWay + heard.length
    const isShared = limit - told.left > ours
    shared = isShared ? { left: told.left - underWay, freeAt: at + told.resetMs } : undefined
  }

  return {
    enter(priority, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(cancelledBy(signal))
        const leave = () => {
          waiting.splice(waiting.indexOf(waiter), 1)
          if (signal) reject(cancelledBy(signal))
          pump()
        }
        const waiter: Waiter = {
          rank: ranks[priority],
          since: now(),
          grant(turn) {
            signal?.removeEventListener('abort', leave)
            resolve(turn)
          },
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(waiter)
        pump()
      })
    },
  }
}

function rankOf({ rank, since }: Waiter, at: number): number {
  return Math.max(0, rank - Math.floor((at - since) / agingMs))
}

/** Watching leaves a quarter of the allowance to the work, so that a file that is ready need not wait a minute. */
function reserveFor(rank: number, limit: number): number {
  return rank === ranks.poll ? Math.floor(limit / 4) : 0
}
