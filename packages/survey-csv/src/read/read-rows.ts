/** Rows from a stream of text, in batches: one await per chunk, not per row. */
import { SurveyCsvError } from '../errors.ts'
import { type CsvLimits, defaultLimits } from '../limits.ts'
import { type CsvRow, createRowScanner } from './row-scanner.ts'

export type TextSource = AsyncIterable<string> | Iterable<string>

type ReadRowsOptions = Partial<Omit<CsvLimits, 'maxRows'>> & { readonly delimiter: string }

export async function* readRows(
  source: TextSource,
  options: ReadRowsOptions,
): AsyncGenerator<CsvRow[], void, undefined> {
  const scanner = createRowScanner({ ...defaultLimits, ...options, checkWidth: true })
  try {
    for await (const chunk of source) {
      const rows = scanner.push(chunk)
      if (rows.length > 0) yield rows
    }
  } catch (error) {
    throw withRow(error, scanner.rowNumber())
  }
  const rows = scanner.end()
  if (rows.length > 0) yield rows
}

/** The decoder knows what is wrong but not where; this is where the two meet. */
function withRow(error: unknown, row: number): unknown {
  if (!(error instanceof SurveyCsvError) || error.row > 0) return error
  const message = `Row ${row}: ${error.message}`
  return new SurveyCsvError({ code: error.code, message, row }, { cause: error.cause })
}
