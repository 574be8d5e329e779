/** Reads the event log: from cursor to cursor while it grows, or at once from its beginning. */
import type { EventPage } from '../harness/event-log.ts'
import type { Client } from './client.ts'

type Events = EventPage['events']

const readPage = async (client: Client, after: string | undefined, wait: number) => {
  const query = new URLSearchParams({
    limit: '100',
    wait: String(wait),
    ...(after !== undefined && { after }),
  })
  return (await client.call<EventPage>({ path: `/events?${query.toString()}` })).body
}

export async function readLog(client: Client): Promise<Events> {
  const events: Events = []
  let after: string | undefined
  for (;;) {
    const page = await readPage(client, after, 0)
    events.push(...page.events)
    after = page.next_cursor
    if (!page.has_more) return events
  }
}

export interface Follower {
  /** Reads what is left, and returns everything that it has read. */
  stop(): Promise<Events>
}

const waitSeconds = 5

/** Continues from the last cursor after each lost answer. */
export function followLog(client: Client): Follower {
  const events: Events = []
  let isStopped = false
  const ended = (async () => {
    let after: string | undefined
    for (;;) {
      const isLast = isStopped
      const page = await readPage(client, after, isLast ? 0 : waitSeconds)
      events.push(...page.events)
      after = page.next_cursor
      if (isLast && !page.has_more) return
    }
  })()
  // Reported by stop.
  ended.catch(() => {})
  return {
    async stop() {
      isStopped = true
      await ended
      return events
    },
  }
}
