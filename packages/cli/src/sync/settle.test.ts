import { describe, expect, it } from 'vitest'
import { createSettle } from './settle.ts'

const file = (modified: number, bytes = 10) => ({ path: 'a.txt', name: 'a.txt', bytes, modified })
const isSettled = ({ settled }: { settled: unknown[] }) => settled.length === 1

describe('a file', () => {
  it('has settled if it was changed long ago', () => {
    expect(isSettled(createSettle(10_000).look([file(100)], 110_000))).toBe(true)
    expect(isSettled(createSettle(10_000).look([file(100)], 109_999))).toBe(false)
  })

  it('has settled if it stays the same, whatever the clock of its server says', () => {
    const settle = createSettle(10_000)
    expect([0, 9_999, 10_000].map((now) => isSettled(settle.look([file(1_000)], now)))).toEqual([
      false,
      false,
      true,
    ])
  })

  it('starts over when it changes or was gone', () => {
    const settle = createSettle(10_000)
    settle.look([file(1_000)], 0)
    expect(isSettled(settle.look([file(1_000, 11)], 10_000))).toBe(false)
    settle.look([], 15_000)
    expect(isSettled(settle.look([file(1_000, 11)], 20_000))).toBe(false)
    expect(isSettled(settle.look([file(1_000, 11)], 30_000))).toBe(true)
  })
})
