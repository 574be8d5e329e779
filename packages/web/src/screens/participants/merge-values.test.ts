import { expect, it } from 'vitest'
import { changesOf, correctionsOf, joinNotes, namesOf } from './merge-values.ts'

const maya = { id: 1, name: 'Maya', email: 'maya@example.org', notes: 'Calls only.' }
const rao = { id: 2, name: 'M. Rao', email: 'rao@example.org', notes: null }
const same = { id: 3, name: 'Maya', email: 'm@example.org', notes: 'Calls only.' }

it('offers each name and note once', () => {
  expect(namesOf([maya, rao, same, { ...rao, name: null }])).toEqual(['Maya', 'M. Rao'])
  expect(joinNotes([maya, rao, same, { ...rao, notes: 'Moved.' }])).toBe('Calls only.\n\nMoved.')
})

it('corrects only what the kept participant does not have', () => {
  expect(correctionsOf(maya, { name: 'Maya', notes: 'Calls only. ' })).toEqual({})
  expect(correctionsOf(rao, { name: 'Maya', notes: 'Calls only.' })).toEqual({
    name: 'Maya',
    notes: 'Calls only.',
  })
  expect(correctionsOf(maya, { name: null, notes: '' })).toEqual({ notes: null })
})

it('removes a correction that is empty or equals the survey', () => {
  const before = {
    imported: { name: 'Maya', email: 'maya@example.org' },
    edits: { name: 'Maya Rao', email: null },
    notes: null,
  }
  const shown = { name: 'Maya Rao', email: 'maya@example.org', notes: '' }
  expect(changesOf(before, shown)).toEqual({})
  expect(changesOf(before, { ...shown, name: ' Maya ' })).toEqual({ name: null })
  expect(changesOf(before, { ...shown, name: '' })).toEqual({ name: null })
  expect(changesOf(before, { name: 'May', email: 'New@example.org', notes: ' x ' })).toEqual({
    name: 'May',
    email: 'new@example.org',
    notes: 'x',
  })
})
