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

export type CsvProblem = {
  readonly code: CsvErrorCode
  readonly message: string
  readonly row: number
  readonly column?: number
  /** The limit that was passed, for the codes that have one. */
  readonly limit?: number
}

export class SurveyCsvError extends Error {
  override readonly name = 'SurveyCsvError'
  readonly code: CsvErrorCode
  readonly row: number
  readonly column: number | undefined
  readonly limit: number | undefined

  constructor(problem: CsvProblem, options?: ErrorOptions) {
    super(problem.message, options)
    this.code = problem.code
    this.row = problem.row
    this.column = problem.column
    this.limit = problem.limit
  }
}

/** `27` → `AA`, as the top of a spreadsheet shows it. */
export function columnLetters(column: number): string {
  let letters = ''
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  }
  return letters
}

export function formatCount(count: number): string {
  return count.toLocaleString('en')
}
