/** What one part may hold. Lengths are in characters: a cell of 1,048,576 may take up to three times that in bytes. */

export type CsvLimits = {
  readonly maxCellChars: number
  readonly maxRowChars: number
  readonly maxColumns: number
  /** Responses, so header rows and blank lines do not count. */
  readonly maxRows: number
}

export const defaultLimits: CsvLimits = {
  maxCellChars: 1024 * 1024,
  maxRowChars: 4 * 1024 * 1024,
  maxColumns: 2000,
  maxRows: 20_000,
}
