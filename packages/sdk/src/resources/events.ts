import type { InletError } from '../errors.ts'
import type { InletEvent } from '../events/inlet-event.ts'
import { type EventPage, type EventQuery, fetchEvents, readLog } from '../events/read-log.ts'
import { type ApiPromise, apiPromise } from '../http/api-promise.ts'
import type { Core } from '../http/call.ts'
import type { RequestOptions } from '../options.ts'

export interface IterateEventsOptions extends Omit<EventQuery, 'limit'> {
  /** Seconds per call to wait for new events, 45 by default. 0: end when all events have been read. */
  wait?: number | undefined
  signal?: AbortSignal | undefined
  /** Called when the connection is lost; the iteration reconnects and continues without a gap. */
  onOutage?: ((error: InletError) => void) | undefined
}

export interface EventBatch {
  /** Oldest first. Empty if only the cursor has changed. */
  events: InletEvent[]
  /** Store it once these events are handled, and pass it as `after` to continue from here. */
  cursor: string
}

const longestWait = 45
const largestPage = 100

/** The log of all changes, oldest first. Needs the scope `event:read`. */
export class Events {
  readonly #core: Core

  constructor(core: Core) {
    this.#core = core
  }

  /** One page. Pass its `next_cursor` as `after` to continue; `after: 'latest'` returns the cursor for "from now on". */
  list(query: EventQuery = {}, options?: RequestOptions): ApiPromise<EventPage> {
    return apiPromise(fetchEvents(this.#core, query, options))
  }

  /**
   * All events after the cursor, then new ones as they happen, in batches of up to 100. Reconnects after outages. Rejects
   * with a CursorExpiredError if events after the cursor are no longer retained.
   */
  async *iterate(options: IterateEventsOptions = {}): AsyncGenerator<EventBatch, void, undefined> {
    const query = { ...options, wait: options.wait ?? longestWait, limit: largestPage }
    let known = options.after
    for await (const { events, next_cursor: cursor } of readLog(this.#core, query)) {
      if (events.length > 0 || cursor !== known) yield { events, cursor }
      known = cursor
    }
  }
}
