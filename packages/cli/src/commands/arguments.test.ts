import { expect, it } from 'vitest'
import { collectPair, readExternalId, readRate } from './arguments.ts'

it('reads rates with decimal units', () => {
  expect(['2048', '500k', '5M', '1.5m', '1G'].map(readRate)).toEqual([2048, 500_000, 5e6, 1.5e6, 1e9])
})

it.each(['', '5 MB', '-1k', 'fast', '100', '0'])('rejects the rate "%s"', (text) => {
  expect(() => readRate(text)).toThrow('Must be a rate such as 500k or 5M')
})

it('collects pairs whose values may contain equals signs', () => {
  expect(collectPair('b=x=y=', collectPair('a='))).toEqual({ a: '', b: 'x=y=' })
})

it.each(['', 'a', '=b'])('rejects the pair "%s"', (text) => {
  expect(() => collectPair(text)).toThrow('Must be a pair such as wave=2')
})

it('rejects a key that is given twice, and an external id that is too long', () => {
  expect(() => collectPair('a=2', { a: '1' })).toThrow('given twice')
  expect(readExternalId('😀'.repeat(255))).toHaveLength(510)
  expect(() => readExternalId('x'.repeat(256))).toThrow('at most 255')
})
