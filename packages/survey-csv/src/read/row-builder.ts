/**
 * Assembles cells into rows and checks them against the limits and the header:
 * - The first row sets the width. Shorter rows are padded with empty cells, and empty cells beyond the width are dropped,
 *   because spreadsheets do both. A value beyond the width is an error: its column is unknown.
 * - Blank lines and rows whose cells are all empty are skipped and counted.
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

/** The width of a spreadsheet: it cannot have added more empty cells than that. */
const maxSurplusColumns = 16_384

export type RowBuilderOptions = Pick<CsvLimits, 'maxCellChars' | 'maxRowChars' | 'maxColumns'> & {
  /** Off only while the delimiter is detected: rows then keep the cells they have. */
  readonly checkWidth: boolean
  /** Returns blank lines (as rows without cells) and rows of empty cells like other rows; they still count as skipped. */
  readonly keepEmptyRows?: boolean
}

export class RowBuilder {
  readonly #limits: RowBuilderOptions
  #row = 1
  #column = 1
  #header: readonly string[] = []
  #width = 0
  /** Cells beyond this column must be empty. */
  #lastColumn: number
  #cells: string[] = []
  #rowChars = 0
  #isKept = true
  #rows: CsvRow[] = []
  #rowCount = 0
  #raggedCount = 0
  #skippedCount = 0
  readonly #skippedRows: SkippedRow[] = []

  constructor(options: RowBuilderOptions) {
    this.#limits = options
    this.#lastColumn = options.maxColumns
  }

  /** Returns the rows completed since the last call; after an error, those before it. */
  take(): CsvRow[] {
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  /** From now on rows are checked and counted, but not kept. */
  countOnly(): void {
    this.#isKept = false
    this.#cells = []
  }

  /** Rows with a value, kept or only counted. */
  get rowCount(): number {
    return this.#rowCount
  }

  /** Rows that were padded or truncated to fit the header. */
  get raggedRowCount(): number {
    return this.#raggedCount
  }

  get skipped(): SkippedRows {
    return { count: this.#skippedCount, rows: this.#skippedRows }
  }

  /** The cell being read, for errors. */
  get place(): CsvPlace {
    const columnName = this.#width === 0 ? undefined : repairHeader(this.#header)[this.#column - 1]
    return { row: this.#row, column: this.#column, columnName }
  }

  get isAtRowStart(): boolean {
    return this.#column === 1
  }

  checkLength(cellChars: number, isQuoted: boolean): void {
    const { maxCellChars, maxRowChars } = this.#limits
    if (cellChars > maxCellChars) throw cellTooLong(this.place, maxCellChars, isQuoted)
    if (this.#rowChars + cellChars > maxRowChars) throw rowTooLong(this.place, maxRowChars)
  }

  /** The cell is `start` followed by the chunk between `from` and `to`, which is copied only if the row is kept. */
  endCell(start: string, chunk: string, from: number, to: number): void {
    const chars = start.length + to - from
    if (this.#column > this.#lastColumn) this.#checkSurplus(start + chunk.slice(from, to))
    else if (this.#isKept && this.#rowChars + chars > 0) {
      // Leading empty cells are added with the first value, so that millions of empty rows use no memory.
      if (this.#cells.length < this.#column - 1) this.#padTo(this.#column - 1)
      this.#cells.push(from === to ? start : start + chunk.slice(from, to))
    }
    this.#rowChars += chars
    this.#column++
  }

  endRow(): void {
    const { checkWidth, keepEmptyRows } = this.#limits
    const found = this.#column - 1
    if (checkWidth && this.#width === 0) {
      this.#width = found
      this.#lastColumn = found
      this.#padTo(found)
      this.#header = this.#cells
      this.#keepRow(found)
      this.#rowCount++
    } else if (checkWidth && this.#rowChars === 0) {
      this.#skip('empty_row')
      if (keepEmptyRows) this.#keepRow(this.#width)
    } else {
      if (found !== this.#width) this.#raggedCount++
      this.#keepRow(checkWidth ? this.#width : found)
      this.#rowCount++
    }
    this.#rowChars = 0
    this.#column = 1
    this.#row++
  }

  endBlankLine(): void {
    this.#skip('blank_line')
    if (this.#limits.keepEmptyRows) this.#keepRow(0)
    this.#row++
  }

  #checkSurplus(cell: string): void {
    const limit = this.#width === 0 ? this.#limits.maxColumns : maxSurplusColumns
    if (this.#column > limit) throw tooManyColumns(this.place, limit)
    if (cell.trim() !== '') throw surplusValue(this.place, this.#width)
  }

  #keepRow(cellCount: number): void {
    if (!this.#isKept) return
    this.#padTo(cellCount)
    this.#rows.push({ number: this.#row, cells: this.#cells })
    this.#cells = []
  }

  #padTo(cellCount: number): void {
    while (this.#cells.length < cellCount) this.#cells.push('')
  }

  #skip(code: SkippedRowCode): void {
    this.#skippedCount++
    if (this.#skippedRows.length < maxSkippedRows) this.#skippedRows.push({ row: this.#row, code })
  }
}

function cellTooLong(place: CsvPlace, limit: number, isQuoted: boolean): SurveyCsvError {
  const hint = isQuoted ? ' Check for a quotation mark that is never closed.' : ''
  const message = `${placeText(place)}: the cell exceeds the limit of ${formatCount(limit)} characters.${hint}`
  return new SurveyCsvError({ ...place, code: 'csv_cell_too_long', message, limit })
}

function rowTooLong(place: CsvPlace, limit: number): SurveyCsvError {
  const message = `${placeText(place)}: the row exceeds the limit of ${formatCount(limit)} characters.`
  return new SurveyCsvError({ ...place, code: 'csv_row_too_long', message, limit })
}

function tooManyColumns(place: CsvPlace, limit: number): SurveyCsvError {
  const message = `${placeText(place)}: the row exceeds the limit of ${formatCount(limit)} columns.`
  return new SurveyCsvError({ ...place, code: 'csv_too_many_columns', message, limit })
}

function surplusValue(place: CsvPlace, width: number): SurveyCsvError {
  const columns = `${formatCount(width)} ${width === 1 ? 'column' : 'columns'}`
  const message = `${placeText({ row: place.row })} has a value in ${columnText(place.column ?? width + 1, undefined)}, but the header has only ${columns}. Add the column to the header, or put cells that contain a delimiter or a line break in quotation marks.`
  return new SurveyCsvError({ ...place, code: 'csv_row_width', message })
}
