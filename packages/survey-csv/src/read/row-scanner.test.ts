import { describe, expect, it } from 'vitest'
import { SurveyCsvError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import { RowScanner } from './row-scanner.ts'

function scan(text: string, options: { delimiter?: string; maxColumns?: number } = {}) {
  const scanner = new RowScanner({ ...defaultLimits, delimiter: ',', checkWidth: true, ...options })
  scanner.push(text)
  scanner.end()
  return scanner.rows.take()
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
    ['no line ending after the last row', 'a,b\n1,2'],
    ['a byte order mark', '\ufeffa,b\n1,2'],
    ['a byte order mark before a quote', '\ufeff"a",b\n1,2'],
  ])('reads %s', (_, text) => {
    expect(cells(text)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  it('keeps line breaks, delimiters and doubled quotes in a quoted cell', () => {
    expect(cells('a,b\n"x\r\ny, ""z""",2')[1]).toEqual(['x\r\ny, "z"', '2'])
  })

  it('reads a quote inside an unquoted cell as text', () => {
    expect(cells('a,b\n5" screen,it "works"')[1]).toEqual(['5" screen', 'it "works"'])
  })

  it('reads empty cells at the start and end of a row', () => {
    expect(cells('a,b,c\n1,,\n,x,')).toEqual([
      ['a', 'b', 'c'],
      ['1', '', ''],
      ['', 'x', ''],
    ])
  })
})

describe('row numbers', () => {
  it('counts blank lines in row numbers as in a spreadsheet', () => {
    expect(scan('a,b\n\n1,2\r\n\r\n3,4\n\n').map((row) => row.number)).toEqual([1, 3, 5])
  })

  it('counts a cell with line breaks as one row', () => {
    expect(scan('a\n"1\n2\n3"\nx').map((row) => row.number)).toEqual([1, 2, 3])
  })
})

describe('COL-7 ragged and empty rows', () => {
  const read = (text: string, keepEmptyRows = false) => {
    const scanner = new RowScanner({ ...defaultLimits, delimiter: ',', checkWidth: true, keepEmptyRows })
    scanner.push(text)
    scanner.end()
    return {
      rows: scanner.rows.take().map((row) => row.cells.join('|')),
      skipped: scanner.rows.skipped,
      ragged: scanner.rows.raggedRowCount,
      count: scanner.rows.rowCount,
    }
  }

  it('pads a short row and drops empty cells beyond the header', () => {
    expect(read('a,b,c\n1\n1,2,3,,\n4,5,6, ,\n7,8,9')).toMatchObject({
      rows: ['a|b|c', '1||', '1|2|3', '4|5|6', '7|8|9'],
      skipped: { count: 0 },
      ragged: 3,
    })
  })

  it('skips blank lines and rows of empty cells and reports their row numbers', () => {
    expect(read('\na,b\n,\n1,2\n\n"",""\n,,,,,\n3,4\n,')).toEqual({
      rows: ['a|b', '1|2', '3|4'],
      skipped: {
        count: 6,
        rows: [
          { row: 1, code: 'blank_line' },
          { row: 3, code: 'empty_row' },
          { row: 5, code: 'blank_line' },
          { row: 6, code: 'empty_row' },
          { row: 7, code: 'empty_row' },
          { row: 9, code: 'empty_row' },
        ],
      },
      ragged: 0,
      count: 3,
    })
  })

  it('returns empty rows with keepEmptyRows and still counts them as skipped', () => {
    const kept = read('a,b\n,\n1,2\n\n', true)
    expect(kept).toMatchObject({ rows: ['a|b', '|', '1|2', ''], skipped: { count: 2 }, count: 2 })
  })

  it('accepts a header of empty cells', () => {
    expect(read(',\n1,2')).toMatchObject({ rows: ['|', '1|2'], skipped: { count: 0 } })
  })

  it('lists up to 1,000 skipped rows and counts the others', () => {
    const { skipped } = read(`a\n${'\n'.repeat(5000)}`)
    expect([skipped.count, skipped.rows.length]).toEqual([5000, 1000])
  })

  it('rejects more empty cells than a spreadsheet has columns', () => {
    expect(problem(`a\n1${','.repeat(16_383)}\n`)).toBeUndefined()
    expect(problem(`a\n1${','.repeat(16_384)}\n`)).toMatchObject({ code: 'csv_too_many_columns', row: 2 })
  })
})

describe('errors', () => {
  it.each([
    ['a value beyond the header', 'a,b\n\n1,2,3', { code: 'csv_row_width', row: 3, column: 3 }],
    ['a value beyond empty surplus cells', 'a,b\n1,2,,,5', { code: 'csv_row_width', row: 2, column: 5 }],
    [
      'a value beyond the header in an otherwise empty row',
      'a,b\n,,,x',
      { code: 'csv_row_width', row: 2, column: 4 },
    ],
    ['text after a closing quote', 'a,b\n1,"x"y', { code: 'csv_quote_misplaced', row: 2, column: 2 }],
    ['a quote that never closes', 'a,b\n1,"x\n2,3\n', { code: 'csv_quote_unclosed', row: 2, column: 2 }],
    ['a NUL', 'a,b\n1,2\n3,x\0y', { code: 'csv_nul_character', row: 3, column: 2 }],
  ])('rejects %s and reports its row', (_, text, expected) => {
    expect(problem(text)).toMatchObject(expected)
  })

  it('rejects cells, rows and column counts beyond their limits', () => {
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

  it('returns the rows before an error', () => {
    const scanner = new RowScanner({ ...defaultLimits, delimiter: ',', checkWidth: true })
    expect(() => scanner.push('a,b\n1,2\n3,4,5\n')).toThrow(SurveyCsvError)
    expect(scanner.rows.take().map(({ number }) => number)).toEqual([1, 2])
  })

  it('reports the row and the column letter as in a spreadsheet', () => {
    expect(() => scan(`${'a,'.repeat(27)}"x"y`)).toThrow(
      /^Row 1, column AB: text follows a closing quotation mark/,
    )
    expect(() => scan('a\n1,2')).toThrow('Row 2 has a value in column B, but the header has only 1 column.')
  })

  it('reports the truncated column name after the header', () => {
    const header = `ID, City ,,City,${'q'.repeat(200)}`
    const misplaced = (before: string) => () => scan(`${header}\n${before}"x"y`)
    expect(misplaced('1,')).toThrow(/^Row 2, column B \("City"\): text follows/)
    expect(misplaced('1,2,')).toThrow(/^Row 2, column C \("Column 3"\): text follows/)
    expect(misplaced('1,2,3,')).toThrow(/^Row 2, column D \("City \(2\)"\): text follows/)
    expect(misplaced('1,2,3,4,')).toThrow(/^Row 2, column E \("q{60}…"\): text follows/)
    expect(misplaced('1,2,3,4,5,')).toThrow(/^Row 2, column F: text follows/)
  })
})

describe('countOnly', () => {
  it('counts rows without returning them, starting anywhere in the text', () => {
    const text = 'a,b\n1,"x\n\r\n""y"""\n\n3,4\r\n5,6\r"7",\n'
    for (let at = 0; at <= text.length; at++) {
      const scanner = new RowScanner({ ...defaultLimits, delimiter: ',', checkWidth: true })
      scanner.push(text.slice(0, at))
      expect(scanner.rows.rowCount).toBe(scanner.rows.take().length)
      scanner.rows.countOnly()
      scanner.push(text.slice(at))
      scanner.end()
      expect(scanner.rows.take()).toEqual([])
      expect(scanner.rows.rowCount).toBe(5)
    }
  })

  it('still rejects invalid rows', () => {
    const scanner = new RowScanner({ ...defaultLimits, delimiter: ',', checkWidth: true })
    scanner.push('a,b\n')
    scanner.rows.countOnly()
    expect(() => scanner.push('1,2\n3,4,5\n')).toThrow(/^Row 3 has a value in column C/)
  })
})
