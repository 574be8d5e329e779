/** Cells that a spreadsheet shows and does not calculate. Pure. */

/** What a spreadsheet takes for a formula at the beginning of a cell. */
const formula = /^[=+\-@\t\r]/

export function csvCell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export const csvRow = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`
