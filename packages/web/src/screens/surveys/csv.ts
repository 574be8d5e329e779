/** Writes CSV for spreadsheets. Cells that look like formulas are escaped with an apostrophe. */
const formula = /^[=+\-@\t\r]/
/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\ufeff'

export type CsvCell = string | number

function write(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(write).join(',')}\r\n`).join('')
}
