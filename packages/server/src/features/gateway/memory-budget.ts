/** Bounds what all uploads of a process hold in memory together; the others wait with their bytes on the network. */
import { AppError } from '../../platform/errors.ts'

export interface MemoryBudget {
  /** Waits in turn for this many bytes. Returns what gives them back. */
  reserve(bytes: number): Promise<() => void>
}

interface Waiter {
  bytes: number
  start: () => void
}

export function createMemoryBudget(totalBytes: number, waitMs: number): MemoryBudget {
  const waiters: Waiter[] = []
  let left = totalBytes

  function startWaiting(): void {
    for (let next = waiters[0]; next && next.bytes <= left; next = waiters[0]) {
      waiters.shift()
      next.start()
    }
  }

  function take(bytes: number): () => void {
    left -= bytes
    return () => {
      left += bytes
      startWaiting()
    }
  }

  return {
    async reserve(wanted) {
      const bytes = Math.min(wanted, totalBytes)
      if (waiters.length === 0 && bytes <= left) return take(bytes)
      const { promise, resolve, reject } = Promise.withResolvers<() => void>()
      const waiter = {
        bytes,
        start() {
          clearTimeout(timer)
          resolve(take(bytes))
        },
      }
      const timer = setTimeout(() => {
        waiters.splice(waiters.indexOf(waiter), 1)
        startWaiting()
        reject(busyGateway())
      }, waitMs)
      waiters.push(waiter)
      return promise
    },
  }
}

export const busyGateway = () =>
  new AppError('unavailable', {
    message: 'The upload gateway is busy. Nothing was stored; upload the file again in a few seconds.',
    headers: { 'retry-after': '5' },
  })
