import { expect, it } from 'vitest'
import { canReadPartially, readabilityOf } from './results.policy.ts'

it.each([
  ['waiting', false, 'not_ready', false],
  ['working', false, 'not_ready', true],
  ['ready', false, 'ready', false],
  ['failed', false, 'none', false],
  ['waiting', true, 'not_ready', false],
  ['working', true, 'not_ready', false],
  ['ready', true, 'ready', false],
  ['failed', true, 'closed', false],
] as const)('of an import that is %s, protected: %s', (status, isProtected, expected, isPartial) => {
  expect(readabilityOf({ status, isProtected })).toBe(expected)
  expect(canReadPartially({ status, isProtected })).toBe(isPartial)
})
