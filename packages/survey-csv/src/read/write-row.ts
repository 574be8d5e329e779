/** Formats one row as CSV text with a line ending. */

const newline = '\r\n'

export function writeRow(cells: readonly string[], delimiter = ','): string {
  let line = ''
  for (let index = 0; index < cells.length; index++) {
    if (index > 0) line += delimiter
    line += quoteIfNeeded(cells[index] ?? '', delimiter)
  }
  // A row of one empty cell would otherwise be a blank line, which is not a row.
  return (line === '' ? '""' : line) + newline
}

function quoteIfNeeded(cell: string, delimiter: string): string {
  const needsQuotes =
    cell.includes('"') ||
    cell.includes(delimiter) ||
    cell.includes('\n') ||
    cell.includes('\r') ||
    cell.charCodeAt(0) === 0xfeff
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell
}
