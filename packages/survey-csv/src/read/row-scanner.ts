/**
 * The CSV state machine: text in, rows out, whatever the chunk borders. Rules, where CSV leaves a choice:
 * - A line ends with CRLF, LF or CR. A line with nothing on it is no row, though it counts in row numbers; `""` is a row.
 * - A quote opens a quoted cell only as its first character; elsewhere it is text (`5" screen`).
 * - After the closing quote only a delimiter or a line end may follow: anything else means quotes are out of step, and
 *   guessing on would shift every following answer.
 */
import { columnLetters, formatCount, SurveyCsvError } from '../errors.ts'
import type { CsvLimits } from '../limits.ts'

export type CsvRow = {
  /** As a spreadsheet shows it, from 1. */
  readonly number: number
  readonly cells: readonly string[]
}

export type RowScanner = {
  push(chunk: string): CsvRow[]
  end(): CsvRow[]
  /** The row being read, for errors found elsewhere. */
  rowNumber(): number
}

type ScannerOptions = Pick<CsvLimits, 'maxCellChars' | 'maxRowChars' | 'maxColumns'> & {
  readonly delimiter: string
  /** Off only while guessing the delimiter. */
  readonly checkWidth: boolean
}

const LF = 10
const CR = 13
const QUOTE = 34
const BOM = 0xfeff

type Mode = 'cell start' | 'plain' | 'quoted' | 'after quote'

export function createRowScanner(options: ScannerOptions): RowScanner {
  const { maxCellChars, maxRowChars, maxColumns, checkWidth } = options
  const delimiter = options.delimiter.charCodeAt(0)
  let mode: Mode = 'cell start'
  let row = 1
  let width = 0
  let cells: string[] = []
  /** What earlier chunks, or earlier halves of a doubled quote, gave to the cell being read. */
  let begun = ''
  let rowChars = 0
  let skipLineFeed = false
  let isFirstChunk = true
  let rows: CsvRow[] = []

  function fail(code: SurveyCsvError['code'], message: string, limit?: number): never {
    const column = cells.length + 1
    const problem = {
      code,
      message: `Row ${formatCount(row)}, column ${columnLetters(column)}: ${message}`,
      row,
      column,
    }
    throw new SurveyCsvError(limit === undefined ? problem : { ...problem, limit })
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

  function endCell(text: string): void {
    checkLength(text.length)
    if (cells.length === maxColumns) {
      fail('csv_too_many_columns', `the row has more than ${formatCount(maxColumns)} columns.`, maxColumns)
    }
    rowChars += text.length
    cells.push(text)
    begun = ''
    mode = 'cell start'
  }

  function endRow(): void {
    if (checkWidth) {
      if (width === 0) width = cells.length
      else if (cells.length !== width) failWidth()
    }
    rows.push({ number: row, cells })
    cells = []
    rowChars = 0
    row++
  }

  function failWidth(): never {
    const message = `Row ${formatCount(row)} has ${formatCount(cells.length)} ${cells.length === 1 ? 'cell' : 'cells'}, but the header has ${formatCount(width)} ${width === 1 ? 'column' : 'columns'}. Perhaps a cell that holds a delimiter or a line break is not in quotation marks.`
    throw new SurveyCsvError({ code: 'csv_row_width', message, row })
  }

  function endLine(code: number): void {
    skipLineFeed = code === CR
    if (cells.length > 0) endRow()
    else row++
  }

  /** Returns where the cell's end was dealt with, or the chunk's length when the cell goes on. */
  function plain(chunk: string, from: number): number {
    const { length } = chunk
    let at = from
    let code = 0
    while (at < length) {
      code = chunk.charCodeAt(at)
      if (code === delimiter || code === LF || code === CR) break
      at++
    }
    if (at === length) {
      mode = 'plain'
      begun += chunk.slice(from)
      checkLength(begun.length)
      return length
    }
    const isBlankLine = code !== delimiter && at === from && begun === '' && cells.length === 0
    if (!isBlankLine) endCell(begun === '' ? chunk.slice(from, at) : begun + chunk.slice(from, at))
    if (code !== delimiter) endLine(code)
    return at + 1
  }

  function quoted(chunk: string, from: number): number {
    const at = chunk.indexOf('"', from)
    const until = at === -1 ? chunk.length : at
    begun = begun === '' ? chunk.slice(from, until) : begun + chunk.slice(from, until)
    mode = at === -1 ? 'quoted' : 'after quote'
    checkLength(begun.length)
    return at === -1 ? until : until + 1
  }

  function afterQuote(code: number): void {
    if (code === QUOTE) {
      begun += '"'
      mode = 'quoted'
    } else if (code === delimiter) {
      endCell(begun)
    } else if (code === LF || code === CR) {
      endCell(begun)
      endLine(code)
    } else {
      fail(
        'csv_quote_misplaced',
        'text follows a closing quotation mark. A quotation mark inside a quoted cell is written twice ("").',
      )
    }
  }

  function cellStart(chunk: string, at: number): number {
    const code = chunk.charCodeAt(at)
    if (skipLineFeed) {
      skipLineFeed = false
      if (code === LF) return at + 1
    }
    if (code !== QUOTE) return plain(chunk, at)
    mode = 'quoted'
    return at + 1
  }

  function scan(chunk: string): void {
    const { length } = chunk
    let at = 0
    while (at < length) {
      if (mode === 'plain') at = plain(chunk, at)
      else if (mode === 'quoted') at = quoted(chunk, at)
      else if (mode === 'after quote') afterQuote(chunk.charCodeAt(at++))
      else at = cellStart(chunk, at)
    }
  }

  function take(): CsvRow[] {
    const taken = rows
    rows = []
    return taken
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
      return take()
    },
    end() {
      if (mode === 'quoted')
        fail('csv_quote_unclosed', 'a quotation mark opens the cell and is never closed.')
      if (mode === 'plain' || mode === 'after quote' || cells.length > 0) {
        endCell(begun)
        endRow()
      }
      return take()
    },
    rowNumber: () => row,
  }
}
