import { RateLimitedError } from '@inlet/sdk/shared/errors'
import { expect, it } from 'vitest'
import { actOnAll } from './act-on-all.ts'

it('acts on every item, a few at a time, and reports those that failed in order', async () => {
  let running = 0
  let most = 0
  const items = Array.from({ length: 20 }, (_, place) => place)
  const { done, failed } = await actOnAll(items, async (item) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 20 - item))
    running -= 1
    if (item % 5 === 0) throw new Error(`no ${item}`)
  })
  expect(most).toBe(4)
  expect(done).toEqual(items.filter((item) => item % 5 !== 0))
  expect(failed.map(({ item }) => item)).toEqual([0, 5, 10, 15])
  expect(failed[1]?.error).toEqual(new Error('no 5'))
})

it('waits and tries again when there were too many calls', async () => {
  const facts = { code: 'rate_limited', status: 429, body: {}, retryAfterMs: 1 }
  let calls = 0
  const { done, failed } = await actOnAll(['a'], () => {
    calls += 1
    if (calls < 3) throw new RateLimitedError('Too many calls.', facts)
    return Promise.resolve()
  })
  expect({ done, failed, calls }).toEqual({ done: ['a'], failed: [], calls: 3 })
})
