/** Reads rows from a stream of text in batches, which needs one await per chunk instead of one per row. */
import { type CsvPlace, placeText, SurveyCsvError } from '../errors.ts'
import { type CsvLimits, defaultLimits } from '../limits.ts'
import type { CsvRow, SkippedRows } from './row-builder.ts'
import { RowScanner } from './row-scanner.ts'

export type TextSource = AsyncIterable<string> | Iterable<string>

type ReadRowsOptions = Partial<Omit<CsvLimits, 'maxRows'>> & {
  readonly delimiter: string
  readonly keepEmptyRows?: boolean
}

export type RowReader = {
  skipped(): SkippedRows
  raggedRowCount(): number
  readonly batches: AsyncGenerator<CsvRow[], void, undefined>
  /**
   * Counts rows without keeping them, up to the end or `most` rows. For a file that is already rejected: an error in the
   * rest only ends the count.
   */
  countRest(most: number): Promise<{ readonly rows: number; readonly isWhole: boolean }>
}

export function readRows(source: TextSource, options: ReadRowsOptions): RowReader['batches'] {
  return createRowReader(source, options).batches
}

export function createRowReader(source: TextSource, options: ReadRowsOptions): RowReader {
  const scanner = new RowScanner({ ...defaultLimits, ...options, checkWidth: true })

  let isCounting = false

  async function* read(): AsyncGenerator<CsvRow[], void, undefined> {
    try {
      for await (const chunk of source) {
        scanner.push(chunk)
        const rows = scanner.rows.take()
        if (rows.length > 0 || isCounting) yield rows
      }
      scanner.end()
    } catch (error) {
      // Yields the valid rows first, so that too many rows are reported regardless of chunk boundaries.
      const rows = scanner.rows.take()
      if (rows.length > 0) yield rows
      throw withPlace(error, scanner.rows.place)
    }
    const rows = scanner.rows.take()
    if (rows.length > 0) yield rows
  }

  const batches = read()
  return {
    batches,
    skipped: () => scanner.rows.skipped,
    raggedRowCount: () => scanner.rows.raggedRowCount,
    async countRest(most) {
      const before = scanner.rows.rowCount
      isCounting = true
      scanner.rows.countOnly()
      try {
        let isWhole = false
        while (!isWhole && scanner.rows.rowCount - before < most)
          isWhole = (await batches.next()).done === true
        return { rows: scanner.rows.rowCount - before, isWhole }
      } catch (error) {
        if (!(error instanceof SurveyCsvError)) throw error
        return { rows: scanner.rows.rowCount - before, isWhole: false }
      }
    },
  }
}

/** Adds the row and column to a decoding error. */
function withPlace(error: unknown, place: CsvPlace): unknown {
  if (!(error instanceof SurveyCsvError) || error.row > 0) return error
  const message = `${placeText(place)}: ${error.message}`
  return new SurveyCsvError({ ...place, code: error.code, message }, { cause: error.cause })
}
