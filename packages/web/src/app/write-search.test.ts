import { defaultParseSearch } from '@tanstack/react-router'
import { expect, it } from 'vitest'
import { writeSearch } from './write-search.ts'

it('repeats the key of string lists and serializes other values by default', () => {
  expect(writeSearch({ f: ['4:2,7', '5:s0-6'], open: 7 })).toBe('?open=7&f=4:2,7&f=5:s0-6')
  expect(writeSearch({ show: 'done' })).toBe('?show=done')
  expect(writeSearch({ f: ['a&b'] })).toBe('?f=a%26b')
  expect(writeSearch({})).toBe('')
})

it('writes search params that parse to the same values', () => {
  for (const search of [
    { f: ['4:2', '5:s0-6'], words: 'too slow' },
    { show: 'done', page: 3 },
  ])
    expect(defaultParseSearch(writeSearch(search))).toEqual(search)
})
