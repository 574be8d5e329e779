/** Which character separates the cells: the one under which the rows best fit the width of the first. */
import { defaultLimits } from '../limits.ts'
import { RowScanner } from './row-scanner.ts'

export type Delimiter = ',' | ';' | '\t'

/** In this order among equals: the rarer a character is in prose, the surer it is there to separate. */
const candidates: readonly Delimiter[] = ['\t', ';', ',']

/** Excel's own way to say it: a first line `sep=;`, which is no row of the table. */
const declared = /^\ufeff?"?sep=([,;\t])"?(?:\r|\n|$)/i

export function declaredDelimiter(sample: string): Delimiter | undefined {
  const found = declared.exec(sample)?.[1]
  return candidates.find((candidate) => candidate === found)
}

export function detectDelimiter(sample: string, options: { isWhole?: boolean } = {}): Delimiter {
  const stated = declaredDelimiter(sample)
  if (stated) return stated
  let best: Delimiter = ','
  let bestScore = 0
  for (const delimiter of candidates) {
    const score = regularity(sample, delimiter, options.isWhole ?? false)
    if (score > bestScore) {
      best = delimiter
      bestScore = score
    }
  }
  return best
}

/**
 * How well the rows fit the width of the first; among equals the wider table wins. A table of one column scores nothing.
 * Rows without a value say nothing. Half of a quoted cell in the header means that the cell was cut at a character in it.
 */
function regularity(sample: string, delimiter: Delimiter, isWhole: boolean): number {
  const { rows, isBroken } = readSample(sample, delimiter, isWhole)
  const header = rows[0]?.cells ?? []
  const width = header.length
  if (width < 2) return 0
  const filled = rows.filter(({ cells }, index) => index === 0 || cells.some((cell) => cell !== ''))
  const fits = filled.map(({ cells }) => fitOf(cells, width))
  const share = fits.reduce((sum, fit) => sum + fit, 0) / filled.length
  const isCut = header.some((cell) => cell.split('"').length % 2 === 0)
  return (isBroken || isCut ? share / 2 : share) + Math.min(width, 1000) / 100_000
}

/** A row may end in empty cells too many. One that is too short fits half, unless the character does not occur in it. */
function fitOf(cells: readonly string[], width: number): number {
  if (cells.length < width) return cells.length > 1 ? 0.5 : 0
  return cells.every((cell, index) => index < width || cell === '') ? 1 : 0
}

function readSample(sample: string, delimiter: Delimiter, isWhole: boolean) {
  const scanner = new RowScanner({
    ...defaultLimits,
    maxColumns: Number.MAX_SAFE_INTEGER,
    delimiter,
    checkWidth: false,
  })
  let isBroken = false
  try {
    scanner.push(sample)
    // The last line of a sample is cut somewhere and says nothing about width, unless it is all there is.
    if (isWhole || scanner.rows.rowCount === 0) scanner.end()
  } catch {
    isBroken = true
  }
  return { rows: scanner.rows.take(), isBroken }
}
