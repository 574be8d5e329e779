/** Checks which uploads have arrived in the store. */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../platform/errors.ts'
import { mapBounded } from '../../platform/map-bounded.ts'
import type { ObjectStore, PinnedObject } from '../../platform/object-store/object-store.ts'

/** Concurrent HEAD requests per API request. */
export const storeConcurrency = 16

/** In the order of the keys; null for missing objects. */
export function headUploads(store: ObjectStore, keys: readonly string[]): Promise<(PinnedObject | null)[]> {
  return reachStore(() => mapBounded(keys, storeConcurrency, (key) => store.head(key)))
}

/** Objects found within the time limit. When the store does not answer, they count as not uploaded yet. */
export async function headUploadsWithin(
  store: ObjectStore,
  keys: readonly string[],
  timeoutMs: number,
): Promise<PinnedObject[]> {
  const found: PinnedObject[] = []
  const deadline = new AbortController()
  const head = async (key: string) => {
    const object = deadline.signal.aborted ? null : await store.head(key)
    if (object) found.push(object)
  }
  const requests = mapBounded(keys, storeConcurrency, head).catch(() => undefined)
  await Promise.race([
    requests,
    sleep(timeoutMs, undefined, { signal: deadline.signal }).catch(() => undefined),
  ])
  deadline.abort()
  return [...found]
}

/** A failing store must never be mistaken for a missing upload. */
export async function reachStore<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    throw new AppError('unavailable', {
      message: 'The object store does not respond. Nothing was changed; repeat the call in a few seconds.',
      headers: { 'retry-after': '5' },
      cause,
    })
  }
}
