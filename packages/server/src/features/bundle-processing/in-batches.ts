/** Rows that are saved together, limited by number and size: lines of a bundle may be long. */
import { limits } from './bundle.policy.ts'

export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  { count, chars = limits.batchChars }: { count: number; chars?: number },
): AsyncGenerator<Item[]> {
  let batch: Item[] = []
  let size = 0
  for await (const item of items) {
    batch.push(item)
    size += JSON.stringify(item).length
    if (batch.length < count && size < chars) continue
    yield batch
    batch = []
    size = 0
  }
  if (batch.length > 0) yield batch
}
