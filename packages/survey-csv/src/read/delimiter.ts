/** Detects the delimiter: the one with which most rows have the width of the first row. */
import { defaultLimits } from '../limits.ts'
import { RowScanner } from './row-scanner.ts'

export type Delimiter = ',' | ';' | '\t'

/** Ordered by how unlikely the character is in prose; the first one wins a tie. */
const candidates: readonly Delimiter[] = ['\t', ';', ',']

/** Excel declares the delimiter in a first line such as `sep=;`, which is not a row of the table. */
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
 * Scores how well the rows fit the width of the first; the wider table wins a tie, and a single column scores 0. Empty rows
 * are ignored. An unbalanced quote in a header cell means that the delimiter split a quoted cell.
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

/** Surplus cells must be empty. A short row counts half, unless it does not contain the delimiter at all. */
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
    // The last row of a sample is probably incomplete, so it counts only if the sample is the whole file or has no other row.
    if (isWhole || scanner.rows.rowCount === 0) scanner.end()
  } catch {
    isBroken = true
  }
  return { rows: scanner.rows.take(), isBroken }
}
