/** A FIFO semaphore. */
import { cancelledBy } from '../errors.ts'

export interface Slots {
  /** Resolves with a function that releases the slot. */
  take(signal?: AbortSignal): Promise<() => void>
  /** The same without waiting; undefined if no slot is free. */
  tryTake(): (() => void) | undefined
  /** True while at least one slot is taken. */
  readonly isInUse: boolean
}

export function createSlots(count: number): Slots {
  let free = count
  const waiting: Array<() => void> = []

  function give(): () => void {
    let isGiven = true
    return () => {
      if (!isGiven) return
      isGiven = false
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }

  return {
    get isInUse() {
      return free < count
    },
    tryTake() {
      if (free === 0) return undefined
      free -= 1
      return give()
    },
    take(signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(cancelledBy(signal))
        if (free > 0) {
          free -= 1
          return resolve(give())
        }
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1)
          if (signal) reject(cancelledBy(signal))
        }
        const enter = () => {
          signal?.removeEventListener('abort', leave)
          resolve(give())
        }
        signal?.addEventListener('abort', leave, { once: true })
        waiting.push(enter)
      })
    },
  }
}
