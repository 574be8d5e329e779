/**
 * Which rows a long table holds, and which pages of the server they are on. Pure.
 * A browser draws nothing higher than about 33 million pixels, so a table holds a stretch of the rows at a time.
 */
export const rowsPerPage = 100
/** At 48 px a row still half of what browsers draw. */
export const mostRows = 300_000

export interface Stretch {
  /** From 0. */
  start: number
  count: number
}

/** The stretch of rows that holds this one. */
export function stretchOf(total: number, row: number): Stretch {
  const start = Math.floor(clampRow(total, row) / mostRows) * mostRows
  return { start, count: Math.min(mostRows, Math.max(total - start, 0)) }
}

export const clampRow = (total: number, row: number): number =>
  Math.min(Math.max(Math.trunc(row), 0), Math.max(total - 1, 0))

/** Numbers of the pages that hold the rows from `first` to `last`. */
export function pagesFor(first: number, last: number): number[] {
  if (last < first) return []
  const from = Math.floor(Math.max(first, 0) / rowsPerPage)
  const to = Math.floor(last / rowsPerPage)
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

/** What somebody typed into "go to row", as a row from 0; undefined when it is none. */
export function readRow(text: string, total: number): number | undefined {
  const digits = text.replace(/[\s,.'’]/g, '')
  if (!/^\d{1,9}$/.test(digits) || total === 0) return undefined
  return clampRow(total, Number(digits) - 1)
}
