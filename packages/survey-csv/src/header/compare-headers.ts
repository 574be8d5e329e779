/** Compares the header of a part with the known columns by their repaired names. */
import { headerName } from './repair-header.ts'

export type HeaderComparison = {
  /** Expected names that the part lacks, in expected order. */
  readonly missing: string[]
  /** Names in the part that are not expected, in the order of the part. */
  readonly extra: string[]
  /** The same names in the same order, as required of all parts of an upload. */
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

/** The index of each known column in a part with these names; undefined if the part lacks it. */
export function columnPositions(
  columns: readonly string[],
  names: readonly string[],
): (number | undefined)[] {
  const positions = new Map(names.map((name, index) => [headerName(name), index]))
  return columns.map((column) => positions.get(headerName(column)))
}
