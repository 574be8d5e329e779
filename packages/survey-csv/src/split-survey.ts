/**
 * Splits a CSV of any size into parts for a survey upload. Each part has whole rows and the header row, in UTF-8 with commas.
 * Further header rows of a survey tool stay in the first part, where the service decides whether they are header rows. If
 * they were repeated and the service decided otherwise, every part would have them as responses.
 * Empty rows are copied so that the service can report them.
 */
import type { ByteSource } from './encoding/decode.ts'
import { formatCount, SurveyCsvError } from './errors.ts'
import { oneHeaderRow } from './header/header-rows.ts'
import { type OpenSurveyOptions, openSurvey } from './read/open-survey.ts'
import { writeRow } from './read/write-row.ts'

export type SplitOptions = Omit<OpenSurveyOptions, 'maxRows' | 'headerOf' | 'keepEmptyRows'> & {
  readonly maxRowsPerPart?: number
  readonly maxBytesPerPart?: number
}

export type SurveyPart = {
  /** From 1. */
  readonly number: number
  /** Rows below the header row that have at least one value. */
  readonly rowCount: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

const blankLine = '\r\n'
const initialBytes = 64 * 1024
const defaultRowsPerPart = 20_000
/** Leaves a margin below the 50 MB limit of a part, for example for form fields. */
const defaultBytesPerPart = 48 * 1024 * 1024

/** Keeps one part in memory at a time. A file with a header and no responses yields one part. */
export async function* splitSurvey(
  source: ByteSource,
  options: SplitOptions = {},
): AsyncGenerator<SurveyPart, void, undefined> {
  const { maxRowsPerPart = defaultRowsPerPart, maxBytesPerPart = defaultBytesPerPart } = options
  const survey = await openSurvey(source, {
    ...options,
    maxRows: Number.MAX_SAFE_INTEGER,
    headerOf: oneHeaderRow,
    keepEmptyRows: true,
  })
  const encoder = new TextEncoder()
  const header = encoder.encode(survey.headerRows.map(({ cells }) => writeRow(cells)).join(''))
  const part = createPartBuffer(header)
  let rowCount = 0
  let number = 1

  for await (const batch of survey.responses) {
    for (const { number: row, cells } of batch) {
      const line = encoder.encode(cells.length === 0 ? blankLine : writeRow(cells))
      const isResponse = cells.some((cell) => cell !== '')
      if (header.length + line.length > maxBytesPerPart) throw partTooSmall(row, maxBytesPerPart)
      if ((isResponse && rowCount === maxRowsPerPart) || part.size() + line.length > maxBytesPerPart) {
        yield { number: number++, rowCount, bytes: part.take() }
        rowCount = 0
      }
      part.add(line)
      if (isResponse) rowCount++
    }
  }
  if (part.size() > header.length || number === 1) yield { number, rowCount, bytes: part.take() }
}

/** A single growing buffer, because an array of millions of short lines takes many times their size. */
function createPartBuffer(header: Uint8Array) {
  let bytes = new Uint8Array(initialBytes)
  let size = 0
  function add(line: Uint8Array): void {
    if (size + line.length > bytes.length) {
      const larger = new Uint8Array(Math.max(bytes.length * 2, size + line.length))
      larger.set(bytes.subarray(0, size))
      bytes = larger
    }
    bytes.set(line, size)
    size += line.length
  }
  add(header)
  return {
    add,
    size: () => size,
    /** Returns the current part and starts the next one with the header. */
    take(): Uint8Array<ArrayBuffer> {
      const taken = bytes.slice(0, size)
      size = 0
      add(header)
      return taken
    },
  }
}

function partTooSmall(row: number, limit: number): SurveyCsvError {
  const message = `Row ${formatCount(row)} and the header exceed the limit of ${formatCount(limit)} bytes per part. Raise the limit or shorten the row.`
  return new SurveyCsvError({ code: 'csv_part_too_small', message, row, limit })
}
