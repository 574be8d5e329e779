/** Opens a part: detects its encoding, delimiter and header rows, then streams its responses in batches. */
import { type ByteSource, decodeBytes } from '../encoding/decode.ts'
import type { SurveyEncoding } from '../encoding/survey-encoding.ts'
import { formatCount, SurveyCsvError } from '../errors.ts'
import { detectHeaderRows, type HeaderRows, maxHeaderRows } from '../header/header-rows.ts'
import { repairHeader } from '../header/repair-header.ts'
import { type CsvLimits, defaultLimits } from '../limits.ts'
import { type Delimiter, declaredDelimiter, detectDelimiter } from './delimiter.ts'
import { createRowReader, type RowReader } from './read-rows.ts'
import { rejectOtherFormats } from './reject-other-formats.ts'
import type { CsvRow, SkippedRows } from './row-builder.ts'

export type OpenSurveyOptions = Partial<CsvLimits> & {
  readonly encoding?: SurveyEncoding
  readonly delimiter?: Delimiter
  /** Detects the header rows from the first rows of the file. Default: `detectHeaderRows`, which is for a first part. */
  readonly headerOf?: (rows: readonly (readonly string[])[]) => HeaderRows
  /** Includes blank lines and rows of empty cells in `responses`, to copy a file. */
  readonly keepEmptyRows?: boolean
}

export type SurveyCsv = {
  /** Final once all responses have been read, because the first non-ASCII byte may come late. */
  encoding(): SurveyEncoding
  readonly delimiter: Delimiter
  /** Repaired names, one per column. */
  readonly names: readonly string[]
  readonly header: HeaderRows
  /** The header rows with their original cells. */
  readonly headerRows: readonly CsvRow[]
  readonly responses: AsyncGenerator<CsvRow[], void, undefined>
  /** Rows that are neither header rows nor responses. Complete once all responses have been read. */
  skipped(): SkippedRows
  /** Responses that were padded or truncated to fit the header. Complete once all responses have been read. */
  raggedRowCount(): number
}

const sampleChars = 64 * 1024
/** The number of parts after which responses are no longer counted for the error message. */
const maxCountedParts = 100

export async function openSurvey(source: ByteSource, options: OpenSurveyOptions = {}): Promise<SurveyCsv> {
  const decoded = decodeBytes(rejectOtherFormats(source), options)
  const start = await gather(decoded.text)
  const { sample, isWhole } = start
  const stated = options.delimiter === undefined ? declaredDelimiter(sample) : undefined
  const delimiter = options.delimiter ?? stated ?? detectDelimiter(sample, { isWhole })
  const text = skipDeclaration(chain(start, decoded.text), stated !== undefined)
  const reader = createRowReader(text, { ...options, delimiter })
  const first = await firstRows(reader.batches)
  if (first.length === 0) {
    const message = 'The file is empty. Upload a file with a header row that contains the column names.'
    throw new SurveyCsvError({ code: 'csv_empty', message, row: 1 })
  }
  const { headerOf = detectHeaderRows } = options
  // Always the same number of rows, so that detection does not depend on where a file is split into parts.
  const header = headerOf(first.slice(0, maxHeaderRows).map(({ cells }) => cells))
  return {
    encoding: () => decoded.encoding().encoding,
    delimiter,
    names: repairHeader(first[0]?.cells ?? []),
    header,
    headerRows: first.slice(0, header.count),
    responses: limitRows(first.slice(header.count), reader, options.maxRows ?? defaultLimits.maxRows),
    skipped: () => (stated === undefined ? reader.skipped() : withDelimiterLine(reader.skipped())),
    raggedRowCount: () => reader.raggedRowCount(),
  }
}

/** The line `sep=;` was blanked out, so the scanner counts it as a blank line. */
function withDelimiterLine({ count, rows }: SkippedRows): SkippedRows {
  return { count, rows: rows.map((one) => (one.row === 1 ? { ...one, code: 'delimiter_line' } : one)) }
}

type Sample = { readonly sample: string; readonly isWhole: boolean; readonly failure?: SurveyCsvError }

/** Defers a decoding error until the rows before it have been read, because only then is its row known. */
async function gather(text: AsyncGenerator<string, void, undefined>): Promise<Sample> {
  let sample = ''
  try {
    while (sample.length < sampleChars) {
      const next = await text.next()
      if (next.done) return { sample, isWhole: true }
      sample += next.value
    }
  } catch (failure) {
    if (failure instanceof SurveyCsvError) return { sample, isWhole: false, failure }
    throw failure
  }
  return { sample, isWhole: false }
}

async function* chain({ sample, failure }: Sample, rest: AsyncGenerator<string, void, undefined>) {
  if (sample !== '') yield sample
  if (failure) throw failure
  yield* rest
}

/** Blanks out `sep=;` but keeps its line, so that row numbers still match the file. */
async function* skipDeclaration(text: AsyncIterable<string>, isDeclared: boolean) {
  let isFirst = isDeclared
  for await (const chunk of text) {
    yield isFirst ? chunk.replace(/^[^\r\n]*/, '') : chunk
    isFirst = false
  }
}

/** Reads at least `maxHeaderRows` rows, unless the file ends before. */
async function firstRows(batches: RowReader['batches']): Promise<CsvRow[]> {
  let rows: CsvRow[] = []
  while (rows.length < maxHeaderRows) {
    const next = await batches.next()
    if (next.done) break
    // With `keepEmptyRows`, blank lines above the header are dropped here.
    rows = [...rows, ...next.value]
    const start = rows.findIndex(({ cells }) => cells.length > 0)
    rows = start === -1 ? [] : rows.slice(start)
  }
  return rows
}

async function* limitRows(
  first: CsvRow[],
  reader: RowReader,
  maxRows: number,
): AsyncGenerator<CsvRow[], void, undefined> {
  let count = 0
  for await (const batch of startingWith(first, reader.batches)) {
    const over = batch[maxRows - count]
    count += batch.length
    if (over) throw await tooManyRows(over.number, count, reader, maxRows)
    yield batch
  }
}

async function* startingWith(first: CsvRow[], rest: RowReader['batches']) {
  if (first.length > 0) yield first
  yield* rest
}

/** Counts all responses, so that the message can say how many parts are needed. */
async function tooManyRows(row: number, read: number, reader: RowReader, limit: number) {
  const rest = await reader.countRest(limit * maxCountedParts)
  const rowCount = read + rest.rows
  const parts = formatCount(Math.ceil(rowCount / limit))
  const [least, more] = rest.isWhole ? ['', ''] : ['at least ', ' or more']
  const message = `The file has ${least}${formatCount(rowCount)} responses, but the limit is ${formatCount(limit)} per part. Split it into ${parts}${more} parts.`
  return new SurveyCsvError({ code: 'csv_too_many_rows', message, row, limit, rowCount })
}
