/** Rows from a stream of text, in batches: one await per chunk, not per row. */
import { type CsvPlace, placeText, SurveyCsvError } from '../errors.ts'
import { type CsvLimits, defaultLimits } from '../limits.ts'
import { type CsvRow, createRowScanner, type RowScanner } from './row-scanner.ts'

export type TextSource = AsyncIterable<string> | Iterable<string>

type ReadRowsOptions = Partial<Omit<CsvLimits, 'maxRows'>> & {
  readonly delimiter: string
  readonly keepEmptyRows?: boolean
}

export type RowReader = Pick<RowScanner, 'skipped' | 'raggedRowCount'> & {
  readonly batches: AsyncGenerator<CsvRow[], void, undefined>
  /**
   * Reads on and keeps nothing, until the end or `most` rows. For a file that is refused already: a fault on the way
   * only ends the counting.
   */
  countRest(most: number): Promise<{ readonly rows: number; readonly isWhole: boolean }>
}

export function readRows(source: TextSource, options: ReadRowsOptions): RowReader['batches'] {
  return createRowReader(source, options).batches
}

export function createRowReader(source: TextSource, options: ReadRowsOptions): RowReader {
  const scanner = createRowScanner({ ...defaultLimits, ...options, checkWidth: true })

  let isCounting = false

  async function* read(): AsyncGenerator<CsvRow[], void, undefined> {
    try {
      for await (const chunk of source) {
        scanner.push(chunk)
        const rows = scanner.take()
        if (rows.length > 0 || isCounting) yield rows
      }
      scanner.end()
    } catch (error) {
      // First the good rows before the fault: whoever finds there are too many of them says so, wherever chunks end.
      const rows = scanner.take()
      if (rows.length > 0) yield rows
      throw withPlace(error, scanner.place())
    }
    const rows = scanner.take()
    if (rows.length > 0) yield rows
  }

  const batches = read()
  return {
    batches,
    skipped: () => scanner.skipped(),
    raggedRowCount: () => scanner.raggedRowCount(),
    async countRest(most) {
      const before = scanner.rowCount()
      isCounting = true
      scanner.countOnly()
      try {
        let isWhole = false
        while (!isWhole && scanner.rowCount() - before < most) isWhole = (await batches.next()).done === true
        return { rows: scanner.rowCount() - before, isWhole }
      } catch (error) {
        if (!(error instanceof SurveyCsvError)) throw error
        return { rows: scanner.rowCount() - before, isWhole: false }
      }
    },
  }
}

/** The decoder knows what is wrong but not where; this is where the two meet. */
function withPlace(error: unknown, place: CsvPlace): unknown {
  if (!(error instanceof SurveyCsvError) || error.row > 0) return error
  const message = `${placeText(place)}: ${error.message}`
  return new SurveyCsvError({ ...place, code: error.code, message }, { cause: error.cause })
}
