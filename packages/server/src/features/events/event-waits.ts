/** Wakes the readers of a team's log when a transaction with an event commits. */
import { channels, type Listen, type Listener } from '../../platform/db/listen.ts'
import type { LongPoll, LongPolls } from '../../platform/http/long-polls.ts'

export interface EventWaits {
  poll<T>(options: Omit<LongPoll<T>, 'topics'> & { teamId: number }): Promise<T>
}

const topicOf = (teamId: number | string) => `events of ${teamId}`

export function createEventWaits({ listen, polls }: { listen: Listen; polls: LongPolls }): EventWaits {
  let listener: Listener | undefined
  return {
    async poll({ teamId, ...options }) {
      if (options.waitMs > 0) {
        listener ??= listen({
          channel: channels.events,
          onPayload: (payload) => polls.wake(topicOf(payload)),
          onGap: () => polls.wakeAll(),
        })
        await listener.ready()
      }
      return polls.poll({ ...options, topics: [topicOf(teamId)] })
    },
  }
}
