import { expect, it } from 'vitest'
import { queryOfSearch, readSearchScope } from './search-scope.ts'

it('reads what is searched from the URL and drops invalid values', () => {
  const scope = { q: 'prices', kind: 'answer', project: 7, from: '2026-03-01', to: '2026-03-31' }
  expect(readSearchScope(scope)).toEqual(scope)
  expect(readSearchScope({ q: 2026 })).toMatchObject({ q: '2026' })
  const invalid = readSearchScope({ q: '', kind: 'note', project: 0, from: '1 March', to: '2026-13-01' })
  expect(Object.values(invalid).every((value) => value === undefined)).toBe(true)
})

it('searches whole days of the local calendar', () => {
  expect(queryOfSearch({ q: 'prices', project: 7, from: '2026-03-31', to: '2026-03-31' })).toEqual({
    q: 'prices',
    project_id: 7,
    created_after: new Date(2026, 2, 31).toISOString(),
    created_before: new Date(2026, 3, 1).toISOString(),
  })
})
