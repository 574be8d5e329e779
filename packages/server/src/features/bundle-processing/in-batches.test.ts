import { expect, it } from 'vitest'
import { inBatches } from './in-batches.ts'

async function* of<Item>(...items: Item[]): AsyncGenerator<Item> {
  yield* items
}

it('ends a batch by its number of rows', async () => {
  expect(await Array.fromAsync(inBatches(of(1, 2, 3, 4, 5), { count: 2 }))).toEqual([[1, 2], [3, 4], [5]])
  expect(await Array.fromAsync(inBatches(of(), { count: 2 }))).toEqual([])
})

it('ends a batch by its size', async () => {
  const long = 'x'.repeat(100)
  const batches = inBatches(of('a', long, 'b', 'c'), { count: 10, chars: 50 })
  expect(await Array.fromAsync(batches)).toEqual([
    ['a', long],
    ['b', 'c'],
  ])
})
