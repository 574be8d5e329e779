import { expect, it } from 'vitest'
import { findPosition } from './survey-corrections.handler.ts'

const columns = [
  { position: 0, header: 'E-mail' },
  { position: 1, header: 'Café?' },
  { position: 2, header: '1' },
]

it('finds a column by its header in any Unicode normalization, or by its position', () => {
  expect(findPosition(columns, 'Café?')).toBe(1)
  expect(findPosition(columns, 'Cafe\u0301? ')).toBe(1)
  expect(findPosition(columns, '0')).toBe(0)
})

it('prefers a header that is a number over a position', () => {
  expect(findPosition(columns, '1')).toBe(2)
})

it('lists the columns when none matches', () => {
  expect(() => findPosition(columns, '7')).toThrow('It has: 0 E-mail, 1 Café?, 2 1.')
  expect(() => findPosition([], 'E-mail')).toThrow('no columns yet')
})
