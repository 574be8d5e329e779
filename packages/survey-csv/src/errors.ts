/**
 * Why a survey CSV cannot be read, in words for the person who sent it. Codes are stable and stored; sentences may be
 * improved. Rows are counted as a spreadsheet shows them: the header is row 1, blank lines count, and a cell with line
 * breaks is still one row.
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
  /** From 1, where the fault lies in one column. */
  readonly column?: number | undefined
  /** What the header calls that column, once the header has been read. */
  readonly columnName?: string | undefined
}

export type CsvProblem = CsvPlace & {
  readonly code: CsvErrorCode
  readonly message: string
  /** The limit that was passed, for the codes that have one. */
  readonly limit?: number | undefined
  /** With `csv_too_many_rows`: the responses of the whole file, or of as much of it as could be read. */
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

/** A header may be a whole question, or a whole file: enough of it to find the column. */
const shownNameChars = 60

export function columnText(column: number, name: string | undefined): string {
  const letters = `column ${columnLetters(column)}`
  if (name === undefined) return letters
  const shown = name.length > shownNameChars ? `${name.slice(0, shownNameChars)}…` : name
  return `${letters} ("${shown}")`
}

/** `27` → `AA`, as the top of a spreadsheet shows it. */
function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

export function formatCount(count: number): string {
  return count.toLocaleString('en')
}
