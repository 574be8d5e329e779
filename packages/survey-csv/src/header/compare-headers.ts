/** The header of a part against the columns that are known already, both by their repaired names. */
import { headerName } from './repair-header.ts'

export type HeaderComparison = {
  /** Expected and not there, in the order expected. */
  readonly missing: string[]
  /** There and not expected, in the order found. */
  readonly extra: string[]
  /** The same names in the same order: the parts of one upload are to be cut from one table. */
  readonly isSame: boolean
}

export function compareHeaders(expected: readonly string[], found: readonly string[]): HeaderComparison {
  const expectedNames = new Set(expected.map(headerName))
  const foundNames = new Set(found.map(headerName))
  return {
    missing: expected.filter((name) => !foundNames.has(headerName(name))),
    extra: found.filter((name) => !expectedNames.has(headerName(name))),
    isSame:
      expected.length === found.length &&
      expected.every((name, index) => headerName(name) === headerName(found[index] ?? '')),
  }
}

/** Where each known column stands in a part with these names, from 0; undefined where the part lacks it. */
export function columnPositions(
  columns: readonly string[],
  names: readonly string[],
): (number | undefined)[] {
  const positions = new Map(names.map((name, index) => [headerName(name), index]))
  return columns.map((column) => positions.get(headerName(column)))
}
