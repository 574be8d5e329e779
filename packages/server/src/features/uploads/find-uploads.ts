/** Looks for uploaded objects in the store. */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../platform/errors.ts'
import { mapBounded } from '../../platform/map-bounded.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'

/** How many questions one request has open at the store. */
export const storeConcurrency = 16

/** In the order of the keys; null where there is nothing. */
export function findUploads(store: ObjectStore, keys: readonly string[]): Promise<(PinnedObject | null)[]> {
  return reachStore(() => mapBounded(keys, storeConcurrency, (key) => store.head(key)))
}

/** What is seen within the time. A store in trouble shows nothing, which must be as good as "not yet". */
export async function glanceAtUploads(
  store: ObjectStore,
  keys: readonly string[],
  forMs: number,
): Promise<PinnedObject[]> {
  const seen: PinnedObject[] = []
  const isOver = new AbortController()
  const look = async (key: string) => {
    const object = isOver.signal.aborted ? null : await store.head(key)
    if (object) seen.push(object)
  }
  const looking = mapBounded(keys, storeConcurrency, look).catch(() => undefined)
  await Promise.race([looking, sleep(forMs, undefined, { signal: isOver.signal }).catch(() => undefined)])
  isOver.abort()
  return [...seen]
}

/** "Not there" and "cannot say" are different answers: the second must never read as a missing upload. */
export async function reachStore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new AppError('unavailable', {
      message: 'The object store does not answer. Nothing was changed; call complete again shortly.',
      headers: { 'retry-after': '5' },
      cause,
    })
  }
}
