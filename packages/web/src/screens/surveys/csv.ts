/** Writes CSV for spreadsheets. Cells that look like formulas are escaped with an apostrophe. */
const formula = /^[=+\-@\t\r]/
/**
 * Spreadsheets in many countries split cells at semicolons or tabs, and then do not see our quotes: a formula after
 * a separator or a line break inside the cell would start a cell of its own.
 */
const innerFormula = /([;\t\r\n]\s*"*)(?=[=+\-@])/g
/** Makes spreadsheets read the file as UTF-8. */
const byteOrderMark = '\ufeff'

export type CsvCell = string | number

function write(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell)
  const inner = cell.replaceAll(innerFormula, "$1'")
  const safe = formula.test(inner) ? `'${inner}` : inner
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function writeCsv(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(write).join(',')}\r\n`).join('')
}
