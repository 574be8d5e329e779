/** An asynchronous FIFO queue with several consumers. */

export interface Queue<T> {
  readonly length: number
  push(item: T): void
  /** Waits for an item; undefined once the queue is closed and empty. */
  next(): Promise<T | undefined>
  close(): void
  /** Removes and returns all remaining items. */
  drain(): T[]
}

export function createQueue<T extends object>(): Queue<T> {
  const items: T[] = []
  const takers: Array<(item: T | undefined) => void> = []
  let isClosed = false
  return {
    get length() {
      return items.length
    },
    push(item) {
      const taker = takers.shift()
      if (taker) taker(item)
      else items.push(item)
    },
    next() {
      const item = items.shift()
      if (item || isClosed) return Promise.resolve(item)
      return new Promise((resolve) => takers.push(resolve))
    },
    close() {
      isClosed = true
      for (const taker of takers.splice(0)) taker(undefined)
    },
    drain: () => items.splice(0),
  }
}
