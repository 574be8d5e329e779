import { describe, expect, it } from 'vitest'
import { createListWriter, createValueWriter } from './answer-block.ts'
import { byKey, byTime, readKeys, sortedColumn } from './sort-responses.ts'

const none = Number.NaN
const ids = (...all: number[]) => Int32Array.from(all)

describe('by time', () => {
  it('reverses ids that were saved in the order of their times', () => {
    expect([...byTime(ids(1, 2, 3), Float64Array.of(none, 5, 5), true)]).toEqual([3, 2, 1])
  })

  it('sorts newest first, equal times by last saved, unknown times last', () => {
    const times = Float64Array.of(9, none, 9, 10, none)
    expect([...byTime(ids(1, 2, 3, 4, 5), times, true)]).toEqual([4, 3, 1, 5, 2])
  })

  it('sorts oldest first, equal times by first saved, unknown times last', () => {
    const times = Float64Array.of(9, none, 9, 10, 8)
    expect([...byTime(ids(1, 2, 3, 4, 5), times, false)]).toEqual([5, 1, 3, 4, 2])
  })
})

describe('by answer', () => {
  it('sorts in both directions, with equal answers in file order and missing ones last', () => {
    const keys = Uint16Array.of(2, 0, 1, 2, 16_383)
    expect([...byKey(ids(1, 2, 3, 4, 5), keys, false)]).toEqual([3, 1, 4, 5, 2])
    expect([...byKey(ids(1, 2, 3, 4, 5), keys, true)]).toEqual([5, 1, 4, 3, 2])
    expect([...byKey(ids(), Uint16Array.of(), true)]).toEqual([])
  })

  const partOf = (block: ReturnType<ReturnType<typeof createListWriter>['finish']>) => ({
    partNumber: 1,
    rowCount: block.rowCount,
    times: undefined,
    byPosition: new Map([[block.position, block]]),
  })

  it('reads the answer of single choices and scores', () => {
    const writer = createValueWriter(3)
    writer.set(0, 300)
    writer.set(2, 7)
    expect([...readKeys({ position: 4, shape: 'one' }, partOf(writer.finish(4, 3)))]).toEqual([300, 0, 7])
  })

  it('reads the first of several choices, and the best ranked option', () => {
    const choices = createListWriter(3)
    for (const list of [[5, 2, 9], [], [1]]) choices.add(list)
    expect([...readKeys({ position: 4, shape: 'list' }, partOf(choices.finish(4, 3)))]).toEqual([2, 0, 1])
    const ranks = createListWriter(2)
    for (const list of [[5, 2, 9, 1], []]) ranks.add(list)
    expect([...readKeys({ position: 4, shape: 'pairs' }, partOf(ranks.finish(4, 2)))]).toEqual([9, 0])
  })

  it('has no answers in a part without a block', () => {
    const part = { partNumber: 1, rowCount: 2, times: undefined, byPosition: new Map() }
    expect([...readKeys({ position: 4, shape: 'one' }, part)]).toEqual([0, 0])
  })

  it('knows columns with options only', () => {
    const columns = [
      { position: 1, type: 'Single choice' as const },
      { position: 2, type: 'Open-ended' as const },
    ]
    const columnOf = (by: 'time' | number) => sortedColumn({ by, isDescending: false }, columns)
    expect([columnOf(1)?.position, columnOf(2), columnOf(3), columnOf('time')]).toEqual([
      1,
      undefined,
      undefined,
      undefined,
    ])
  })
})
