/**
 * The CSV state machine: text in, rows out, whatever the chunk borders. Rules, where CSV leaves a choice:
 * - A line ends with CRLF, LF or CR. A line with nothing on it counts in row numbers.
 * - A quote opens a quoted cell only as its first character; elsewhere it is text (`5" screen`).
 * - After the closing quote only a delimiter or a line end may follow: anything else means quotes are out of step, and
 *   guessing on would shift every following answer.
 * - The first row sets the width. A shorter row is padded with empty cells, and empty cells beyond the width are ignored,
 *   because spreadsheets leave out and add both. A value beyond the width is an error: nobody knows which column it is of.
 * - A row whose cells are all empty is skipped, and so is a blank line. Both are counted.
 */
import { type CsvPlace, columnText, formatCount, placeText, SurveyCsvError } from '../errors.ts'
import { repairHeader } from '../header/repair-header.ts'
import type { CsvLimits } from '../limits.ts'

export type CsvRow = {
  /** As a spreadsheet shows it, from 1. */
  readonly number: number
  readonly cells: readonly string[]
}

/** `blank_line`: nothing on the line. `empty_row`: delimiters only. `delimiter_line`: Excel's `sep=;`. */
export type SkippedRowCode = 'blank_line' | 'empty_row' | 'delimiter_line'

export type SkippedRow = {
  /** As a spreadsheet shows it, from 1. */
  readonly row: number
  readonly code: SkippedRowCode
}

export type SkippedRows = {
  readonly count: number
  /** The first ones, up to `maxSkippedRows`. */
  readonly rows: readonly SkippedRow[]
}

export const maxSkippedRows = 1000

/** As wide as a sheet of a spreadsheet can be: more empty cells than that in a row are no accident. */
const maxSurplusColumns = 16_384

export type RowScanner = {
  push(chunk: string): void
  end(): void
  /** The rows that ended since it was last asked: after a throw, those before the fault. */
  take(): CsvRow[]
  /** From now on rows are read as strictly as before, but only counted: there are none to take. */
  countOnly(): void
  /** Rows with a value that ended so far, kept or only counted. */
  rowCount(): number
  skipped(): SkippedRows
  /** Rows that were padded, or lost surplus empty cells, to fit the header. */
  raggedRowCount(): number
  /** The cell being read, for errors found elsewhere. */
  place(): CsvPlace
}

type ScannerOptions = Pick<CsvLimits, 'maxCellChars' | 'maxRowChars' | 'maxColumns'> & {
  readonly delimiter: string
  /** Off only while guessing the delimiter: then rows are given as they are found. */
  readonly checkWidth: boolean
  /** Gives blank lines (as rows without cells) and rows of empty cells like other rows; they still count as skipped. */
  readonly keepEmptyRows?: boolean
}

const LF = 10
const CR = 13
const QUOTE = 34
const BOM = 0xfeff

type Mode = 'cell start' | 'plain' | 'quoted' | 'after quote'

export function createRowScanner(options: ScannerOptions): RowScanner {
  const { maxCellChars, maxRowChars, maxColumns, checkWidth, keepEmptyRows = false } = options
  const delimiter = options.delimiter.charCodeAt(0)
  /** No character above it means anything here, which spares most of them the other questions. */
  const highestMark = Math.max(delimiter, QUOTE)
  let mode: Mode = 'cell start'
  let row = 1
  let column = 1
  let header: readonly string[] = []
  let width = 0
  /** The last column whose cell is taken as it comes. */
  let lastColumn = maxColumns
  let cells: string[] = []
  /** What earlier chunks, or the text before a doubled quote, gave to the cell being read. */
  let begun = ''
  let rowChars = 0
  let skipLineFeed = false
  let isFirstChunk = true
  let isKept = true
  let rows: CsvRow[] = []
  let rowCount = 0
  let skippedCount = 0
  let raggedCount = 0
  const skippedRows: SkippedRow[] = []

  function place(at = column) {
    return { row, column: at, columnName: width === 0 ? undefined : repairHeader(header)[at - 1] }
  }

  function fail(code: SurveyCsvError['code'], message: string, limit?: number): never {
    const here = place()
    throw new SurveyCsvError({ ...here, code, message: `${placeText(here)}: ${message}`, limit })
  }

  function checkLength(cellChars: number): void {
    if (cellChars > maxCellChars) {
      const isQuoted = mode === 'quoted' || mode === 'after quote'
      const hint = isQuoted ? ' Perhaps a quotation mark before it is never closed.' : ''
      fail(
        'csv_cell_too_long',
        `the cell is longer than ${formatCount(maxCellChars)} characters.${hint}`,
        maxCellChars,
      )
    }
    if (rowChars + cellChars > maxRowChars) {
      fail('csv_row_too_long', `the row is longer than ${formatCount(maxRowChars)} characters.`, maxRowChars)
    }
  }

  function endCell(chunk: string, from: number, to: number): void {
    const chars = begun.length + to - from
    checkLength(chars)
    if (column > lastColumn) checkSurplus(begun + chunk.slice(from, to))
    else if (isKept && rowChars + chars > 0) {
      // Empty cells at the start wait for a value: millions of empty rows then cost no memory.
      if (cells.length < column - 1) padTo(column - 1)
      cells.push(from === to ? begun : begun + chunk.slice(from, to))
    }
    rowChars += chars
    begun = ''
    column++
    mode = 'cell start'
  }

  function checkSurplus(cell: string): void {
    const limit = width === 0 ? maxColumns : maxSurplusColumns
    if (column > limit) {
      fail('csv_too_many_columns', `the row has more than ${formatCount(limit)} columns.`, limit)
    }
    if (cell.trim() === '') return
    const here = place()
    const message = `${placeText({ row })} has a value in ${columnText(column, undefined)}, but the header has only ${countOf(width, 'column')}. Add the column to the header, or put cells that contain a delimiter or a line break in quotation marks.`
    throw new SurveyCsvError({ ...here, code: 'csv_row_width', message })
  }

  function endRow(): void {
    const found = column - 1
    if (checkWidth && width === 0) {
      width = found
      lastColumn = found
      padTo(found)
      header = cells
      keepRow(found)
    } else if (checkWidth && rowChars === 0) {
      skip('empty_row')
      if (keepEmptyRows) giveRow(width)
    } else {
      if (found !== width) raggedCount++
      keepRow(checkWidth ? width : found)
    }
    rowChars = 0
    column = 1
    row++
  }

  function keepRow(cellCount: number): void {
    giveRow(cellCount)
    rowCount++
  }

  function giveRow(cellCount: number): void {
    if (!isKept) return
    padTo(cellCount)
    rows.push({ number: row, cells })
    cells = []
  }

  function padTo(cellCount: number): void {
    while (cells.length < cellCount) cells.push('')
  }

  function skip(code: SkippedRowCode): void {
    skippedCount++
    if (skippedRows.length < maxSkippedRows) skippedRows.push({ row, code })
  }

  /** Cells without quotes, one after another up to a quoted one or the end of the chunk. */
  function plain(chunk: string, start: number): number {
    const { length } = chunk
    let from = start
    for (let at = start; at < length; at++) {
      const code = chunk.charCodeAt(at)
      if (code > highestMark) continue
      if (code === delimiter) {
        endCell(chunk, from, at)
        from = at + 1
      } else if (code === LF || code === CR) {
        endLine(chunk, from, at)
        at = lineEnd(chunk, at, code)
        from = at + 1
      } else if (code === QUOTE && at === from && begun === '') {
        mode = 'quoted'
        return at + 1
      }
    }
    if (from < length) {
      mode = 'plain'
      begun += chunk.slice(from)
      checkLength(begun.length)
    }
    return length
  }

  /** Where the last character of the line end stands; the second half of a CRLF may be in the next chunk. */
  function lineEnd(chunk: string, at: number, code: number): number {
    if (code === LF) return at
    skipLineFeed = at + 1 === chunk.length
    return !skipLineFeed && chunk.charCodeAt(at + 1) === LF ? at + 1 : at
  }

  function endLine(chunk: string, from: number, to: number): void {
    if (from === to && column === 1 && begun === '') {
      skip('blank_line')
      if (keepEmptyRows && isKept) rows.push({ number: row, cells: [] })
      row++
    } else {
      endCell(chunk, from, to)
      endRow()
    }
  }

  function quoted(chunk: string, start: number): number {
    let from = start
    let at = chunk.indexOf('"', from)
    while (at !== -1 && chunk.charCodeAt(at + 1) === QUOTE) {
      begun += chunk.slice(from, at + 1)
      from = at + 2
      at = chunk.indexOf('"', from)
    }
    const until = at === -1 ? chunk.length : at
    begun += chunk.slice(from, until)
    mode = at === -1 ? 'quoted' : 'after quote'
    checkLength(begun.length)
    return at === -1 ? until : until + 1
  }

  function afterQuote(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at)
    if (code === QUOTE) {
      begun += '"'
      mode = 'quoted'
      return at + 1
    }
    if (code === delimiter) {
      endCell(chunk, at, at)
      return at + 1
    }
    if (code === LF || code === CR) {
      endCell(chunk, at, at)
      endRow()
      return lineEnd(chunk, at, code) + 1
    }
    return fail(
      'csv_quote_misplaced',
      'text follows a closing quotation mark. A quotation mark inside a quoted cell is written twice ("").',
    )
  }

  function scan(chunk: string): void {
    const { length } = chunk
    let at = skipLineFeed && chunk.charCodeAt(0) === LF ? 1 : 0
    if (length > 0) skipLineFeed = false
    while (at < length) {
      if (mode === 'quoted') at = quoted(chunk, at)
      else if (mode === 'after quote') at = afterQuote(chunk, at)
      else at = plain(chunk, at)
    }
  }

  return {
    push(given) {
      let chunk = given
      if (isFirstChunk && chunk !== '') {
        isFirstChunk = false
        if (chunk.charCodeAt(0) === BOM) chunk = chunk.slice(1)
      }
      const nul = chunk.indexOf('\0')
      scan(nul === -1 ? chunk : chunk.slice(0, nul))
      if (nul !== -1) fail('csv_nul_character', 'the cell holds a NUL character, which no text may hold.')
    },
    end() {
      if (mode === 'quoted')
        fail('csv_quote_unclosed', 'a quotation mark opens the cell and is never closed.')
      if (mode === 'plain' || mode === 'after quote' || column > 1) {
        endCell('', 0, 0)
        endRow()
      }
    },
    take() {
      const taken = rows
      rows = []
      return taken
    },
    countOnly() {
      isKept = false
      cells = []
    },
    rowCount: () => rowCount,
    skipped: () => ({ count: skippedCount, rows: skippedRows }),
    raggedRowCount: () => raggedCount,
    place: () => place(),
  }
}

function countOf(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`
}
