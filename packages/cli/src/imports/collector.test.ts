import { describe, expect, it } from 'vitest'
import { createCollector } from './collector.ts'

function createDoubling(rules: { maxItems?: number; maxBytes?: number; longestMs?: number } = {}) {
  const calls: number[][] = []
  const state = { isMoreExpected: true, isWorthWaiting: false }
  const collector = createCollector<number, number>({
    maxItems: 3,
    maxBytes: 1000,
    longestMs: 10_000,
    ...rules,
    isMoreExpected: () => state.isMoreExpected,
    isWorthWaiting: () => state.isWorthWaiting,
    send: async (items) => {
      calls.push([...items])
      return items.map((item) =>
        item < 0
          ? { status: 'rejected', reason: new Error('negative') }
          : { status: 'fulfilled', value: 2 * item },
      )
    },
  })
  return { calls, state, collector }
}

describe('a collector', () => {
  it('sends full batches at once, and the rest when nothing else is expected', async () => {
    const { calls, state, collector } = createDoubling()
    const results = [1, 2, 3, 4, 5].map((item) => collector.submit(item))
    expect(calls).toEqual([[1, 2, 3]])
    state.isMoreExpected = false
    collector.check()
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8, 10])
    expect(calls).toEqual([
      [1, 2, 3],
      [4, 5],
    ])
  })

  it('sends what has waited for long', async () => {
    const { calls, collector } = createDoubling({ longestMs: 20 })
    expect(await collector.submit(1)).toBe(2)
    expect(calls).toEqual([[1]])
  })

  it('keeps what has waited for long while no call can be made', async () => {
    const { calls, state, collector } = createDoubling({ longestMs: 20 })
    state.isWorthWaiting = true
    const first = collector.submit(1)
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(calls).toEqual([])
    const second = collector.submit(2)
    state.isWorthWaiting = false
    expect(await Promise.all([first, second])).toEqual([2, 4])
    expect(calls).toEqual([[1, 2]])
  })

  it('keeps batches below the size limit', async () => {
    const { calls, state, collector } = createDoubling({ maxBytes: 12 })
    const results = [10_001, 10_002, 10_003].map((item) => collector.submit(item))
    state.isMoreExpected = false
    collector.check()
    await Promise.all(results)
    expect(calls).toEqual([[10_001, 10_002], [10_003]])
  })

  it('settles each item by itself', async () => {
    const { state, collector } = createDoubling()
    const results = [collector.submit(1), collector.submit(-1)]
    state.isMoreExpected = false
    collector.check()
    expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})
