/** `--map 'Column=Type'`: parsed, and checked against the column types and the columns of the file. */
import { type ColumnType, columnTypes } from '@inlet/survey-csv'
import { usageError } from '../errors.ts'

/** Splits at the last equals sign: headers are questions and may contain some, types do not. */
export function readMapping(given: readonly string[]): Record<string, ColumnType> {
  const mapping: Record<string, ColumnType> = {}
  for (const text of given) {
    const at = text.lastIndexOf('=')
    if (at <= 0) throw usageError(`--map "${text}" must look like "Column=Type".`)
    const column = text.slice(0, at)
    if (Object.hasOwn(mapping, column)) throw usageError(`--map names the column "${column}" twice.`)
    mapping[column] = readColumnType(text.slice(at + 1))
  }
  return mapping
}

export function readColumnType(text: string): ColumnType {
  const found = columnTypes.find((type) => fold(type) === fold(text))
  if (found) return found
  throw usageError(`"${text}" is not a column type. Use one of: ${columnTypes.join(', ')}.`)
}

/** Treats "open ended", "Open-ended" and "OPEN_ENDED" alike. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, '')
}

/** The service ignores mapping keys that match no column, so a misspelling would go unnoticed. */
export function checkColumns(mapping: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const unknown = Object.keys(mapping).filter(
    (column) => !names.includes(column.replace(/^\ufeff/, '').trim()),
  )
  if (unknown.length === 0) return
  const quoted = (list: readonly string[]) => list.map((name) => `"${name}"`).join(', ')
  throw usageError(`The CSV has no column ${quoted(unknown)}. It has: ${quoted(names)}.`)
}
