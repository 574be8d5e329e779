import { describe, expect, it } from 'vitest'
import { createDrawQueue } from './draw-queue.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('the queue of drawings', () => {
  it('draws one at a time, the nearest first', async () => {
    const queue = createDrawQueue()
    const order: number[] = []
    let atOnce = 0
    let most = 0
    for (const rank of [3, 1, 2])
      queue.add({
        rank: () => rank,
        async draw() {
          atOnce += 1
          most = Math.max(most, atOnce)
          await Promise.resolve()
          order.push(rank)
          atOnce -= 1
        },
      })
    await settle()
    expect(order).toEqual([1, 2, 3])
    expect(most).toBe(1)
  })

  it('goes on after one that fails, and leaves out those given up', async () => {
    const queue = createDrawQueue()
    const drawn: string[] = []
    queue.add({ rank: () => 1, draw: () => Promise.reject(new Error('broken')) })
    const giveUp = queue.add({ rank: () => 2, draw: async () => void drawn.push('given up') })
    queue.add({ rank: () => 3, draw: async () => void drawn.push('kept') })
    giveUp()
    await settle()
    expect(drawn).toEqual(['kept'])
  })

  it('tells the one that is running to stop', async () => {
    const queue = createDrawQueue()
    let wasStopped = false
    const giveUp = queue.add({
      rank: () => 1,
      draw: (signal) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            wasStopped = true
            resolve()
          }),
        ),
    })
    await settle()
    giveUp()
    await settle()
    expect(wasStopped).toBe(true)
  })
})
