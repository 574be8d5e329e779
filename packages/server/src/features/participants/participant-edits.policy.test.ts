import { expect, it } from 'vitest'
import { readChanges } from './participant-edits.policy.ts'

it('trims values and compares addresses in lower case', () => {
  expect(readChanges({ name: ' Maya ', email: ' Maya@Example.org ', notes: ' a\r\nb ' })).toEqual({
    ok: true,
    changes: { name: 'Maya', email: 'maya@example.org', notes: 'a\nb' },
  })
})

it('keeps null, which removes a correction, apart from what is left out', () => {
  expect(readChanges({ name: null, notes: ' ' })).toEqual({ ok: true, changes: { name: null, notes: null } })
  expect(readChanges({})).toEqual({ ok: true, changes: {} })
})

it('refuses an empty name and what cannot be an address', () => {
  expect(readChanges({ name: ' ' })).toMatchObject({ ok: false, field: 'name' })
  for (const email of ['', 'maya', 'maya@', '@example.org', 'a b@example.org', 'a@b@c'])
    expect(readChanges({ email })).toMatchObject({ ok: false, field: 'email' })
})
