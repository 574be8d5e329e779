/** Collects what files need at the same time, so that one call can serve up to a hundred of them. */
import { type BatchLimits, countFitting } from './count-fitting.ts'

/** The bytes are those of the items as JSON. */
export interface CollectorRules<Item, Result> extends BatchLimits {
  /** How long an item waits for others. */
  longestMs: number
  /** True while an item may wait longer, because no call could be made now. */
  isWorthWaiting: () => boolean
  /** False if no further item is on its way. */
  isMoreExpected: () => boolean
  /** Settles each item; in the order of the items. */
  send: (items: readonly Item[]) => Promise<PromiseSettledResult<Result>[]>
}

export interface Collector<Item, Result> {
  submit(item: Item): Promise<Result>
  /** To be called when fewer items are expected than before. */
  check(): void
}

interface Waiting<Item, Result> {
  item: Item
  bytes: number
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export function createCollector<Item, Result>(rules: CollectorRules<Item, Result>): Collector<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function check(): void {
    while (isFull(waiting, rules)) flush()
    if (!rules.isMoreExpected()) flushAll()
  }

  function flushAll(): void {
    while (waiting.length > 0) flush()
  }

  function flush(): void {
    const some = waiting.slice(0, countFitting(waiting, rules))
    waiting = waiting.slice(some.length)
    clearTimeout(timer)
    timer = undefined
    startTimer()
    void settle(some)
  }

  function startTimer(): void {
    if (waiting.length > 0) timer ??= setTimeout(onTimeout, rules.longestMs)
  }

  function onTimeout(): void {
    timer = undefined
    if (rules.isWorthWaiting()) startTimer()
    else flushAll()
  }

  async function settle(some: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await rules.send(some.map(({ item }) => item))
      for (const [i, one] of some.entries()) {
        const result = results[i]
        if (result?.status === 'fulfilled') one.resolve(result.value)
        else one.reject(result?.reason ?? new Error('An item has no result.'))
      }
    } catch (error) {
      for (const one of some) one.reject(error)
    }
  }

  return {
    submit(item) {
      return new Promise((resolve, reject) => {
        const bytes = Buffer.byteLength(JSON.stringify(item)) + 1
        waiting.push({ item, bytes, resolve, reject })
        startTimer()
        check()
      })
    },
    check,
  }
}

const isFull = (waiting: readonly { bytes: number }[], rules: BatchLimits): boolean =>
  waiting.length >= rules.maxItems || countFitting(waiting, rules) < waiting.length
