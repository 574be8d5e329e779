/**
 * Sends items of concurrent imports in one call. A call takes what is waiting when the call limit allows to send it, so
 * the fewer calls are left, the more items share one.
 */
import { cancelledBy } from '../errors.ts'

/** An item that waits for its answer. */
export interface SharedItem<Item, Result> {
  readonly item: Item
  /** The call for this item alone. */
  readonly alone: () => Promise<Result>
  readonly settle: { resolve: (result: Result) => void; reject: (error: unknown) => void }
  isSettled: boolean
}

export interface SharedCallRules<Item, Result> {
  maxItems: number
  /** Of the items as JSON. */
  maxBytes: number
  /** How long the first item waits for others. */
  gatherMs: () => number
  /** True if a single item should wait for others, because calls are scarce. */
  isWorthWaiting: () => boolean
  /**
   * Answers the items that `take` returns; it is called when the request is about to be sent. The signal aborts when
   * nobody waits for them any more.
   */
  send(take: () => SharedItem<Item, Result>[], signal: AbortSignal): Promise<void>
}

export interface SharedCall<Item, Result> {
  submit(item: Item, alone: () => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

export function createSharedCall<Item, Result>(
  rules: SharedCallRules<Item, Result>,
): SharedCall<Item, Result> {
  let waiting: SharedItem<Item, Result>[] = []
  /** Of the call that takes the waiting items. */
  let opening: AbortController | undefined

  function openLater(): void {
    if (opening || waiting.length === 0) return
    opening = new AbortController()
    setTimeout(open, rules.gatherMs(), opening)
  }

  function open(controller: AbortController): void {
    // Everybody has left; those who came later have another call.
    if (controller.signal.aborted) return
    const [first] = waiting
    if (!first || (waiting.length === 1 && !rules.isWorthWaiting())) {
      opening = undefined
      waiting = []
      if (first) first.alone().then(first.settle.resolve, first.settle.reject)
      return
    }
    let taken: SharedItem<Item, Result>[] | undefined
    const take = () => {
      if (taken) return taken
      if (controller.signal.aborted) return []
      taken = waiting.splice(0, countFitting(waiting, rules))
      opening = undefined
      openLater()
      watched.set(controller, taken)
      return taken
    }
    rules
      .send(take, controller.signal)
      .catch((error: unknown) => {
        for (const one of take()) one.settle.reject(error)
      })
      .finally(() => watched.delete(controller))
  }

  /** Calls on their way, and their items. */
  const watched = new Map<AbortController, readonly SharedItem<Item, Result>[]>()

  function abortUnwanted(): void {
    if (opening && waiting.length === 0) {
      opening.abort()
      opening = undefined
    }
    for (const [controller, items] of watched)
      if (items.every(({ isSettled }) => isSettled)) controller.abort()
  }

  return {
    submit(item, alone, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(cancelledBy(signal))
        const end = (settle: () => void) => {
          if (one.isSettled) return
          one.isSettled = true
          signal?.removeEventListener('abort', cancel)
          settle()
        }
        const cancel = () => {
          waiting = waiting.filter((other) => other !== one)
          end(() => signal && reject(cancelledBy(signal)))
          abortUnwanted()
        }
        const settle = {
          resolve: (result: Result) => end(() => resolve(result)),
          reject: (error: unknown) => end(() => reject(error as Error)),
        }
        const one: SharedItem<Item, Result> = { item, alone, settle, isSettled: false }
        signal?.addEventListener('abort', cancel, { once: true })
        waiting.push(one)
        openLater()
      })
    },
  }
}

/** The first item always fits; if it does not, the service says so. */
function countFitting(
  waiting: readonly { item: unknown }[],
  { maxItems, maxBytes }: { maxItems: number; maxBytes: number },
): number {
  const encoder = new TextEncoder()
  let bytes = 0
  let count = 0
  for (const { item } of waiting.slice(0, maxItems)) {
    bytes += encoder.encode(JSON.stringify(item)).length + 1
    if (bytes > maxBytes && count > 0) break
    count += 1
  }
  return count
}
