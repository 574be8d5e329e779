import { expect, it } from 'vitest'
import { joinName, splitName } from './file-name.ts'

it.each([
  ['file', 'notes.pdf', 'notes', '.pdf'],
  ['insight', 'a.b.DOCX', 'a.b', '.DOCX'],
  ['file', 'no extension', 'no extension', ''],
  ['file', 'v1. Final draft', 'v1. Final draft', ''],
  ['survey', 'October.csv', 'October.csv', ''],
] as const)('splits the name of a %s: %s', (kind, name, stem, extension) => {
  expect(splitName(kind, name)).toEqual({ stem, extension })
})

it.each([
  [' Field notes ', '.pdf', 'Field notes.pdf'],
  ['Field notes.PDF', '.pdf', 'Field notes.pdf'],
  ['October', '', 'October'],
  ['<img src=x onerror=ran()>', '.pdf', '<img src=x onerror=ran()>.pdf'],
])('joins %s and %s', (stem, extension, name) => {
  expect(joinName(stem, extension)).toBe(name)
})
