/** The event log, as a program reads it. */
import type { Event } from '@inlet/contract'
import { type Answer, get } from './api.ts'

export const eventsPath = '/api/v1/developer/events'

/** Scopes of a key that imports and follows what happens. */
export const followerScopes = 'project:read,project:write,insight:write,file:write,survey:write,event:read'

export function logOf(token: string) {
  const read = (query: Record<string, string | number> = {}): Promise<Answer> => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
    return get(`${eventsPath}?${search.toString()}`, { token })
  }
  const cursorOf = (answer: Answer) => String(answer.body['next_cursor'])
  const eventsOf = (answer: Answer) => answer.body['events'] as Event[]
  return {
    read,
    eventsOf,
    cursorOf,
    latest: async () => cursorOf(await read({ after: 'latest' })),
    /** Reads to the end, page by page. */
    async all(query: Record<string, string | number> = {}): Promise<Event[]> {
      const events: Event[] = []
      let answer = await read(query)
      for (;;) {
        if (answer.status !== 200) throw new Error(`No events: ${answer.status} ${answer.text}`)
        events.push(...eventsOf(answer))
        if (answer.body['has_more'] !== true) return events
        answer = await read({ ...query, after: cursorOf(answer) })
      }
    },
  }
}
