import { describe, expect, it } from 'vitest'
import { readFilter, readSort } from './filter-query.ts'

const option = (position: number, number: number) => position * 16_384 + number

describe('query filters', () => {
  it('select options, scores and answered columns', () => {
    expect(readFilter({ f: ['4:2,7', '5:s0-1', '6:*'], words: 'slow', from: '2026-10-01' })).toEqual({
      options: [option(4, 2), option(4, 7), option(5, 1), option(5, 2)],
      answered: [6],
      answeredFrom: new Date('2026-10-01'),
      words: 'slow',
    })
    expect(readFilter({ f: '0:1' })).toEqual({ options: [1], answered: [] })
    expect(readFilter({})).toEqual({ options: [], answered: [] })
  })

  it('are rejected when invalid', () => {
    for (const f of ['', 'x', '1', '1:', '1:s5-3', '1:s0-11', '1:0', '1:16384', '1:1,', '9999999:1', '1:*x'])
      expect(() => readFilter({ f }), f).toThrow()
    expect(() => readFilter({ from: 'yesterday' })).toThrow()
    expect(() => readFilter({ before: '2026-99-99' })).toThrow()
  })
})

it('sorts by time or by a column, in both directions', () => {
  expect([undefined, 'time', '-time', '3', '-12'].map(readSort)).toEqual([
    undefined,
    { by: 'time', isDescending: false },
    { by: 'time', isDescending: true },
    { by: 3, isDescending: false },
    { by: 12, isDescending: true },
  ])
  for (const text of ['', 'name', '--3', '3,4', '1234567']) expect(() => readSort(text)).toThrow()
})
