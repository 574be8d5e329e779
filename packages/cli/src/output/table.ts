import { padEnd, widthOf } from './text.ts'

export type Cell = string | number | boolean | null | undefined | readonly (string | number)[]

/** A header with the column names, then one aligned line per row. */
export function tableLines(
  rows: ReadonlyArray<Record<string, Cell>>,
  show: (cell: Cell) => string,
): string[] {
  const names = Object.keys(rows[0] ?? {})
  const lines = [
    names.map((name) => name.toUpperCase()),
    ...rows.map((row) => names.map((name) => show(row[name]))),
  ]
  const widths = names.map((_, i) => Math.max(...lines.map((line) => widthOf(line[i] ?? ''))))
  return lines.map((line) =>
    line
      .map((cell, i) => padEnd(cell, widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
