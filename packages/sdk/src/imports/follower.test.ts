import { describe, expect, it } from 'vitest'
import { NotFoundError, ServerError, TimeoutError } from '../errors.ts'
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
    const fetchOne = (_: string, signal: AbortSignal) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          isCancelled = true
          reject(new Error('cancelled'))
        })
      })
    const follower = createFollower<string>({ fetchOne, isFinal: () => true }, timing)
    await follower.follow('a', { signal: AbortSignal.timeout(80) }).catch(() => {})
    expect(isCancelled).toBe(true)
  })

  it('reports to everyone who follows the same import', async () => {
    const { kind } = createRecords({ a: 2 })
    const follower = createFollower(kind, timing)
    expect(await Promise.all([follower.follow('a'), follower.follow('a')])).toEqual(['ready', 'ready'])
  })
})
