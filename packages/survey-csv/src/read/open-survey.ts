/** A whole part opened for reading: encoding, delimiter and header settled, responses to come in batches. */
import { type ByteSource, decodeBytes } from '../encoding/decode.ts'
import type { SurveyEncoding } from '../encoding/detect-encoding.ts'
import { formatCount, SurveyCsvError } from '../errors.ts'
import { detectHeaderRows, type HeaderRows } from '../header/header-rows.ts'
import { repairHeader } from '../header/repair-header.ts'
import { type CsvLimits, defaultLimits } from '../limits.ts'
import { type Delimiter, declaredDelimiter, detectDelimiter } from './delimiter.ts'
import { readRows } from './read-rows.ts'
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
const sampleChars = 64 * 1024

export async function openSurvey(source: ByteSource, options: OpenSurveyOptions = {}): Promise<SurveyCsv> {
  const decoded = decodeBytes(refuseOtherFiles(source), options)
  const begun = await gather(decoded.text)
  const { sample, isWhole } = begun
  const stated = options.delimiter === undefined ? declaredDelimiter(sample) : undefined
  const delimiter = options.delimiter ?? stated ?? detectDelimiter(sample, { isWhole })
  const batches = readRows(skipDeclaration(chain(begun, decoded.text), stated !== undefined), {
    ...options,
    delimiter,
  })
  const first = await firstRows(batches)
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
    responses: limitRows(first.slice(header.count), batches, options.maxRows ?? defaultLimits.maxRows),
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

async function firstRows(batches: AsyncGenerator<CsvRow[], void, undefined>): Promise<CsvRow[]> {
  const rows: CsvRow[] = []
  while (rows.length < rowsToJudgeHeader) {
    const next = await batches.next()
    if (next.done) break
    for (const row of next.value) rows.push(row)
  }
  return rows
}

async function* limitRows(
  first: CsvRow[],
  rest: AsyncGenerator<CsvRow[], void, undefined>,
  maxRows: number,
): AsyncGenerator<CsvRow[], void, undefined> {
  let count = 0
  const check = (batch: CsvRow[]): CsvRow[] => {
    const over = batch[maxRows - count]
    count += batch.length
    if (!over) return batch
    const message = `The file has more than ${formatCount(maxRows)} responses: row ${formatCount(over.number)} is one too many. Split it into parts.`
    throw new SurveyCsvError({ code: 'csv_too_many_rows', message, row: over.number, limit: maxRows })
  }
  if (first.length > 0) yield check(first)
  for await (const batch of rest) yield check(batch)
}
