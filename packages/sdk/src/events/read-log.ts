/** Reads the event log page by page, waits for new events, and reconnects after outages. */
import { type InletError, isTransient } from '../errors.ts'
import { type Answer, type Core, call } from '../http/call.ts'
import { pauseAfter } from '../http/retry.ts'
import { sleep } from '../http/wait.ts'
import type { RequestOptions } from '../options.ts'
import type { EventFilter, InletEvent } from './inlet-event.ts'

export interface EventQuery {
  /** The cursor to continue from. Default: the oldest retained event. `latest`: from now on. */
  after?: string | undefined
  /** Events per page, 50 by default and at most 100. */
  limit?: number | undefined
  /** Default: all. */
  types?: readonly EventFilter[] | undefined
  projectId?: number | undefined
  /** Seconds to wait for an event if there is none, at most 45. */
  wait?: number | undefined
}

export interface EventPage {
  events: InletEvent[]
  /** Pass it as `after` to continue. */
  next_cursor: string
  has_more: boolean
}

export interface ReadLogOptions extends EventQuery {
  signal?: AbortSignal | undefined
  /** Called when the log cannot be read; reading continues. */
  onOutage?: ((error: InletError) => void) | undefined
}

/** The pause after a page that should have been held but was not, so that reading never becomes a busy loop. */
const firstPauseMs = 1000
const longestPauseMs = 15_000

export function fetchEvents(
  core: Core,
  { after, limit, types, projectId, wait }: EventQuery,
  options?: RequestOptions,
): Promise<Answer<EventPage>> {
  const query = {
    after,
    limit,
    types: types && types.length > 0 ? types.join(',') : undefined,
    project_id: projectId,
  }
  const priority = wait ? ({ priority: 'poll' } as const) : {}
  return call<EventPage>(core, { operation: 'events.list', query, waitSeconds: wait, ...priority }, options)
}

/** Every page, also empty ones. Ends at the end of the log if it may not wait. */
export async function* readLog(
  core: Core,
  { signal, onOutage, ...query }: ReadLogOptions,
): AsyncGenerator<EventPage, void, undefined> {
  let after = query.after
  let isConnected = false
  if (after === 'latest') {
    // Resolved to a cursor first, without waiting: "latest" would skip what happens during an outage.
    const page = (await fetchEvents(core, { ...query, after, wait: undefined }, { signal })).data
    after = page.next_cursor
    isConnected = true
    yield page
    if (!query.wait) return
  }
  let failures = 0
  let pauseMs = firstPauseMs
  for (;;) {
    const startedAt = performance.now()
    let page: EventPage
    try {
      page = (await fetchEvents(core, { ...query, after }, { signal })).data
    } catch (error) {
      // A first call that fails may have a wrong address, which no retry corrects.
      if (!isConnected || signal?.aborted || !isTransient(error)) throw error
      onOutage?.(error as InletError)
      await sleep(pauseAfter(error as InletError, failures), signal)
      failures += 1
      continue
    }
    isConnected = true
    failures = 0
    after = page.next_cursor
    yield page
    if (page.has_more || page.events.length > 0) {
      pauseMs = firstPauseMs
      continue
    }
    if (!query.wait) return
    const heldMs = performance.now() - startedAt
    if (heldMs < pauseMs) await sleep(pauseMs - heldMs, signal)
    pauseMs = heldMs < firstPauseMs ? Math.min(longestPauseMs, pauseMs * 2) : firstPauseMs
  }
}
