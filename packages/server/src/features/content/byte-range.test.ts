import { expect, it } from 'vitest'
import { readByteRange } from './byte-range.ts'

it('parses one range, open at either side, and clamps it to the size', () => {
  expect(readByteRange('bytes=0-99', 1000)).toEqual({ start: 0, end: 99 })
  expect(readByteRange('bytes=900-', 1000)).toEqual({ start: 900, end: 999 })
  expect(readByteRange('bytes=-10', 1000)).toEqual({ start: 990, end: 999 })
  expect(readByteRange('bytes=-5000', 1000)).toEqual({ start: 0, end: 999 })
  expect(readByteRange('bytes=990-5000', 1000)).toEqual({ start: 990, end: 999 })
})

it('reports an unsatisfiable range', () => {
  expect(readByteRange('bytes=1000-', 1000)).toBe('none')
  expect(readByteRange('bytes=-0', 1000)).toBe('none')
})

it('ignores ranges that it does not support', () => {
  for (const header of [
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'items=0-1',
    'bytes=0-1,5-6',
    'bytes=9-3',
    'bytes=a-b',
  ])
    expect(readByteRange(header, 1000)).toBeUndefined()
})
