/** CSV cells that spreadsheets do not evaluate as formulas. Pure. */

/** Byte order mark, by which spreadsheets recognize UTF-8. */
export const byteOrderMark = '\ufeff'

/** Characters that start a formula in spreadsheets. */
const formula = /^[=+\-@\t\r]/
/**
 * Spreadsheets in many countries split cells at semicolons or tabs, and then do not see our quotes: a formula after
 * a separator or a line break inside the cell would start a cell of its own.
 */
const innerFormula = /([;\t\r\n]\s*"*)(?=[=+\-@])/g

export function csvCell(text: string): string {
  const inner = text.replaceAll(innerFormula, "$1'")
  const safe = formula.test(inner) ? `'${inner}` : inner
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
