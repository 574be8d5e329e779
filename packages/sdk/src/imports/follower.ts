/**
 * Follows imports to their end with few calls.
 *
 * - A few imports: the service holds a status call until the import has ended (`wait`). A service that does not know
 *   `wait` answers at once, and is polled at growing intervals.
 * - Many imports: the event feed reports their ends. Each status is read once after the feed has started, so that no end
 *   is missed; one page of a list has fifty.
 * - Many imports without the event log: the lists are polled. Imports that are not on the first pages are requested one
 *   by one, once a batch has shown that they have ended.
 *
 * Unknown states count as "still processing".
 */
import { cancelledBy, isTransient } from '../errors.ts'
import type { InletEvent } from '../events/inlet-event.ts'
import { orCancelled, sleep } from '../http/wait.ts'
import type { EventFeed } from './event-feed.ts'
import { firstPauseMs } from './feed-pace.ts'
import { type FollowOneOptions, scheduleNext, type TrackedImport, trackImport } from './tracked-import.ts'

export interface Followed<Status> {
  /** `waitSeconds`: how long the service may hold the call. */
  fetchOne(key: string, signal: AbortSignal, waitSeconds?: number): Promise<Status>
  /** Newest first, by key. Undefined if the list does not contain running imports. */
  fetchPage?(
    offset: number,
    signal: AbortSignal,
  ): Promise<{ items: ReadonlyMap<string, Status>; hasNext: boolean }>
  /** Which of up to 100 imports have ended, in one call. All of them if the service cannot say. */
  findEnded?(keys: readonly string[], signal: AbortSignal): Promise<readonly string[]>
  isFinal(status: Status): boolean
  /** When an import ended, in milliseconds, if the final status says it. */
  endTimeOf?(status: Status): number | undefined
  /** The call limit, once it is known. */
  callsPerMinute?(): number | undefined
  events?: FollowedEvents<Status>
}

export interface FollowedEvents<Status> {
  feed: EventFeed
  /** The key of the import, if the event is about one of this kind. */
  keyOf(event: InletEvent): string | undefined
  /** The status after the event, from what the list said before. Without it, the status is read again. */
  update?(listed: Status, event: InletEvent): Status
}

export interface Follower<Status> {
  /** Resolves with the final status, success or not. */
  follow(key: string, options?: FollowOneOptions<Status>): Promise<Status>
}

export interface FollowTiming {
  firstMs: number
  longestMs: number
}

const usual: FollowTiming = { firstMs: 1000, longestMs: 15_000 }
const pageItems = 50
const batchItems = 100
/** Status calls that the service may hold at a time. They count against the limit for imports. */
const mostHeld = 5
const holdSeconds = 45
/** The first poll of a single import, and of any import if the call limit is high. */
const soonestMs = 200
const pollShareOfOne = 0.25
/** While events are reported, a status is read again only in case that one was lost. */
const coveredMs = 30 * 60_000

export function createFollower<Status>(kind: Followed<Status>, timing = usual): Follower<Status> {
  const tracked = new Map<string, Set<TrackedImport<Status>>>()
  const held = new Map<string, AbortController>()
  const feed = kind.events?.feed
  const feedFrom = kind.fetchPage ? 2 : mostHeld + 1
  let leaveFeed: (() => void) | undefined
  /** Since the feed is listened to. */
  let followedCount = 0
  /** Changes with every start and end of the feed. */
  let feedRun = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Set during a poll; aborted when no import is followed any more. */
  let pollAbort: AbortController | undefined

  const all = () => [...tracked.values()].flatMap((set) => [...set])
  const isLive = () => leaveFeed !== undefined && feed?.isLive === true

  function schedule(): void {
    clearTimeout(timer)
    joinOrLeaveFeed()
    if (tracked.size === 0) pollAbort?.abort()
    const waiting = all().filter((one) => !held.has(one.key))
    if (pollAbort || waiting.length === 0) return
    const nextAt = Math.min(...waiting.map((one) => one.nextAt))
    timer = setTimeout(() => void poll(), Math.max(0, nextAt - performance.now()))
  }

  function joinOrLeaveFeed(): void {
    if (tracked.size === 0) {
      leaveFeed?.()
      leaveFeed = undefined
      followedCount = 0
    } else if (!leaveFeed && feed && !feed.isUnavailable && tracked.size >= feedFrom) {
      const count = () => ({ pending: tracked.size, followed: followedCount })
      leaveFeed = feed.listen({ onEvent, onChange, count })
    }
  }

  /** The feed has started or ended: what was read before may have changed without an event. */
  function onChange(): void {
    feedRun += 1
    const latestAt = performance.now() + timing.longestMs
    for (const one of all()) {
      one.isCovered = false
      one.nextAt = Math.min(one.nextAt, latestAt)
    }
    schedule()
  }

  function onEvent(event: InletEvent): boolean {
    const key = kind.events?.keyOf(event)
    const followers = [...((key !== undefined && tracked.get(key)) || [])]
    const isGone = /\.(deleted|purged)$/.test(event.type)
    for (const one of followers) {
      const updated = one.listed && !isGone ? kind.events?.update?.(one.listed, event) : undefined
      if (updated !== undefined && kind.isFinal(updated)) {
        one.tell(updated)
        continue
      }
      one.isCovered = false
      one.isFar ||= isGone
      one.nextAt = performance.now()
    }
    schedule()
    return followers.length > 0
  }

  async function poll(): Promise<void> {
    pollAbort = new AbortController()
    const { signal } = pollAbort
    // A status that is read before the feed has its cursor could change without an event.
    if (leaveFeed && feed) await orCancelled(feed.started(), signal).catch(() => {})
    const now = performance.now()
    const open = all().filter((one) => !held.has(one.key))
    const due = open.filter((one) => one.nextAt <= now)
    for (const one of due) one.isCovered = false
    // Held calls included: with them, a second import is already worth a page of the list.
    const near = new Set(all().flatMap((one) => (one.isFar || one.isCovered ? [] : [one.key])))
    const isListed = kind.fetchPage !== undefined && (near.size > 1 || isLive())
    const endTimes = isListed && due.some((one) => near.has(one.key)) ? await pollList(near, signal) : []
    const alone = new Set(due.filter((one) => !isListed || one.isFar).map((one) => one.key))
    const canHold = !isLive() && alone.size + held.size <= mostHeld
    const worthReading = alone.size > mostHeld ? await findEnded([...alone], signal) : alone
    for (const key of worthReading) {
      if (!tracked.has(key) || signal.aborted) continue
      if (canHold) hold(key)
      // One after the other, so that polls do not fill the queue of the pacer.
      else await pollOne(key, signal)
    }
    // Timers may fire a fraction of a millisecond early, with nothing due.
    if (isLive() && due.length > 0) feed?.onStatusesRead(endTimes)
    pollAbort = undefined
    schedule()
  }

  function hold(key: string): void {
    const controller = new AbortController()
    held.set(key, controller)
    const followers = [...(tracked.get(key) ?? [])]
    const seconds = followers.map((one) =>
      one.showsProgress ? Math.ceil(one.intervalMs / 1000) : holdSeconds,
    )
    void pollOne(key, controller.signal, Math.min(holdSeconds, ...seconds)).finally(() => {
      held.delete(key)
      schedule()
    })
  }

  /** Returns when the imports ended that have. */
  async function pollList(keys: ReadonlySet<string>, signal: AbortSignal): Promise<number[]> {
    const begun = beginCall()
    const missing = new Set(keys)
    const endTimes: number[] = []
    try {
      // Beyond that, requesting each import takes fewer calls than reading more pages.
      for (let page = 0; missing.size > (page === 0 ? 0 : Math.max(1, page)); page += 1) {
        const found = await kind.fetchPage?.(page * pageItems, signal)
        if (!found) break
        const { items, hasNext } = found
        let open = 0
        for (const key of missing) {
          const status = items.get(key)
          if (status === undefined) continue
          missing.delete(key)
          if (!kind.isFinal(status)) open += 1
          else endTimes.push(kind.endTimeOf?.(status) ?? Number.NEGATIVE_INFINITY)
          for (const one of tracked.get(key) ?? []) one.listed = status
          report(key, status, begun)
        }
        if (!hasNext) break
        // The newest are still being processed. A little later, the other pages show how fast imports end.
        if (page === 0 && isLive() && open > endTimes.length) await sleep(firstPauseMs(keys.size), signal)
      }
    } catch (error) {
      if (!signal.aborted) for (const key of missing) failed(key, error)
      return endTimes
    }
    for (const key of missing) {
      for (const one of tracked.get(key) ?? []) one.isFar = true
    }
    return endTimes
  }

  /** Schedules the next poll of those that have not. */
  async function findEnded(keys: readonly string[], signal: AbortSignal): Promise<string[]> {
    if (!kind.findEnded) return [...keys]
    const ended: string[] = []
    for (let i = 0; i < keys.length && !signal.aborted; i += batchItems) {
      const some = keys.slice(i, i + batchItems)
      const { startedAt } = beginCall()
      try {
        const found = new Set(await kind.findEnded(some, signal))
        ended.push(...found)
        for (const key of some)
          if (!found.has(key))
            for (const one of tracked.get(key) ?? []) scheduleNext(one, startedAt, timing.longestMs)
      } catch (error) {
        if (!signal.aborted) for (const key of some) failed(key, error)
      }
    }
    return ended
  }

  async function pollOne(key: string, signal: AbortSignal, waitSeconds?: number): Promise<void> {
    const begun = beginCall()
    try {
      report(key, await kind.fetchOne(key, signal, waitSeconds), begun)
    } catch (error) {
      if (!signal.aborted) failed(key, error)
    }
  }

  const beginCall = () => ({ startedAt: performance.now(), liveRun: isLive() ? feedRun : undefined })

  function report(key: string, status: Status, { startedAt, liveRun }: ReturnType<typeof beginCall>): void {
    for (const one of tracked.get(key) ?? []) {
      scheduleNext(one, startedAt, timing.longestMs)
      if (isLive() && liveRun === feedRun) {
        one.isCovered = true
        one.nextAt = startedAt + coveredMs
      }
      one.tell(status)
    }
  }

  function failed(key: string, error: unknown): void {
    for (const one of tracked.get(key) ?? []) {
      if (isTransient(error)) scheduleNext(one, performance.now(), timing.longestMs)
      else one.fail(error)
    }
  }

  function forget(one: TrackedImport<Status>): void {
    const same = tracked.get(one.key)
    same?.delete(one)
    if (same?.size === 0) {
      tracked.delete(one.key)
      held.get(one.key)?.abort()
    }
    schedule()
  }

  /** An import that was accepted just now is soon reported by an event, so its status need not be read yet. */
  function firstPollMs(options: FollowOneOptions<Status>): number {
    if (isLive() && options.firstMs !== undefined) return timing.longestMs
    const usualMs = options.firstMs ?? timing.firstMs
    return Math.min(usualMs, tracked.size === 0 ? soonestMs : affordableMs(kind.callsPerMinute?.()))
  }

  return {
    follow(key, options = {}) {
      return new Promise((resolve, reject) => {
        if (options.signal?.aborted) return reject(cancelledBy(options.signal))
        const intervalMs = options.firstMs ?? timing.firstMs
        const onEnd = () => forget(one)
        const isFinal = (status: Status) => kind.isFinal(status)
        const one = trackImport(isFinal, { key, firstMs: firstPollMs(options), intervalMs }, options, {
          onEnd,
          resolve,
          reject,
        })
        if (!tracked.has(key)) followedCount += 1
        tracked.set(key, (tracked.get(key) ?? new Set()).add(one))
        schedule()
      })
    },
  }
}

/** How soon the first poll may come at this call limit. */
function affordableMs(callsPerMinute: number | undefined): number {
  if (callsPerMinute === undefined) return Number.POSITIVE_INFINITY
  return Math.max(soonestMs, 60_000 / (callsPerMinute * pollShareOfOne))
}
