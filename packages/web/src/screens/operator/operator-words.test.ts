import { expect, it } from 'vitest'
import { actionWord, ageOf } from './operator-words.ts'

it.each([
  [0, '0 s'],
  [59, '59 s'],
  [360, '6 min'],
  [7200, '2 h'],
  [86_400, '24 h'],
  [3 * 86_400, '3 days'],
])('%d seconds are %s', (seconds, words) => {
  expect(ageOf(seconds)).toBe(words)
})

it('an action without words is told by its name', () => {
  expect(actionWord('operator.requeueJob')).toBe('Let a stuck job be taken again')
  expect(actionWord('operator.new')).toBe('operator.new')
})
