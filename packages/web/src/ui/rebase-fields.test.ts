import { expect, it } from 'vitest'
import { rebaseFields } from './rebase-fields.ts'

const base = { name: 'Study', roles: [1], days: '30' }

it('adopts fresh values of fields that were not changed, and keeps the others', () => {
  const fresh = { name: 'Study 2', roles: [1, 2], days: '7' }
  expect(rebaseFields(base, base, fresh)).toEqual(fresh)
  expect(rebaseFields(base, { ...base, days: '60' }, fresh)).toEqual({ ...fresh, days: '60' })
  expect(rebaseFields(base, { ...base, roles: [] }, fresh)).toEqual({ ...fresh, roles: [] })
})
