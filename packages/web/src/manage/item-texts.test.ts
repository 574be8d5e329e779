import { expect, it } from 'vitest'
import { unreachable } from '../api/api-error.ts'
import { describeOutcome } from './item-texts.ts'

const named = (...names: string[]) => names.map((name) => ({ name }))
const write = (items: string) => `Moved ${items} to the trash.`
const error = unreachable(undefined)

it.each([
  [named('a.pdf'), [], 'Moved “a.pdf” to the trash.', false],
  [named('a', 'b', 'c'), [], 'Moved 3 imports to the trash.', false],
  [[], named('a'), error.message, true],
  [named('a', 'b'), named('c'), `Moved 2 of 3 imports to the trash. “c”: ${error.message}`, true],
])('says what happened to %o and %o', (done, refused, text, isProblem) => {
  const failed = refused.map((item) => ({ item, error }))
  expect(describeOutcome({ done, failed }, write)).toEqual({ text, isProblem })
})
