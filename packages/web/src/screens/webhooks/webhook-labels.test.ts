import { expect, it } from 'vitest'
import { formatDuration, fromLocalField, ownerOf, resultOf, toLocalField } from './webhook-labels.ts'

const attempt = { at: '2026-11-15T12:00:00Z', duration_ms: 12, response_excerpt: null }

it('shows the HTTP status of an attempt, or why there was no response', () => {
  expect(resultOf({ ...attempt, http_status: 500, error: null })).toBe('HTTP 500')
  expect(resultOf({ ...attempt, http_status: null, error: 'The connection was refused.' })).toBe(
    'The connection was refused.',
  )
  expect(resultOf({ ...attempt, http_status: null, error: null })).toBe('No response.')
})

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_440, '1.4 sec'],
  [15_000, '15 sec'],
])('formats %d ms as %s', (ms, text) => expect(formatDuration(ms)).toBe(text))

it('names the contact of a team key', () => {
  const owner = { id: 1, name: 'Ines Moreau' }
  const key = { client_id: 'inlet_id_1', name: 'ci', owner }
  expect(ownerOf({ key: { ...key, kind: 'personal' } })).toBe('Ines Moreau')
  expect(ownerOf({ key: { ...key, kind: 'team' } })).toBe('Team (contact: Ines Moreau)')
})

it('converts a time to the value of a local field and back', () => {
  const time = new Date('2026-11-15T12:34:00Z')
  expect(fromLocalField(toLocalField(time))).toEqual(time)
  expect(fromLocalField('')).toBeUndefined()
  expect(fromLocalField('soon')).toBeUndefined()
})
