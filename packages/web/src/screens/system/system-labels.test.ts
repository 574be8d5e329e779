import { expect, it } from 'vitest'
import { actionLabel, ageOf } from './system-labels.ts'

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [360, '6 min'],
  [7200, '2 h'],
  [86_400, '24 h'],
  [3 * 86_400, '3 days'],
])('formats %d seconds as %s', (seconds, words) => {
  expect(ageOf(seconds)).toBe(words)
})

it('labels actions, and falls back to the name of one without a label', () => {
  expect(actionLabel('operator.requeueJob')).toBe('Requeued a stuck job')
  expect(actionLabel('insights.purge')).toBe('Purged an insight')
  expect(actionLabel('operator.new')).toBe('operator.new')
  expect(actionLabel('files.new')).toBe('files.new')
})
