/** CSV cells that spreadsheets do not evaluate as formulas. Pure. */

/** Characters that start a formula in spreadsheets. */
const formula = /^[=+\-@\t\r]/

export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
