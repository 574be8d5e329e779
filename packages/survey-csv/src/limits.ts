/** Limits of one part. Lengths are in UTF-16 code units, each of which takes up to three bytes in UTF-8. */

export type CsvLimits = {
  readonly maxCellChars: number
  readonly maxRowChars: number
  readonly maxColumns: number
  /** Counts responses only, not header rows or blank lines. */
  readonly maxRows: number
}

export const defaultLimits: CsvLimits = {
  maxCellChars: 1024 * 1024,
  maxRowChars: 4 * 1024 * 1024,
  maxColumns: 2000,
  maxRows: 20_000,
}
