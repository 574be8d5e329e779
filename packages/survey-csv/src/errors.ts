/**
 * Errors that explain to the uploader why a survey CSV cannot be read. Codes are stable and stored; messages may change.
 * Row numbers match a spreadsheet: the header is row 1, blank lines count, and a cell with line breaks is one row.
 */

export type CsvErrorCode =
  | 'csv_empty'
  | 'csv_not_text'
  | 'csv_encoding'
  | 'csv_nul_character'
  | 'csv_quote_unclosed'
  | 'csv_quote_misplaced'
  | 'csv_cell_too_long'
  | 'csv_row_too_long'
  | 'csv_row_width'
  | 'csv_too_many_columns'
  | 'csv_too_many_rows'
  | 'csv_part_too_small'

export type CsvPlace = {
  readonly row: number
  /** From 1; set if the error concerns a single column. */
  readonly column?: number | undefined
  /** Set once the header has been read. */
  readonly columnName?: string | undefined
}

export type CsvProblem = CsvPlace & {
  readonly code: CsvErrorCode
  readonly message: string
  /** The limit that was exceeded, for codes that have one. */
  readonly limit?: number | undefined
  /** For `csv_too_many_rows`: the number of responses in the file, or in the part of it that could be read. */
  readonly rowCount?: number | undefined
}

export class SurveyCsvError extends Error {
  override readonly name = 'SurveyCsvError'
  readonly code: CsvErrorCode
  readonly row: number
  readonly column: number | undefined
  readonly columnName: string | undefined
  readonly limit: number | undefined
  readonly rowCount: number | undefined

  constructor(problem: CsvProblem, options?: ErrorOptions) {
    super(problem.message, options)
    this.code = problem.code
    this.row = problem.row
    this.column = problem.column
    this.columnName = problem.columnName
    this.limit = problem.limit
    this.rowCount = problem.rowCount
  }
}

/** `Row 1,203, column AB ("Your city")`. */
export function placeText({ row, column, columnName }: CsvPlace): string {
  const rowText = `Row ${formatCount(row)}`
  return column === undefined ? rowText : `${rowText}, ${columnText(column, columnName)}`
}

/** Enough to identify the column: a header can be a long question. */
const shownNameChars = 60

export function columnText(column: number, name: string | undefined): string {
  const letters = `column ${columnLetters(column)}`
  if (name === undefined) return letters
  const shown = name.length > shownNameChars ? `${name.slice(0, shownNameChars)}…` : name
  return `${letters} ("${shown}")`
}

/** `27` → `AA`, as in a spreadsheet. */
function columnLetters(column: number): string {
  let letters = ''
  for (let remaining = column; remaining > 0; remaining = Math.floor((remaining - 1) / 26)) {
    letters = String.fromCharCode(65 + ((remaining - 1) % 26)) + letters
  }
  return letters
}

export function formatCount(count: number): string {
  return count.toLocaleString('en')
}
