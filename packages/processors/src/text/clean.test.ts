import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cleanText } from './clean.ts'

it('keeps letters and tabs and normalizes line ends', () => {
  expect(cleanText('a\tb\r\nc\rd\ne')).toBe('a\tb\nc\nd\ne')
})

it('drops control characters and replaces lone surrogates', () => {
  expect(cleanText('a\0b\x1b[1m\u0085\ud800c 😀')).toBe('ab[1m\ufffdc 😀')
})

it('makes every string storable in PostgreSQL', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const clean = cleanText(text)
      expect(clean).not.toContain('\0')
      expect(clean.isWellFormed()).toBe(true)
      expect(cleanText(clean)).toBe(clean)
    }),
  )
})
