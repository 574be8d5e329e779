import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { mapBounded } from './map-bounded.ts'

describe('mapBounded', () => {
  it('keeps the order of the items, whichever finishes first', async () => {
    const doubled = await mapBounded([5, 1, 3], 3, async (n) => {
      for (let i = 0; i < n; i += 1) await tick()
      return n * 2
    })
    expect(doubled).toEqual([10, 2, 6])
    expect(await mapBounded([], 3, () => Promise.reject(new Error('never called')))).toEqual([])
  })

  it('runs at most `limit` calls at a time', async () => {
    let running = 0
    let most = 0
    await mapBounded(Array.from({ length: 20 }), 4, async () => {
      running += 1
      most = Math.max(most, running)
      await tick()
      running -= 1
    })
    expect(most).toBe(4)
  })

  it('starts no further calls after a failure', async () => {
    const begun: number[] = []
    const work = async (n: number) => {
      begun.push(n)
      await tick()
      if (n === 1) throw new Error('no')
    }
    await expect(mapBounded([0, 1, 2, 3, 4, 5], 2, work)).rejects.toThrow('no')
    await tick()
    await tick()
    expect(begun.length).toBeLessThanOrEqual(3)
  })
})
