import { describe, expect, it } from 'vitest'
import { SurveyCsvError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import { createRowScanner } from './row-scanner.ts'

function scan(text: string, options: { delimiter?: string; maxColumns?: number } = {}) {
  const scanner = createRowScanner({ ...defaultLimits, delimiter: ',', checkWidth: true, ...options })
  scanner.push(text)
  scanner.end()
  return scanner.take()
}

function cells(text: string, delimiter = ',') {
  return scan(text, { delimiter }).map((row) => row.cells)
}

function problem(text: string, options = {}) {
  try {
    scan(text, options)
  } catch (error) {
    if (error instanceof SurveyCsvError) return error
    throw error
  }
  return undefined
}

describe('cells and lines', () => {
  it.each([
    ['LF', 'a,b\n1,2\n'],
    ['CRLF', 'a,b\r\n1,2\r\n'],
    ['CR alone', 'a,b\r1,2\r'],
    ['no line end after the last row', 'a,b\n1,2'],
    ['a byte order mark', '\ufeffa,b\n1,2'],
    ['a byte order mark before a quote', '\ufeff"a",b\n1,2'],
  ])('reads %s', (_, text) => {
    expect(cells(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('keeps line breaks, delimiters and doubled quotes of a quoted cell', () => {
    expect(cells('a,b\n"x\r\ny, ""z""",2')[1]).toEqual(['x\r\ny, "z"', '2'])
  })

  it('takes a quote inside an unquoted cell as text', () => {
    expect(cells('a,b\n5" screen,it "works"')[1]).toEqual(['5" screen', 'it "works"'])
  })

  it('reads empty cells at the start, the end and alone', () => {
    expect(cells('a,b,c\n,,\n,x,')).toEqual([
      ['a', 'b', 'c'],
      ['', '', ''],
      ['', 'x', ''],
    ])
  })
})

describe('blank lines', () => {
  it('are no rows, but count in row numbers as in a spreadsheet', () => {
    expect(scan('a,b\n\n1,2\r\n\r\n3,4\n\n').map((row) => row.number)).toEqual([1, 3, 5])
  })

  it('are told from a quoted empty cell, which is a row', () => {
    expect(cells('a\n""\n\nx')).toEqual([['a'], [''], ['x']])
  })

  it('a cell with line breaks is one row', () => {
    expect(scan('a\n"1\n2\n3"\nx').map((row) => row.number)).toEqual([1, 2, 3])
  })
})

describe('refuses', () => {
  it.each([
    ['a row that is too short', 'a,b\n1,2\n3', { code: 'csv_row_width', row: 3, column: 2 }],
    ['a row that is too long', 'a,b\n\n1,2,3', { code: 'csv_row_width', row: 3, column: 3 }],
    ['text after a closing quote', 'a,b\n1,"x"y', { code: 'csv_quote_misplaced', row: 2, column: 2 }],
    ['a quote that never closes', 'a,b\n1,"x\n2,3\n', { code: 'csv_quote_unclosed', row: 2, column: 2 }],
    ['a NUL', 'a,b\n1,2\n3,x\0y', { code: 'csv_nul_character', row: 3, column: 2 }],
  ])('%s, naming its row', (_, text, expected) => {
    expect(problem(text)).toMatchObject(expected)
  })

  it('a cell, a row and columns beyond their limits', () => {
    expect(problem(`a\n${'x'.repeat(1024 * 1024 + 1)}`)).toMatchObject({ code: 'csv_cell_too_long', row: 2 })
    expect(problem(`${'x'.repeat(1024 * 1024)},`.repeat(5))).toMatchObject({
      code: 'csv_row_too_long',
      row: 1,
    })
    expect(problem('a,'.repeat(100_000))).toMatchObject({
      code: 'csv_too_many_columns',
      row: 1,
      column: 2001,
    })
    expect(problem('a,b,c', { maxColumns: 3 })).toBeUndefined()
  })

  it('only what is faulty: the rows before it can still be taken', () => {
    const scanner = createRowScanner({ ...defaultLimits, delimiter: ',', checkWidth: true })
    expect(() => scanner.push('a,b\n1,2\n3\n')).toThrow(SurveyCsvError)
    expect(scanner.take().map(({ number }) => number)).toEqual([1, 2])
  })

  it('in words with the row and the column letter of a spreadsheet', () => {
    expect(() => scan(`${'a,'.repeat(27)}"x"y`)).toThrow(
      /^Row 1, column AB: text follows a closing quotation mark/,
    )
    expect(() => scan('a,b\n1')).toThrow(
      'Row 2 has 1 cell, but the header has 2 columns: column B ("b") is missing.',
    )
    expect(() => scan('a\n1,2')).toThrow(
      'Row 2 has 2 cells, but the header has 1 column: column B is not in the header.',
    )
  })

  it('in words with the name of the column, however long, once there is a header', () => {
    const header = `ID, City ,,City,${'q'.repeat(200)}`
    const misplaced = (before: string) => () => scan(`${header}\n${before}"x"y`)
    expect(misplaced('1,')).toThrow(/^Row 2, column B \("City"\): text follows/)
    expect(misplaced('1,2,')).toThrow(/^Row 2, column C \("Column 3"\): text follows/)
    expect(misplaced('1,2,3,')).toThrow(/^Row 2, column D \("City \(2\)"\): text follows/)
    expect(misplaced('1,2,3,4,')).toThrow(/^Row 2, column E \("q{60}…"\): text follows/)
    expect(misplaced('1,2,3,4,5,')).toThrow(/^Row 2, column F: text follows/)
  })
})

describe('counting only', () => {
  it('goes on from the middle of a cell, counts as rows what would be rows, and gives none', () => {
    const text = 'a,b\n1,"x\n\r\n""y"""\n\n3,4\r\n5,6\r"7",\n'
    for (let at = 0; at <= text.length; at++) {
      const scanner = createRowScanner({ ...defaultLimits, delimiter: ',', checkWidth: true })
      scanner.push(text.slice(0, at))
      expect(scanner.rowCount()).toBe(scanner.take().length)
      scanner.countOnly()
      scanner.push(text.slice(at))
      scanner.end()
      expect(scanner.take()).toEqual([])
      expect(scanner.rowCount()).toBe(5)
    }
  })

  it('refuses what it would refuse otherwise', () => {
    const scanner = createRowScanner({ ...defaultLimits, delimiter: ',', checkWidth: true })
    scanner.push('a,b\n')
    scanner.countOnly()
    expect(() => scanner.push('1,2\n3\n')).toThrow(/^Row 3 has 1 cell/)
  })
})
