/** `--map 'Column=Type'`: read, checked against the types there are and the columns of the file. */
import { type ColumnType, columnTypes } from '@inlet/survey-csv'
import { usageError } from '../errors.ts'

/** The last equals sign divides: headers are questions and may hold some, types do not. */
export function readMapping(given: readonly string[]): Record<string, ColumnType> {
  const mapping: Record<string, ColumnType> = {}
  for (const text of given) {
    const at = text.lastIndexOf('=')
    if (at <= 0) throw usageError(`--map "${text}" must look like "Column=Type".`)
    const column = text.slice(0, at)
    if (Object.hasOwn(mapping, column)) throw usageError(`--map names the column "${column}" twice.`)
    mapping[column] = readType(text.slice(at + 1))
  }
  return mapping
}

function readType(text: string): ColumnType {
  const found = columnTypes.find((type) => fold(type) === fold(text))
  if (found) return found
  throw usageError(`"${text}" is no column type. There are: ${columnTypes.join(', ')}.`)
}

/** "open ended", "Open-ended" and "OPEN_ENDED" mean the same. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]+/g, '')
}

/** A column that is misspelt would silently be ignored by the service. */
export function checkColumns(mapping: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const unknown = Object.keys(mapping).filter(
    (column) => !names.includes(column.replace(/^\ufeff/, '').trim()),
  )
  if (unknown.length === 0) return
  const quoted = (list: readonly string[]) => list.map((name) => `"${name}"`).join(', ')
  throw usageError(`The CSV has no column ${quoted(unknown)}. It has: ${quoted(names)}.`)
}
