/**
 * Holds requests until something happens. A request that waits occupies neither a database connection nor a timer per
 * poll: notifications wake it, and it reads again.
 */
export interface LongPoll<T> {
  /** The API key; each may have a limited number of waiting requests. */
  caller: string
  /** What wakes it. */
  topics: readonly string[]
  waitMs: number
  /** Aborted when the client has gone. */
  signal: AbortSignal
  read: () => Promise<T>
  /** False while there is a reason to wait. */
  isFinal: (value: T) => boolean
}

export interface LongPolls {
  /** The first final value, or the latest one when the time is up. */
  poll<T>(options: LongPoll<T>): Promise<T>
  wake(topic: string): void
  /** After missed notifications. */
  wakeAll(): void
  /** Answers everything that waits; later calls do not wait. */
  close(): void
}

export interface LongPollLimits {
  perCaller: number
  total: number
}

const defaultLimits: LongPollLimits = { perCaller: 20, total: 2_000 }
/** In case a notification is lost without a trace. */
const rereadMs = 15_000

interface Waiter {
  topics: ReadonlySet<string>
  isWoken: boolean
  wake: () => void
}

export function createLongPolls({ perCaller, total }: LongPollLimits = defaultLimits): LongPolls {
  const waiters = new Set<Waiter>()
  const countOf = new Map<string, number>()
  let isClosed = false

  function wakeWhere(matches: (waiter: Waiter) => boolean): void {
    for (const waiter of waiters) {
      if (!matches(waiter)) continue
      waiter.isWoken = true
      waiter.wake()
    }
  }

  async function pollInSlot<T>({ topics, waitMs, signal, read, isFinal }: LongPoll<T>): Promise<T> {
    const deadline = performance.now() + waitMs
    const waiter: Waiter = { topics: new Set(topics), isWoken: false, wake: () => {} }
    // Before the first read, so that nothing is missed between reading and waiting.
    waiters.add(waiter)
    try {
      for (;;) {
        waiter.isWoken = false
        const value = await read()
        const leftMs = deadline - performance.now()
        if (isFinal(value) || leftMs <= 0 || isClosed || signal.aborted) return value
        await untilWoken(waiter, Math.min(leftMs, rereadMs), signal)
      }
    } finally {
      waiters.delete(waiter)
    }
  }

  return {
    async poll(options) {
      const { caller, waitMs, read } = options
      const count = countOf.get(caller) ?? 0
      if (waitMs === 0 || isClosed || count >= perCaller || waiters.size >= total) return read()
      countOf.set(caller, count + 1)
      try {
        return await pollInSlot(options)
      } finally {
        const left = (countOf.get(caller) ?? 1) - 1
        if (left === 0) countOf.delete(caller)
        else countOf.set(caller, left)
      }
    },
    wake: (topic) => wakeWhere((waiter) => waiter.topics.has(topic)),
    wakeAll: () => wakeWhere(() => true),
    close() {
      isClosed = true
      wakeWhere(() => true)
    },
  }
}

function untilWoken(waiter: Waiter, ms: number, signal: AbortSignal): Promise<void> {
  if (waiter.isWoken) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  // Timers may fire a fraction of a millisecond early, which would read once more for nothing.
  const timer = setTimeout(resolve, Math.ceil(ms) + 1)
  waiter.wake = resolve
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}
