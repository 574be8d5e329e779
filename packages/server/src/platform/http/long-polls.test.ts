import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createLongPolls, type LongPoll, type LongPolls } from './long-polls.ts'

/** A poll that waits until `state.value` is set. */
function follow(polls: LongPolls, given: Partial<LongPoll<string | undefined>> = {}) {
  const state: { value: string | undefined; reads: number } = { value: undefined, reads: 0 }
  const poll: LongPoll<string | undefined> = {
    caller: 'key',
    topics: ['file 1'],
    waitMs: 5_000,
    signal: new AbortController().signal,
    isFinal: (value) => value !== undefined,
    read: async () => {
      state.reads += 1
      return state.value
    },
    ...given,
  }
  return { state, answer: polls.poll(poll) }
}

describe('a long poll', () => {
  it('returns at once when there is no reason to wait', async () => {
    const polls = createLongPolls()
    const { answer, state } = follow(polls, { isFinal: () => true })
    await answer
    expect(state.reads).toBe(1)
  })

  it('is woken by each of its topics', async () => {
    const polls = createLongPolls()
    const { answer, state } = follow(polls, { topics: ['file 1', 'file 2'] })
    await sleep(10)
    state.value = 'completed'
    polls.wake('file 2')
    expect(await answer).toBe('completed')
  })

  it('reads again when its topic is woken, and only then', async () => {
    const polls = createLongPolls()
    const { answer, state } = follow(polls)
    await sleep(10)
    polls.wake('file 2')
    await sleep(10)
    expect(state.reads).toBe(1)
    state.value = 'completed'
    polls.wake('file 1')
    expect(await answer).toBe('completed')
    expect(state.reads).toBe(2)
  })

  it('misses nothing that happens while it reads', async () => {
    const polls = createLongPolls()
    let value: string | undefined
    const { answer } = follow(polls, {
      read: async () => {
        const seen = value
        value = 'completed'
        polls.wake('file 1')
        return seen
      },
    })
    expect(await answer).toBe('completed')
  })

  it('returns the latest value when the time is up', async () => {
    const { answer, state } = follow(createLongPolls(), { waitMs: 30 })
    expect(await answer).toBeUndefined()
    expect(state.reads).toBe(2)
  })

  it('ends when the client has gone', async () => {
    const gone = new AbortController()
    const { answer } = follow(createLongPolls(), { signal: gone.signal })
    await sleep(10)
    gone.abort()
    expect(await answer).toBeUndefined()
  })

  it('does not wait beyond the limit of its caller', async () => {
    const polls = createLongPolls({ perCaller: 1, total: 10 })
    const first = follow(polls)
    await sleep(5)
    expect(await follow(polls).answer).toBeUndefined()
    const other = follow(polls, { caller: 'another key', waitMs: 50 })
    await sleep(5)
    expect(other.state.reads).toBe(1)
    polls.close()
    await Promise.all([first.answer, other.answer])
    // The slot is free again, but a closed server does not wait.
    expect(await follow(polls).answer).toBeUndefined()
  })
})
