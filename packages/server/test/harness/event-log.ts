/** Reads the event log over HTTP. */
import type { listEvents, RouteResponse } from '@inlet/contract'

export type EventPage = RouteResponse<typeof listEvents, 200>

export async function fetchEvents(
  url: string,
  token: string,
  query: Record<string, string | number> = {},
): Promise<Response> {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return fetch(`${url}/api/v1/developer/events?${search.toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  })
}

export async function readEvents(
  url: string,
  token: string,
  query: Record<string, string | number> = {},
): Promise<EventPage> {
  const answer = await fetchEvents(url, token, query)
  if (answer.status !== 200) throw new Error(`The log answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as EventPage
}

/** Everything after a cursor, page by page. */
export async function readAllEvents(
  url: string,
  token: string,
  query: Record<string, string | number> = {},
): Promise<EventPage['events']> {
  const events: EventPage['events'] = []
  let after = query['after']
  for (;;) {
    const page = await readEvents(url, token, { limit: 100, ...query, ...(after !== undefined && { after }) })
    events.push(...page.events)
    after = page.next_cursor
    if (!page.has_more) return events
  }
}
