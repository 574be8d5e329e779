import { describe, expect, it, vi } from 'vitest'
import { NotFoundError, ServerError, TimeoutError } from '../errors.ts'
import type { InletEvent } from '../events/inlet-event.ts'
import type { EventFeed, FeedListener } from './event-feed.ts'
import { createFollower } from './follower.ts'

const timing = { firstMs: 20, longestMs: 100 }

/** Imports that become ready after a number of polls, listed newest first. */
function createRecords(readyAfter: Record<string, number>) {
  const looks = new Map<string, number>()
  const calls: string[] = []
  const look = (key: string) => {
    const count = (looks.get(key) ?? 0) + 1
    looks.set(key, count)
    return count >= (readyAfter[key] ?? 1) ? 'ready' : count % 2 === 0 ? 'a state of the future' : 'waiting'
  }
  const keys = Object.keys(readyAfter)
  return {
    calls,
    kind: {
      fetchOne: async (key: string) => {
        calls.push(key)
        return look(key)
      },
      fetchPage: async (offset: number) => {
        calls.push(`list ${offset}`)
        const page = keys.slice(offset, offset + 50)
        return { items: new Map(page.map((key) => [key, look(key)])), hasNext: offset + 50 < keys.length }
      },
      isFinal: (status: string) => status === 'ready',
    },
  }
}

const numbered = (count: number, readyAfter: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, readyAfter]))

describe('following', () => {
  it('polls a single import, through unknown states', async () => {
    const { kind, calls } = createRecords({ a: 4 })
    const seen: string[] = []
    const follower = createFollower(kind, timing)
    await follower.follow('a', { onStatus: (status) => seen.push(status) })
    expect(calls).toEqual(['a', 'a', 'a', 'a'])
    expect(seen).toEqual(['waiting', 'a state of the future', 'waiting', 'ready'])
  })

  it('polls sooner if the key has a high limit', async () => {
    const { kind } = createRecords({ a: 1 })
    const follower = createFollower(
      { ...kind, callsPerMinute: () => 1000 },
      { firstMs: 5000, longestMs: 5000 },
    )
    const startedAt = performance.now()
    await follower.follow('a')
    expect(performance.now() - startedAt).toBeLessThan(3000)
  })

  it('polls fifty imports with one call', async () => {
    const { kind, calls } = createRecords(numbered(50, 5))
    const follower = createFollower(kind, timing)
    await Promise.all(Array.from({ length: 50 }, (_, i) => follower.follow(`k${i}`)))
    expect(calls.filter((call) => call !== 'list 0')).toEqual([])
    expect(calls.length).toBeLessThanOrEqual(8)
  })

  it('polls imports one by one that are not on the first pages', async () => {
    const { kind, calls } = createRecords(numbered(400, 2))
    const follower = createFollower(kind, timing)
    await Promise.all(['k0', 'k1', 'k60', 'k390', 'k395'].map((key) => follower.follow(key)))
    expect(calls.filter((call) => call.startsWith('k')).length).toBeGreaterThan(1)
    const lists = calls.filter((call) => call.startsWith('list'))
    expect(new Set(lists)).toEqual(new Set(['list 0', 'list 50']))
    expect(calls).toEqual(expect.arrayContaining(['k390', 'k395']))
    expect(calls.length).toBeLessThan(15)
  })

  it('continues after transient failures, and rejects with others', async () => {
    let count = 0
    const facts = { code: 'x', status: 500, body: {} }
    const fetchOne = async () => {
      count += 1
      if (count < 3) throw new ServerError('Down.', facts)
      throw new NotFoundError('Gone.', { ...facts, status: 404 })
    }
    const follower = createFollower<string>({ fetchOne, isFinal: () => true }, timing)
    await expect(follower.follow('a')).rejects.toBeInstanceOf(NotFoundError)
    expect(count).toBe(3)
  })

  it('stops polling at the deadline and on cancel', async () => {
    const { kind, calls } = createRecords({ a: 1000 })
    const follower = createFollower(kind, timing)
    await expect(follower.follow('a', { waitTimeoutMs: 150 })).rejects.toBeInstanceOf(TimeoutError)
    await expect(follower.follow('a', { signal: AbortSignal.timeout(100) })).rejects.toMatchObject({
      name: 'CancelledError',
    })
    const made = calls.length
    await new Promise((resolve) => setTimeout(resolve, 250))
    expect(calls.length).toBe(made)
  })

  it('aborts the current poll when no import is followed any more', async () => {
    let isCancelled = false
    const caller = new AbortController()
    const fetchOne = (_: string, signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isCancelled = true
          reject(new Error('cancelled'))
        })
        caller.abort()
      })
    const follower = createFollower<string>({ fetchOne, isFinal: () => true }, timing)
    await follower.follow('a', { signal: caller.signal }).catch(() => {})
    expect(isCancelled).toBe(true)
  })

  it('reports to everyone who follows the same import', async () => {
    const { kind } = createRecords({ a: 2 })
    const follower = createFollower(kind, timing)
    expect(await Promise.all([follower.follow('a'), follower.follow('a')])).toEqual(['ready', 'ready'])
  })
})

/** A feed that the test drives. */
function createFeed() {
  const listeners = new Set<FeedListener>()
  const endTimes: number[] = []
  const state = { isLive: false, isUnavailable: false }
  let start = () => {}
  const isStarted = new Promise<void>((resolve) => {
    start = resolve
  })
  const feed: EventFeed = {
    get isLive() {
      return state.isLive
    },
    get isUnavailable() {
      return state.isUnavailable
    },
    started: () => isStarted,
    onStatusesRead: (times) => endTimes.push(times.length),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    feed,
    listeners,
    endTimes,
    goLive() {
      state.isLive = true
      start()
      for (const listener of listeners) listener.onChange()
    },
    becomeUnavailable() {
      state.isUnavailable = true
      start()
    },
    emit(key: string, type = 'file.completed') {
      const event = { id: 'evt_1', type, timestamp: '', data: { wav_key: key, status: 'ready' } }
      for (const listener of listeners) listener.onEvent(event as unknown as InletEvent)
    },
  }
}

describe('following with the event log', () => {
  const never = 1_000_000
  function createLoggedRecords(keys: Record<string, number>) {
    const { kind, calls } = createRecords(keys)
    const log = createFeed()
    const events = {
      feed: log.feed,
      keyOf: ({ data }: InletEvent) => data.wav_key,
      update: (listed: string) => `${listed}, then ready`,
    }
    const isFinal = (status: string) => status.endsWith('ready')
    return { log, calls, kind: { ...kind, isFinal, events } }
  }
  const settle = (ms = 400) => new Promise((resolve) => setTimeout(resolve, ms))

  it('reads each status once, after the log has started, and takes the ends from events', async () => {
    const { kind, calls, log } = createLoggedRecords(numbered(120, never))
    const follower = createFollower(kind, timing)
    const ends = Object.keys(numbered(120, 1)).map((key) => follower.follow(key))
    await settle()
    expect(calls).toEqual([])
    log.goLive()
    await vi.waitFor(() => expect(calls).toEqual(['list 0']), 5000)
    await vi.waitFor(() => expect(log.endTimes).toEqual([0]), 5000)
    expect(calls).toEqual(['list 0', 'list 50', 'list 100'])
    for (let i = 0; i < 120; i += 1) log.emit(`k${i}`)
    expect(new Set(await Promise.all(ends))).toEqual(new Set(['waiting, then ready']))
    expect(calls).toHaveLength(3)
    expect(log.listeners.size).toBe(0)
  })

  it('reads all pages at once if most of the newest have ended, and passes on when', async () => {
    const { kind, calls, log } = createLoggedRecords({ ...numbered(110, 1), k7: never })
    const follower = createFollower(kind, timing)
    const ends = Object.keys(numbered(110, 1)).map((key) => follower.follow(key))
    log.goLive()
    await vi.waitFor(() => expect(log.endTimes).toEqual([109]), 5000)
    expect(calls).toEqual(['list 0', 'list 50', 'list 100'])
    log.emit('k7')
    await Promise.all(ends)
  })

  it('finds imports that ended before the log was read', async () => {
    const { kind, log } = createLoggedRecords({ a: 1, b: never })
    const follower = createFollower(kind, timing)
    const [a, b] = [follower.follow('a'), follower.follow('b')]
    log.goLive()
    expect(await a).toBe('ready')
    log.emit('b')
    expect(await b).toBe('waiting, then ready')
  })

  it('reads the status again if an import is deleted, and if nothing is known of it yet', async () => {
    const { kind, calls, log } = createLoggedRecords({ a: never, b: never, c: 1 })
    const follower = createFollower(kind, timing)
    const a = follower.follow('a', { signal: AbortSignal.timeout(900) }).catch(() => 'cancelled')
    const b = follower.follow('b', { signal: AbortSignal.timeout(900) }).catch(() => 'cancelled')
    log.goLive()
    await settle()
    log.emit('a', 'file.deleted')
    await vi.waitFor(() => expect(calls).toEqual(['list 0', 'a']), 5000)
    const c = follower.follow('c', { firstMs: 60_000 })
    log.emit('c')
    expect(await c).toBe('ready')
    expect(calls.slice(2)).toEqual(['list 0'])
    expect(await Promise.all([a, b])).toEqual(['cancelled', 'cancelled'])
  })

  it('polls if the key may not read the log', async () => {
    const { kind, calls, log } = createLoggedRecords({ a: 3, b: 3 })
    const follower = createFollower(kind, timing)
    const ends = [follower.follow('a'), follower.follow('b')]
    log.becomeUnavailable()
    expect(await Promise.all(ends)).toEqual(['ready', 'ready'])
    expect(calls).toEqual(['list 0', 'list 0', 'list 0'])
  })

  it('polls again when the log ends', async () => {
    const { kind, log } = createLoggedRecords({ a: 3, b: 3 })
    const follower = createFollower(kind, timing)
    const ends = [follower.follow('a'), follower.follow('b')]
    log.goLive()
    await settle()
    Object.defineProperty(log.feed, 'isLive', { value: false })
    for (const listener of log.listeners) listener.onChange()
    expect(await Promise.all(ends)).toEqual(['ready', 'ready'])
  })
})

describe('holding status calls', () => {
  it('lets the service hold the call of a single import, and of a few that no list contains', async () => {
    const waits: Array<[string, number | undefined]> = []
    const release: Array<() => void> = []
    const fetchOne = (key: string, _: AbortSignal, waitSeconds?: number) => {
      waits.push([key, waitSeconds])
      return new Promise<string>((resolve) => release.push(() => resolve('ready')))
    }
    const follower = createFollower({ fetchOne, isFinal: () => true }, timing)
    const ends = [follower.follow('a'), follower.follow('b', { onStatus: () => {}, firstMs: 3000 })]
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(waits[0]).toEqual(['a', 45])
    const c = follower.follow('c')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(waits.map(([key]) => key)).toEqual(['a', 'c'])
    for (const one of release) one()
    await Promise.all([ends[0], c])
    void ends[1]?.catch(() => {})
  })

  it('reads the list for the imports that follow the first, whose call is held', async () => {
    const { kind, calls } = createRecords({ a: 2, b: 2, c: 2 })
    const fetchOne = (key: string, signal: AbortSignal) =>
      new Promise<string>((_, reject) => {
        calls.push(key)
        signal.addEventListener('abort', () => reject(new Error('cancelled')))
      })
    const follower = createFollower({ ...kind, fetchOne }, timing)
    const a = follower.follow('a')
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await Promise.all([a, follower.follow('b'), follower.follow('c')])).toEqual([
      'ready',
      'ready',
      'ready',
    ])
    expect(calls).toEqual(['a', 'list 0', 'list 0'])
  })

  it('asks for a shorter hold while progress is shown', async () => {
    const waits: Array<number | undefined> = []
    const fetchOne = async (_: string, __: AbortSignal, waitSeconds?: number) => {
      waits.push(waitSeconds)
      return waits.length < 3 ? 'waiting' : 'ready'
    }
    const follower = createFollower(
      { fetchOne, isFinal: (status) => status === 'ready' },
      { firstMs: 300, longestMs: 500 },
    )
    await follower.follow('a', { onStatus: () => {} })
    expect(waits).toEqual([1, 1, 1])
  })
})
