/** Yields each item once; an error in one consumer closes the generator for all of them. */
function* sharedEntries<T>(items: readonly T[]): Generator<[number, T]> {
  yield* items.entries()
}

/**
 * Like `Promise.all` over a map, with at most `limit` calls at a time. A failure closes the shared generator, so no
 * further item is started.
 */
export async function mapBounded<T, Result>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const entries = sharedEntries(items)
  const runNext = async () => {
    for (const [i, item] of entries) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, runNext))
  return results
}
