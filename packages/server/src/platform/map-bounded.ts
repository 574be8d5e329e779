/** Yields each item once; a reader that throws closes it for all of them. */
function* inTurn<T>(items: readonly T[]): Generator<[number, T]> {
  yield* items.entries()
}

/**
 * Like `Promise.all` over a map, with at most `limit` at a time. After a failure no further item is begun:
 * those that read from the one generator find it closed.
 */
export async function mapBounded<T, Result>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const turns = inTurn(items)
  const workThrough = async () => {
    for (const [i, item] of turns) results[i] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, workThrough))
  return results
}
