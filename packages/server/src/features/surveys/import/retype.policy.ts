/** What else changes with the type of a column. Pure. */
import type { ColumnType } from '@inlet/contract'

const personTypes: readonly ColumnType[] = ['Name', 'Email']

export const isPersonType = (type: ColumnType): boolean => personTypes.includes(type)

/** Names and addresses determine respondents and participants. */
export const changesPeople = (from: ColumnType, to: ColumnType): boolean =>
  isPersonType(from) || isPersonType(to)

/** Cells, names and addresses determine media links. */
export const changesMediaMatches = (from: ColumnType, to: ColumnType): boolean =>
  changesPeople(from, to) || from === 'MEDIA_RESPONSE' || to === 'MEDIA_RESPONSE'

/** Undefined unless it is a zero-based column position. */
export function readColumnPosition(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,4})$/.test(text) ? Number(text) : undefined
}
