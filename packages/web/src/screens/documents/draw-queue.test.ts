import { describe, expect, it } from 'vitest'
import { createDrawQueue } from './draw-queue.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('draw queue', () => {
  it('renders one page at a time, nearest first', async () => {
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

  it('continues after a failed page and skips cancelled ones', async () => {
    const queue = createDrawQueue()
    const drawn: string[] = []
    queue.add({ rank: () => 1, draw: () => Promise.reject(new Error('broken')) })
    const cancel = queue.add({ rank: () => 2, draw: async () => void drawn.push('cancelled') })
    queue.add({ rank: () => 3, draw: async () => void drawn.push('kept') })
    cancel()
    await settle()
    expect(drawn).toEqual(['kept'])
  })

  it('aborts the running task when it is cancelled', async () => {
    const queue = createDrawQueue()
    let wasStopped = false
    const cancel = queue.add({
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
    cancel()
    await settle()
    expect(wasStopped).toBe(true)
  })
})
