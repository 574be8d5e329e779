import { expect, it } from 'vitest'
import { clampRow, maxRows, pagesFor, readRow, stretchOf } from './table-window.ts'

it('finds the server pages of a window of rows', () => {
  expect(pagesFor(0, 36)).toEqual([0])
  expect(pagesFor(90, 110)).toEqual([0, 1])
  expect(pagesFor(99_990, 99_999)).toEqual([999])
  expect(pagesFor(0, -1)).toEqual([])
})

it('limits a stretch to what browsers can lay out', () => {
  expect(stretchOf(100_000, 99_999)).toEqual({ start: 0, count: 100_000 })
  expect(stretchOf(2_000_000, 0)).toEqual({ start: 0, count: maxRows })
  expect(stretchOf(2_000_000, 1_999_999)).toEqual({ start: 1_800_000, count: 200_000 })
  expect(stretchOf(0, 5)).toEqual({ start: 0, count: 0 })
})

it('parses the requested row', () => {
  expect(readRow('412', 1000)).toBe(411)
  expect(readRow('99,999', 100_000)).toBe(99_998)
  expect(readRow('5000', 1000)).toBe(999)
  expect(readRow('0', 1000)).toBe(0)
  expect(readRow('last', 1000)).toBeUndefined()
  expect(readRow('1', 0)).toBeUndefined()
  expect(clampRow(0, 7)).toBe(0)
})
