/** How many parts are sent at once: one more after each success, half after each failure of the network or the store. */

export interface Concurrency {
  readonly limit: number
  succeeded(): void
  failed(): void
}

const start = 2

export function createConcurrency(max: number): Concurrency {
  let limit = Math.min(start, max)
  return {
    get limit() {
      return limit
    },
    succeeded() {
      limit = Math.min(max, limit + 1)
    },
    failed() {
      limit = Math.max(1, Math.floor(limit / 2))
    },
  }
}
