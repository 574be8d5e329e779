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

it('escapes formulas after a separator or a line break inside a cell', () => {
  expect(['x;=1+1', 'x; "@y', 'a\tb\t-1', 'a\n+1', 'a\r\n=1'].map(csvCell)).toEqual([
    `"x;'=1+1"`,
    `"x; ""'@y"`,
    `"a\tb\t'-1"`,
    `"a\n'+1"`,
    `"a\r\n'=1"`,
  ])
  expect(csvCell('a;b - c')).toBe('"a;b - c"')
})
