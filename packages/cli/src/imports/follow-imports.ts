/**
 * Follows accepted imports to their end with few calls of the limit for imports. The event log, which has a limit of its
 * own, reports the ends, also those of entries that are not followed now: its cursor is in the journal, and the ends up to
 * the cursor are, too. So a later run continues where this one stopped. Statuses are read, a hundred with a call, where
 * the log says too little. Without the scope `event:read` statuses are polled, and a service without batches is followed
 * by the SDK.
 */
import { ApiError, CursorExpiredError, type Inlet, type InletEvent, isTransient } from '@inlet/sdk'
import { type Entry, isEnded, type JournalLine, mayBeCompleted } from '../journal/entries.ts'
import type { Journal } from '../journal/journal.ts'
import { isWithoutBatches, maxBatchItems } from './batched-records.ts'
import { type End, type Followed, followOne } from './follow-one.ts'
import { readEnds } from './read-ends.ts'
import { pause } from './retry.ts'

export type { End } from './follow-one.ts'

export interface Follower {
  /** Resolves when the end of an import that is completed from now on will be noticed. */
  ready(): Promise<void>
  add(followed: Followed): void
  /** Resolves when all are final or the signal aborts; rejects with the first error that is not transient. */
  finish(): Promise<void>
}

export interface FollowerOptions {
  inlet: Pick<Inlet, 'files' | 'insights' | 'batches' | 'events'>
  journal: Pick<Journal, 'entries' | 'write'>
  signal: AbortSignal
  projectId: number
  /** More imports may be added soon. */
  isBusy: () => boolean
}

const retryMs = 15_000
const holdSeconds = 45
/** Ends of so few imports are reported at once; of more, several with a call. */
const fewImports = 10
const eventPauseMs = 5_000
const firstPauseMs = 2_000
const longestPauseMs = 60_000
/** After this time without an end, statuses are read in case that an event was lost. */
const longestSilenceMs = 10 * 60_000
const endTypes = [
  'file.completed',
  'file.error',
  'file.deleted',
  'file.purged',
  'insight.completed',
  'insight.failed',
  'insight.deleted',
  'insight.purged',
] as const

export function createFollower(options: FollowerOptions): Follower {
  const { inlet, journal, signal, projectId, isBusy } = options
  const pending = new Map<string, Followed>()
  /** Accepted before the log was read: their status must be read once. */
  const unread = new Set<string>()
  /** Aborts a call that waits for events that nobody needs. */
  const finishing = new AbortController()
  const reading = AbortSignal.any([signal, finishing.signal])
  let source: 'events' | 'statuses' | 'sdk' = 'events'
  let cursor: string | undefined
  /** The cursor of the journal is older than the retained events. */
  let isExpired = false
  let running: { opened: Promise<void>; ended: Promise<void> } | undefined
  let failure: unknown
  let pauseMs = firstPauseMs
  let heardAt = performance.now()
  let isFinishing = false

  function start(): { opened: Promise<void> } {
    if (running) return running
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const ended = run(open)
      .catch((error: unknown) => {
        if (!reading.aborted) failure ??= error
      })
      .finally(() => {
        open()
        cursor = undefined
        running = undefined
      })
    running = { opened, ended }
    return running
  }

  async function run(onOpened: () => void): Promise<void> {
    // The caller has yet to add what it starts this for.
    await Promise.resolve()
    while (!reading.aborted && failure === undefined && (pending.size > 0 || isBusy())) {
      try {
        if (source === 'events' && cursor === undefined) await openLog()
        onOpened()
        if (source === 'events') await readLog()
        else if (source === 'statuses') await pollStatuses()
        else await followEach()
      } catch (error) {
        if (reading.aborted) return
        if (isWithoutBatches(error)) source = 'sdk'
        else if (error instanceof CursorExpiredError) {
          isExpired = true
          cursor = undefined
        } else if (!isTransient(error)) throw error
        else await pause(retryMs, reading)
      }
    }
  }

  /** At the cursor of the journal if ends after it are awaited, else at the end of the log. */
  async function openLog(): Promise<void> {
    const { entries } = journal
    const isAwaited = [...entries.all].some((entry) => entry.isLogged && mayBeCompleted(entry))
    if (isAwaited && !isExpired) cursor = entries.cursor
    if (cursor === undefined) await startLog()
  }

  async function startLog(): Promise<void> {
    try {
      const page = await readPage('latest')
      await journal.write({ do: 'cursor', cursor: page.next_cursor, isStart: true })
      cursor = page.next_cursor
      isExpired = false
      for (const key of pending.keys()) unread.add(key)
    } catch (error) {
      if (!(error instanceof ApiError) || isTransient(error)) throw error
      // The key lacks the scope, or the service has no event log.
      source = 'statuses'
    }
  }

  const readPage = (after: string, wait?: number) =>
    inlet.events.list({ after, types: endTypes, projectId, wait, limit: 100 }, { signal: reading })

  async function readLog(): Promise<void> {
    if (unread.size > 0) return readUnread()
    const { events, next_cursor, has_more } = await readPage(cursor ?? 'latest', holdSeconds)
    await noteEnds(events)
    if (events.length > 0) await journal.write({ do: 'cursor', cursor: next_cursor })
    cursor = next_cursor
    if (has_more) return
    if (events.length > 0 && pending.size > fewImports) await pause(eventPauseMs, reading)
    if (performance.now() - heardAt > longestSilenceMs) {
      heardAt = performance.now()
      await readStatuses(oldest())
    }
  }

  async function readUnread(): Promise<void> {
    for (const key of unread) if (!pending.has(key)) unread.delete(key)
    const some = [...unread].slice(0, maxBatchItems)
    await readStatuses(some)
    for (const key of some) unread.delete(key)
  }

  /** An event has no reason of a failure, so the status of such an import is read. */
  async function noteEnds(events: readonly InletEvent[]): Promise<void> {
    const open = events.flatMap(({ type, data }) => {
      const entry = journal.entries.ofKey(data.wav_key ?? data.insight_key ?? '')
      return entry && mayBeCompleted(entry) ? [{ type, entry }] : []
    })
    const isCompleted = ({ type }: { type: string }) => type.endsWith('.completed')
    const completed = open.filter(isCompleted).map(({ entry }) => entry)
    await end(completed.map((entry) => ({ entry, found: { state: 'completed' } })))
    const others = open.filter((event) => !isCompleted(event)).map(({ entry }) => entry)
    for (let i = 0; i < others.length; i += maxBatchItems)
      await end(await readEnds(inlet, others.slice(i, i + maxBatchItems), { signal: reading }))
  }

  const oldest = () => [...pending.keys()].slice(0, maxBatchItems)

  async function pollStatuses(): Promise<void> {
    const keys = oldest()
    const isFew = keys.length <= fewImports
    const ended = keys.length > 0 ? await readStatuses(keys, holdSeconds) : 0
    if (ended > 0 && (isFew || ended >= keys.length / 2)) {
      pauseMs = firstPauseMs
      return
    }
    await pause(pauseMs, reading)
    pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)
  }

  /** Returns how many have ended. */
  async function readStatuses(keys: readonly string[], wait?: number): Promise<number> {
    const entries = keys.flatMap((key) => journal.entries.ofKey(key) ?? [])
    const ends = await readEnds(inlet, entries, { signal: reading, wait })
    await end(ends)
    return ends.length
  }

  /** Until all have ended that are followed now. */
  async function followEach(): Promise<void> {
    if (pending.size === 0) return pause(firstPauseMs, reading)
    await Promise.all(
      [...pending.values()].map(async (followed) => {
        const found = await followOne(inlet, followed, reading)
        const entry = journal.entries.ofKey(followed.key)
        if (found && entry) await end([{ entry, found }])
      }),
    )
  }

  /** The journal has an end before it is reported, and before the cursor after it. */
  async function end(found: readonly { entry: Entry; found: End }[]): Promise<void> {
    const ends = found.map(({ entry, found: end }) => ({
      entry,
      found: pending.get(entry.key ?? '')?.explain?.(end) ?? end,
    }))
    await Promise.all(ends.map(({ entry, found }) => journal.write(endLine(entry, found))))
    if (ends.length > 0) heardAt = performance.now()
    for (const { entry, found } of ends) report(entry.key ?? '', found)
  }

  function report(key: string, found: End): void {
    const followed = pending.get(key)
    pending.delete(key)
    unread.delete(key)
    followed?.onEnd(found)
    if (pending.size === 0 && isFinishing) finishing.abort()
  }

  return {
    ready: () => start().opened,
    add(followed) {
      const { key } = followed
      pending.set(key, followed)
      const entry = journal.entries.ofKey(key)
      if (entry && isEnded(entry)) return report(key, endOf(entry))
      if (!entry?.isLogged) unread.add(key)
      start()
    },
    async finish() {
      isFinishing = true
      if (pending.size === 0) finishing.abort()
      while (running) await running.ended
      if (failure !== undefined) throw failure as Error
    },
  }
}

function endLine({ id }: Entry, end: End): JournalLine {
  if (end.state === 'gone') return { do: 'drop', id, reason: 'gone from the service' }
  const { state } = end
  return { do: 'end', id, state, ...(end.state === 'failed' && { reason: end.reason }) }
}

function endOf({ state, reason = 'The service gave no reason.' }: Entry): End {
  return state === 'failed' ? { state, reason } : { state: 'completed' }
}
