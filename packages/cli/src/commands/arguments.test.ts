import { expect, it } from 'vitest'
import { readRate } from './arguments.ts'

it('reads rates with decimal units', () => {
  expect(['2048', '500k', '5M', '1.5m', '1G'].map(readRate)).toEqual([2048, 500_000, 5e6, 1.5e6, 1e9])
})

it.each(['', '5 MB', '-1k', 'fast', '100', '0'])('rejects the rate "%s"', (text) => {
  expect(() => readRate(text)).toThrow('Must be a rate such as 500k or 5M')
})
