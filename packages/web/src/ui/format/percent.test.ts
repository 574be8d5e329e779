import { expect, it } from 'vitest'
import { formatPercent } from './percent.ts'

it('rounds shares, but never to 0 % or 100 %', () => {
  expect(formatPercent(412, 900)).toBe('46 %')
  expect(formatPercent(1, 100_000)).toBe('<1 %')
  expect(formatPercent(99_999, 100_000)).toBe('>99 %')
  expect(formatPercent(0, 900)).toBe('0 %')
  expect(formatPercent(900, 900)).toBe('100 %')
  expect(formatPercent(0, 0)).toBe('0 %')
})
