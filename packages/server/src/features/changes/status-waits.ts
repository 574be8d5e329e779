/** Wakes calls that wait for the status of an import when a transaction that changes it commits. */
import type { Change } from '@inlet/contract/workspace'
import { channels, type Listen, type Listener } from '../../platform/db/listen.ts'
import type { LongPoll, LongPolls } from '../../platform/http/long-polls.ts'
import { readAnnouncement } from './announcement.ts'

export interface ImportRef {
  kind: Extract<Change['kind'], 'file' | 'insight' | 'survey'>
  key: string
}

export interface StatusWaits {
  poll<T>(options: Omit<LongPoll<T>, 'topics'> & { imports: readonly ImportRef[] }): Promise<T>
}

const topicOf = ({ kind, key }: { kind: string; key: string }) => `${kind} ${key.toLowerCase()}`

export function createStatusWaits({ listen, polls }: { listen: Listen; polls: LongPolls }): StatusWaits {
  let listener: Listener | undefined
  function listening(): Listener {
    listener ??= listen({
      channel: channels.changes,
      onPayload(payload) {
        const announcement = readAnnouncement(payload)
        if (announcement && announcement.change !== 'progress') polls.wake(topicOf(announcement))
      },
      onGap: () => polls.wakeAll(),
    })
    return listener
  }
  return {
    async poll({ imports, ...options }) {
      if (options.waitMs > 0) await listening().ready()
      return polls.poll({ ...options, topics: imports.map(topicOf) })
    },
  }
}
