import { expect, it } from 'vitest'
import { deriveGuid } from './guid.ts'
import { countCodePoints, plainText } from './text.ts'

it.each([
  ['', 0],
  ['plain', 5],
  ['😀', 1],
  ['🇩🇪', 2],
  ['👨‍👩‍👧', 5],
  ['cafe\u0301', 5],
  ['العربية', 7],
])('counts code points of %j', (text, expected) => {
  expect(countCodePoints(text)).toBe(expected)
  expect(countCodePoints(text)).toBe(Array.from(text).length)
})

it('writes line feeds only, no byte order mark and nothing that XML forbids', () => {
  expect(plainText('\ufeffa\r\nb\rc\u0000\u0007\u000b\u000c\ufffe\uffff\t😀\ud83d')).toBe('a\nb\nc\t😀')
})

it('derives the same GUID for the same name, in the form that importers expect', () => {
  expect(deriveGuid('file:1')).toBe(deriveGuid('file:1'))
  expect(deriveGuid('file:1')).not.toBe(deriveGuid('file:2'))
  expect(deriveGuid('file:1')).toMatch(
    /^[0-9A-F]{8}-[0-9A-F]{4}-5[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/,
  )
})
