import { describe, expect, it } from 'vitest'
import { createMemoryBudget } from './memory-budget.ts'

const isPending = async (promise: Promise<unknown>) =>
  (await Promise.race([promise.then(() => 'done'), Promise.resolve('pending')])) === 'pending'

describe('createMemoryBudget', () => {
  it('lets uploads wait in turn until there is memory for them', async () => {
    const budget = createMemoryBudget(10, 10_000)
    const first = await budget.reserve(6)
    const second = budget.reserve(5)
    const third = budget.reserve(1)
    expect([await isPending(second), await isPending(third)]).toEqual([true, true])
    first()
    const [releaseSecond, releaseThird] = await Promise.all([second, third])
    const fourth = budget.reserve(10)
    releaseSecond()
    expect(await isPending(fourth)).toBe(true)
    releaseThird()
    expect(await fourth).toBeTypeOf('function')
  })

  it('reports a busy gateway when the wait is too long, and serves the next one', async () => {
    const budget = createMemoryBudget(10, 20)
    const release = await budget.reserve(8)
    await expect(budget.reserve(9)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': '5' },
    })
    expect(await budget.reserve(2)).toBeTypeOf('function')
    release()
  })

  it('grants at most everything', async () => {
    expect(await createMemoryBudget(10, 20).reserve(11)).toBeTypeOf('function')
  })
})
