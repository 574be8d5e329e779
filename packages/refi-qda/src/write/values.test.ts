import { expect, it } from 'vitest'
import { writeValue } from './values.ts'

it.each([
  ['Text', 'a', 'a'],
  ['Boolean', true, 'true'],
  ['Integer', -3, '-3'],
  ['Float', 2.5, '2.5'],
  ['Float', 1e21, '1000000000000000000000'],
  ['Float', 1e-7, '0.00000010'],
  ['Date', new Date('2026-03-01T10:00:00Z'), '2026-03-01'],
  ['DateTime', new Date('2026-03-01T10:00:00.123Z'), '2026-03-01T10:00:00Z'],
] as const)('writes %s %s as %s', (type, value, expected) => {
  expect(writeValue(type, value)).toBe(expected)
})

it.each([
  ['Integer', 0.5],
  ['Integer', Number.NaN],
  ['Float', Number.POSITIVE_INFINITY],
  ['Boolean', 1],
  ['Text', 1],
  ['DateTime', new Date(Number.NaN)],
  ['DateTime', new Date('+012026-01-01T00:00:00Z')],
] as const)('leaves out a value that is no %s: %s', (type, value) => {
  expect(writeValue(type, value)).toBeUndefined()
})
