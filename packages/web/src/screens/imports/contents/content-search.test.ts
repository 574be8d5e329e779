import { expect, it } from 'vitest'
import { isFiltered, nextSort, queryOfContents, readContentSearch, sortDirection } from './content-search.ts'

it('reads filters and order from the URL and drops invalid values', () => {
  const search = {
    kind: 'recording',
    show: 'done',
    by: 7,
    from: '2026-03-01',
    to: '2026-03-31',
    sort: '-size',
  }
  expect(readContentSearch(search)).toEqual({ ...search, open: undefined })
  const invalid = {
    kind: 'note',
    show: 1,
    by: 'x',
    from: '1 March',
    to: '2026-13-01',
    sort: 'owner',
    open: 3,
  }
  expect(Object.values(readContentSearch(invalid)).filter((value) => value !== undefined)).toEqual([])
})

it('asks for whole days of the local calendar', () => {
  const query = queryOfContents(3, { from: '2026-03-31', to: '2026-03-31' })
  expect(query).toEqual({
    project_id: 3,
    created_after: new Date(2026, 2, 31).toISOString(),
    created_before: new Date(2026, 3, 1).toISOString(),
  })
})

it('sorts by a heading in its usual direction first, then in the other', () => {
  expect(nextSort('-created_at', 'name')).toBe('name')
  expect(nextSort('name', 'name')).toBe('-name')
  expect(nextSort('name', 'size')).toBe('-size')
  expect(nextSort('-size', 'size')).toBe('size')
  expect(sortDirection('-size', 'size')).toBe('descending')
  expect(sortDirection('-size', 'name')).toBeUndefined()
})

it('counts a kind and the state "all" as no filter', () => {
  expect(isFiltered({ kind: 'image', show: 'all', sort: 'name' })).toBe(false)
  expect(isFiltered({ by: 3 })).toBe(true)
})
