/** Reads server-sent events like a browser. */
import type { Change } from '@inlet/contract/workspace'
import { waitFor } from './processes.ts'
import type { Visitor } from './visitors.ts'

export interface ReceivedEvent {
  id: string
  event: string
  data: Partial<Change>
  /** On the monotonic clock of this process. */
  at: number
}

export interface EventStreamClient {
  status: number
  events: ReceivedEvent[]
  isEnded: boolean
  changes(): Partial<Change>[]
  /** Waits until `count` events with that name have arrived. */
  waitForEvents(event: string, count?: number, timeoutMs?: number): Promise<void>
  close(): void
}

export async function followChanges(
  visitor: Visitor,
  headers: Record<string, string> = {},
): Promise<EventStreamClient> {
  const answer = await visitor.call('GET', '/changes', undefined, headers)
  const reader = answer.ok ? answer.body?.getReader() : undefined
  if (!reader) await answer.body?.cancel()
  const events: ReceivedEvent[] = []
  const followed: EventStreamClient = {
    status: answer.status,
    events,
    isEnded: !reader,
    changes: () => events.filter(({ event }) => event === 'change').map(({ data }) => data),
    waitForEvents: (event, count = 1, timeoutMs = 10_000) =>
      waitFor(async () => events.filter((one) => one.event === event).length >= count, timeoutMs, 10),
    close: () => void reader?.cancel().catch(() => {}),
  }
  void (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of chunksOf(reader)) {
      const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
        const [id, event, data] = [field('id'), field('event'), field('data')]
        if (id !== undefined && event !== undefined && data !== undefined)
          events.push({ id, event, data: JSON.parse(data) as Partial<Change>, at: performance.now() })
      }
    }
    followed.isEnded = true
  })()
  return followed
}

/** Until the stream ends or is aborted. */
async function* chunksOf(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
): AsyncGenerator<Uint8Array> {
  for (;;) {
    const next = await reader?.read().catch(() => undefined)
    if (!next || next.done) return
    yield next.value
  }
}
