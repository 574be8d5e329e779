/** Runs one change for several items. */
import { RateLimitedError } from '@inlet/sdk/shared/errors'

export interface Outcome<Item> {
  done: Item[]
  failed: { item: Item; error: unknown }[]
}

const concurrentCalls = 4
const maxWaits = 3
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A few at a time. One that fails does not stop the others; both lists keep the order of the items. */
export async function actOnAll<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<Outcome<Item>> {
  const errors = new Map<Item, unknown>()
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const current = item
      await retryAfterLimit(() => act(current)).catch((error: unknown) => errors.set(current, error))
    }
  }
  await Promise.all(Array.from({ length: concurrentCalls }, work))
  return {
    done: items.filter((item) => !errors.has(item)),
    failed: items.filter((item) => errors.has(item)).map((item) => ({ item, error: errors.get(item) })),
  }
}

/** Waits as long as the server asks for when there were too many calls. */
async function retryAfterLimit(act: () => Promise<unknown>): Promise<void> {
  for (let waits = 0; ; waits += 1) {
    try {
      await act()
      return
    } catch (error) {
      if (!(error instanceof RateLimitedError) || waits === maxWaits) throw error
      await sleep(error.retryAfterMs ?? 1_000)
    }
  }
}
