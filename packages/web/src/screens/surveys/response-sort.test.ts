import { expect, it } from 'vitest'
import { directionOf, nextSort, readSort } from './response-sort.ts'

it('reads what a header writes, and ignores anything else', () => {
  const read = (sort: unknown) => readSort({ sort }).sort
  expect(['time', '-3', 3, -3].map(read)).toEqual(['time', '-3', '3', '-3'])
  expect([undefined, '-time', 'name', '3,4', {}].map(read)).toEqual(Array(5).fill(undefined))
})

it('goes from ascending to descending, and back to newest first', () => {
  expect(nextSort(undefined, '3')).toBe('3')
  expect(nextSort('3', '3')).toBe('-3')
  expect(nextSort('-3', '3')).toBeUndefined()
  expect(nextSort('-3', '4')).toBe('4')
  expect(nextSort(undefined, 'time')).toBe('time')
  expect(nextSort('time', 'time')).toBeUndefined()
  expect(nextSort('3', 'time')).toBeUndefined()
})

it('describes the direction of each column', () => {
  expect([directionOf(undefined, 'time'), directionOf('time', 'time'), directionOf('3', 'time')]).toEqual([
    'descending',
    'ascending',
    'none',
  ])
  expect([directionOf('3', '3'), directionOf('-3', '3'), directionOf(undefined, '3')]).toEqual([
    'ascending',
    'descending',
    'none',
  ])
})
