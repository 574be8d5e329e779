/**
 * Which rows a long table renders and on which server pages they are. Browsers cannot lay out elements taller than
 * about 33 million pixels, so the table covers one stretch of rows at a time.
 */
export const rowsPerPage = 100
/** At 48 px per row, less than half of the browser limit. */
export const maxRows = 300_000

export interface Stretch {
  /** Zero-based. */
  start: number
  count: number
}

/** The stretch that contains this row. */
export function stretchOf(total: number, row: number): Stretch {
  const start = Math.floor(clampRow(total, row) / maxRows) * maxRows
  return { start, count: Math.min(maxRows, Math.max(total - start, 0)) }
}

export const clampRow = (total: number, row: number): number =>
  Math.min(Math.max(Math.trunc(row), 0), Math.max(total - 1, 0))

/** Numbers of the server pages that contain rows `first` to `last`. */
export function pagesFor(first: number, last: number): number[] {
  if (last < first) return []
  const from = Math.floor(Math.max(first, 0) / rowsPerPage)
  const to = Math.floor(last / rowsPerPage)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** Parses the "Go to row" input to a zero-based row, or undefined. */
export function readRow(text: string, total: number): number | undefined {
  const digits = text.replace(/[\s,.'’]/g, '')
  if (!/^\d{1,9}$/.test(digits) || total === 0) return undefined
  return clampRow(total, Number(digits) - 1)
}
