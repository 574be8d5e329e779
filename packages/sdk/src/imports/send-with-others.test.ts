import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createSharedCall, type SharedItem } from './send-with-others.ts'

/** A call that doubles numbers, and records what it was sent. */
function createDoubling({
  maxItems = 100,
  maxBytes = 1000,
  isScarce = false,
  turn = Promise.resolve(),
} = {}) {
  const calls: (number[] | 'aborted')[] = []
  const shared = createSharedCall<number, number>({
    maxItems,
    maxBytes,
    gatherMs: () => 5,
    isWorthWaiting: () => isScarce,
    async send(take: () => SharedItem<number, number>[], signal) {
      await turn
      if (signal.aborted) return void calls.push('aborted')
      const items = take()
      calls.push(items.map(({ item }) => item))
      for (const { item, settle } of items) {
        if (item < 0) settle.reject(new Error('negative'))
        else settle.resolve(2 * item)
      }
    },
  })
  const double = (item: number, signal?: AbortSignal) =>
    shared.submit(
      item,
      async () => {
        calls.push([item])
        return 2 * item
      },
      signal,
    )
  return { calls, double }
}

describe('calls of concurrent imports', () => {
  it('share one request, and each gets its own answer or error', async () => {
    const { calls, double } = createDoubling()
    const answers = await Promise.allSettled([double(1), double(-1), double(3)])
    expect(calls).toEqual([[1, -1, 3]])
    expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)))).toEqual([
      2,
      'Error: negative',
      6,
    ])
  })

  it('are sent alone if there is only one', async () => {
    const { calls, double } = createDoubling()
    expect(await double(4)).toBe(8)
    expect(calls).toEqual([[4]])
  })

  it('take in what arrives until the request is sent', async () => {
    const turn = Promise.withResolvers<void>()
    const { calls, double } = createDoubling({ isScarce: true, turn: turn.promise })
    const answers = [double(1)]
    await sleep(30)
    answers.push(double(2), double(3))
    turn.resolve()
    expect(await Promise.all(answers)).toEqual([2, 4, 6])
    expect(calls).toEqual([[1, 2, 3]])
  })

  it('need further requests beyond the number of items and of bytes', async () => {
    const many = createDoubling({ maxItems: 4 })
    await Promise.all(Array.from({ length: 10 }, (_, i) => many.double(i)))
    expect(many.calls).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
      [8, 9],
    ])
    const large = createDoubling({ maxBytes: 10 })
    await Promise.all([double5(large), double5(large), double5(large)])
    expect(large.calls).toEqual([[12345], [12345], [12345]])
  })

  it('are sent for those who arrive after everybody before them has left', async () => {
    for (const waitMs of [0, 20]) {
      const turn = Promise.withResolvers<void>()
      const { calls, double } = createDoubling({ isScarce: true, turn: turn.promise })
      const leaving = new AbortController()
      const left = double(1, leaving.signal)
      await sleep(waitMs)
      leaving.abort()
      const stayed = [double(2), double(3)]
      turn.resolve()
      await expect(left).rejects.toThrow()
      expect(await Promise.all(stayed)).toEqual([4, 6])
      expect(calls.filter((one) => one !== 'aborted')).toEqual([[2, 3]])
    }
  })

  it('are not sent for those who have left, and not at all if nobody waits', async () => {
    const turn = Promise.withResolvers<void>()
    const { calls, double } = createDoubling({ turn: turn.promise })
    const [first, second] = [new AbortController(), new AbortController()]
    const left = double(1, first.signal)
    const kept = double(2)
    await sleep(20)
    first.abort()
    await expect(left).rejects.toMatchObject({ name: 'CancelledError' })
    turn.resolve()
    expect(await kept).toBe(4)
    expect(calls).toEqual([[2]])
    const never = Promise.withResolvers<void>()
    const other = createDoubling({ turn: never.promise })
    const both = [other.double(1, second.signal), other.double(2, second.signal)]
    await sleep(20)
    second.abort()
    await Promise.allSettled(both)
    never.resolve()
    await sleep(10)
    expect(other.calls).toEqual(['aborted'])
  })
})

const double5 = ({ double }: ReturnType<typeof createDoubling>) => double(12_345)
