/** A whole part opened for reading: encoding, delimiter and header settled, responses to come in batches. */
import { type ByteSource, decodeBytes } from '../encoding/decode.ts'
import type { SurveyEncoding } from '../encoding/detect-encoding.ts'
import { formatCount, SurveyCsvError } from '../errors.ts'
import { detectHeaderRows, type HeaderRows } from '../header/header-rows.ts'
import { repairHeader } from '../header/repair-header.ts'
import { type CsvLimits, defaultLimits } from '../limits.ts'
import { type Delimiter, declaredDelimiter, detectDelimiter } from './delimiter.ts'
import { createRowReader, type RowReader } from './read-rows.ts'
import { refuseOtherFiles } from './refuse-other-files.ts'
import type { CsvRow } from './row-scanner.ts'

export type OpenSurveyOptions = Partial<CsvLimits> & {
  readonly encoding?: SurveyEncoding
  readonly delimiter?: Delimiter
}

export type SurveyCsv = {
  /** Settled for good once the responses have been read: a file may show its first accent late. */
  encoding(): SurveyEncoding
  readonly delimiter: Delimiter
  /** Repaired names, one per column. */
  readonly names: readonly string[]
  readonly header: HeaderRows
  /** The header rows as they stand in the file. */
  readonly headerRows: readonly CsvRow[]
  readonly responses: AsyncGenerator<CsvRow[], void, undefined>
}

/** Enough to tell a second header row from a first response. */
const rowsToJudgeHeader = 12
/** And rows may have megabytes each: as many as fit are judged. */
const charsToJudgeHeader = 4 * 1024 * 1024
const sampleChars = 64 * 1024
/** As many parts as an upload may have: beyond, the exact number of responses helps nobody. */
const mostParts = 100

export async function openSurvey(source: ByteSource, options: OpenSurveyOptions = {}): Promise<SurveyCsv> {
  const decoded = decodeBytes(refuseOtherFiles(source), options)
  const begun = await gather(decoded.text)
  const { sample, isWhole } = begun
  const stated = options.delimiter === undefined ? declaredDelimiter(sample) : undefined
  const delimiter = options.delimiter ?? stated ?? detectDelimiter(sample, { isWhole })
  const text = skipDeclaration(chain(begun, decoded.text), stated !== undefined)
  const reader = createRowReader(text, { ...options, delimiter })
  const first = await firstRows(reader.batches)
  if (first.length === 0) {
    const message = 'The file is empty. It needs a header row with the names of the columns.'
    throw new SurveyCsvError({ code: 'csv_empty', message, row: 1 })
  }
  const header = detectHeaderRows(first.slice(0, rowsToJudgeHeader).map(({ cells }) => cells))
  return {
    encoding: () => decoded.encoding().encoding,
    delimiter,
    names: repairHeader(first[0]?.cells ?? []),
    header,
    headerRows: first.slice(0, header.count),
    responses: limitRows(first.slice(header.count), reader, options.maxRows ?? defaultLimits.maxRows),
  }
}

type Sample = { readonly sample: string; readonly isWhole: boolean; readonly failure?: SurveyCsvError }

/** A fault of the text waits until the rows before it have been read, for only then is its row known. */
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

/** Blanks out `sep=;` but keeps its line, so that row numbers stay those of the file. */
async function* skipDeclaration(text: AsyncIterable<string>, isDeclared: boolean) {
  let isFirst = isDeclared
  for await (const chunk of text) {
    yield isFirst ? chunk.replace(/^[^\r\n]*/, '') : chunk
    isFirst = false
  }
}

async function firstRows(batches: RowReader['batches']): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  let chars = 0
  while (rows.length < rowsToJudgeHeader && chars < charsToJudgeHeader) {
    const next = await batches.next()
    if (next.done) break
    for (const row of next.value) {
      rows.push(row)
      for (const cell of row.cells) chars += cell.length
    }
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

/** Says how many there are, so that the sender knows into how many parts to split. */
async function tooManyRows(row: number, read: number, reader: RowReader, limit: number) {
  const rest = await reader.countRest(limit * mostParts)
  const rowCount = read + rest.rows
  const parts = formatCount(Math.ceil(rowCount / limit))
  const [least, more] = rest.isWhole ? ['', ''] : ['at least ', ' or more']
  const message = `The file has ${least}${formatCount(rowCount)} responses; at most ${formatCount(limit)} fit in one part. Split it into ${parts}${more} parts.`
  return new SurveyCsvError({ code: 'csv_too_many_rows', message, row, limit, rowCount })
}
