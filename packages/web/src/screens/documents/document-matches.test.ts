import { expect, it } from 'vitest'
import { firstMatch, nextMatch, placeOfMatch, previousMatch } from './document-matches.ts'

const hits = [
  { page: 2, match_count: 1 },
  { page: 5, match_count: 3 },
  { page: 9, match_count: 2 },
]

it('steps through every match of every page in both directions', () => {
  const forward = []
  for (let match = firstMatch(hits); match; match = nextMatch(hits, match)) forward.push(match)
  expect(forward.map(({ page, index }) => `${page}.${index}`)).toEqual([
    '2.0',
    '5.0',
    '5.1',
    '5.2',
    '9.0',
    '9.1',
  ])
  const back = []
  for (let match = { page: 9, index: 1 }; back.length < 6; match = previousMatch(hits, match) ?? match)
    back.push(match)
  expect(back).toEqual(forward.toReversed())
})

it('goes from the first match to the last one, and to nothing after the last known one', () => {
  expect(previousMatch(hits, { page: 2, index: 0 })).toEqual({ page: 9, index: 1 })
  expect(nextMatch(hits, { page: 9, index: 1 })).toBeUndefined()
  expect(previousMatch([], { page: 1, index: 0 })).toBeUndefined()
})

it('starts at the page that is open', () => {
  expect(nextMatch(hits, { page: 1, index: 0 })).toEqual({ page: 2, index: 0 })
  expect(nextMatch(hits, { page: 6, index: 0 })).toEqual({ page: 9, index: 0 })
  expect(previousMatch(hits, { page: 6, index: 0 })).toEqual({ page: 5, index: 2 })
})

it('numbers the matches of all pages', () => {
  expect(placeOfMatch(hits, { page: 5, index: 1 })).toEqual({ position: 3, total: 6 })
  expect(placeOfMatch(hits, { page: 9, index: 7 })).toEqual({ position: 6, total: 6 })
  expect(placeOfMatch(hits, { page: 3, index: 0 })).toEqual({ position: undefined, total: 6 })
})
