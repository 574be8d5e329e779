import { expect, it } from 'vitest'
import { csvCell, csvRow } from './csv-cell.ts'

it('escapes cells that a spreadsheet would evaluate', () => {
  expect(['=1+1', '+1', '-1', '@x', '\tx', '\rx'].map(csvCell)).toEqual([
    "'=1+1",
    "'+1",
    "'-1",
    "'@x",
    `"'\tx"`,
    `"'\rx"`,
  ])
  expect(csvCell('a=b')).toBe('a=b')
})

it('quotes cells that would break a row', () => {
  expect(csvRow(['a', 'b,c', 'say "hi"', 'two\nlines', ''])).toBe('a,"b,c","say ""hi""","two\nlines",\r\n')
})
