import { expect, it } from 'vitest'
import { readByteRange } from './byte-range.ts'

it('reads one range, open at either side, and cuts it at the end', () => {
  expect(readByteRange('bytes=0-99', 1000)).toEqual({ start: 0, end: 99 })
  expect(readByteRange('bytes=900-', 1000)).toEqual({ start: 900, end: 999 })
  expect(readByteRange('bytes=-10', 1000)).toEqual({ start: 990, end: 999 })
  expect(readByteRange('bytes=-5000', 1000)).toEqual({ start: 0, end: 999 })
  expect(readByteRange('bytes=990-5000', 1000)).toEqual({ start: 990, end: 999 })
})

it('knows a range that is not there', () => {
  expect(readByteRange('bytes=1000-', 1000)).toBe('none')
  expect(readByteRange('bytes=-0', 1000)).toBe('none')
})

it('answers with the whole what it does not understand', () => {
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
