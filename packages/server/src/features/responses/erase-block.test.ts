import { describe, expect, it } from 'vitest'
import { createListWriter, createValueWriter, timeBlock, timesOf, valuesOf } from './answer-block.ts'
import { eraseFromBlock } from './erase-block.ts'

describe('erasing rows of a block', () => {
  it('removes a value and keeps the others', () => {
    const writer = createValueWriter(3)
    for (const [row, value] of [5, 300, 7].entries()) writer.set(row, value)
    expect([...valuesOf(eraseFromBlock(writer.finish(2, 3), 'one', new Set([1])))]).toEqual([5, 0, 7])
  })

  it('removes a list and keeps the row', () => {
    const writer = createListWriter(3)
    for (const list of [[1, 2], [3], [4, 5]]) writer.add(list)
    const erased = eraseFromBlock(writer.finish(2, 3), 'list', new Set([0]))
    expect([...valuesOf(erased)]).toEqual([0, 3, 0, 4, 5, 0])
  })

  it('reads rankings as pairs', () => {
    const writer = createListWriter(2)
    for (const list of [
      [9, 1, 8, 2],
      [8, 1],
    ])
      writer.add(list)
    expect([...valuesOf(eraseFromBlock(writer.finish(2, 2), 'pairs', new Set([1])))]).toEqual([
      9, 1, 8, 2, 0, 0,
    ])
  })

  it('removes the time of the response', () => {
    const block = timeBlock(Float64Array.from([10, 20]), 2)
    expect([...(timesOf(eraseFromBlock(block, undefined, new Set([0]))) ?? [])]).toEqual([Number.NaN, 20])
    expect(timesOf(eraseFromBlock(timeBlock(undefined, 2), undefined, new Set([0])))).toBeUndefined()
  })
})
