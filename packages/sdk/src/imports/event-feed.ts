/** Reads the event log once for all imports that a client follows. `feed-pace.ts` plans when, so that it takes few calls. */
import type { EventType } from '../contract.ts'
import { ApiError, CursorExpiredError, cancelledBy, isTransient } from '../errors.ts'
import type { InletEvent } from '../events/inlet-event.ts'
import { readLog } from '../events/read-log.ts'
import type { Core } from '../http/call.ts'
import { sleep } from '../http/wait.ts'
import { addToPace, type Ends, paceBefore, pauseMs } from './feed-pace.ts'

export interface FeedListener {
  /** Returns true if the event ends an import that is followed. */
  onEvent(event: InletEvent): boolean
  /** Events from now on are reported, or no longer: read every status once more. */
  onChange(): void
  /** The number of imports that are followed now, and of those since the listener was added. */
  count(): { pending: number; followed: number }
}

export interface EventFeed {
  /** Events are reported. */
  readonly isLive: boolean
  /** The key lacks the scope, or the service has no event log. */
  readonly isUnavailable: boolean
  /** Resolves when the first call is answered or has failed. */
  started(): Promise<void>
  /** To be called when statuses were read, with the times at which the final ones ended, as far as they are known. */
  onStatusesRead(endTimes: readonly number[]): void
  /** Starts the feed if it is not running. Returns a function that removes the listener. */
  listen(listener: FeedListener): () => void
}

/** The events that end an import, or return it to its caller. */
const endTypes: EventType[] = [
  'file.completed',
  'file.error',
  'file.deleted',
  'file.purged',
  'insight.completed',
  'insight.failed',
  'insight.deleted',
  'insight.purged',
  'survey.completed',
  'survey.failed',
  'survey.awaiting_upload',
  'survey.deleted',
  'survey.purged',
]
const holdSeconds = 45
const largestPage = 100
const retryMs = 15_000

interface Reading {
  startedAt: number
  /** The end of the last read of the log, or of the statuses. */
  readAt: number
  reads: number
  /** Imports that ended since then. */
  ended: number
  pace: Ends
  /** Before the log was read. */
  observedMs: number
}

export function createEventFeed(core: Core): EventFeed {
  const listeners = new Set<FeedListener>()
  let running: { controller: AbortController; started: Promise<void> } | undefined
  let isLive = false
  let isUnavailable = false
  let reading: Reading | undefined
  let wake = () => {}

  const setLive = (value: boolean): void => {
    if (isLive === value) return
    isLive = value
    for (const listener of listeners) listener.onChange()
  }

  function start(): void {
    const controller = new AbortController()
    let markStarted = () => {}
    const started = new Promise<void>((resolve) => {
      markStarted = resolve
    })
    running = { controller, started }
    void run(controller.signal, markStarted).finally(markStarted)
  }

  async function run(signal: AbortSignal, markStarted: () => void): Promise<void> {
    while (!signal.aborted && !isUnavailable) {
      try {
        await read(signal, markStarted)
      } catch (error) {
        if (signal.aborted) return
        isUnavailable = error instanceof ApiError && !isTransient(error) && !isExpired(error)
        setLive(false)
        markStarted()
        if (!isUnavailable && !isExpired(error)) await sleep(retryMs, signal).catch(() => {})
      }
    }
  }

  async function read(signal: AbortSignal, markStarted: () => void): Promise<void> {
    const query = { after: 'latest', types: endTypes, wait: holdSeconds, limit: largestPage, signal }
    let current: Reading | undefined
    for await (const { events, has_more } of readLog(core, query)) {
      if (current) current.reads += 1
      else {
        current = beginReading()
        reading = current
        setLive(true)
        markStarted()
      }
      for (const event of events)
        for (const listener of listeners) if (listener.onEvent(event)) current.ended += 1
      if (has_more) continue
      if (current.reads > 0) addInterval(current)
      await pause(current, signal)
    }
  }

  /** Until the log is to be read again. What the listeners report in the meantime may change that. */
  async function pause(current: Reading, signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) throw cancelledBy(signal)
      const counts = [...listeners].map((listener) => listener.count())
      const waitMs =
        current.readAt -
        performance.now() +
        pauseMs({
          pending: sum(counts.map(({ pending }) => pending)),
          followed: sum(counts.map(({ followed }) => followed)),
          reads: current.reads,
          ...current.pace,
          observedMs: Math.max(current.observedMs, current.readAt - current.startedAt),
        })
      if (waitMs <= 0) return
      await new Promise<void>((resolve) => {
        const end = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', end)
          resolve()
        }
        const timer = setTimeout(end, waitMs)
        signal.addEventListener('abort', end)
        wake = end
      })
    }
  }

  return {
    get isLive() {
      return isLive
    },
    get isUnavailable() {
      return isUnavailable
    },
    started: async () => running?.started,
    onStatusesRead(endTimes) {
      if (!reading) return
      if (reading.reads === 0 && reading.pace.ended === 0) startPace(reading, endTimes)
      else reading.ended += endTimes.length
      wake()
    },
    listen(listener) {
      listeners.add(listener)
      if (!running) start()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        running?.controller.abort()
        running = undefined
        reading = undefined
        isLive = false
      }
    },
  }
}

const isExpired = (error: unknown) => error instanceof CursorExpiredError

function beginReading(): Reading {
  const now = performance.now()
  return { startedAt: now, readAt: now, reads: 0, ended: 0, pace: { ended: 0, overMs: 0 }, observedMs: 0 }
}

function startPace(reading: Reading, endTimes: readonly number[]): void {
  const now = performance.now()
  const pace = paceBefore(endTimes, { now: Date.now(), observedMs: now - reading.startedAt })
  Object.assign(reading, { pace, observedMs: pace.overMs, readAt: now, ended: 0 })
}

function addInterval(reading: Reading): void {
  const now = performance.now()
  reading.pace = addToPace(reading.pace, { ended: reading.ended, overMs: now - reading.readAt })
  reading.readAt = now
  reading.ended = 0
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
