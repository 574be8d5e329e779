/**
 * One CSV of any size as parts a survey upload takes: whole rows, the header row in each, UTF-8 and commas throughout.
 * Further header rows of a survey tool stay where they are, at the top of the first part. There the service decides what
 * they are; repeated in every part, they would become responses of every part where it decides otherwise.
 * Empty rows are copied too, so that the service can report them.
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
  /** Rows with a value below the header row. */
  readonly rowCount: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

const blankLine = '\r\n'
const initialBytes = 64 * 1024
const defaultRowsPerPart = 20_000
/** Below the 50 MB a part may have, so that no form field or later rule makes a full part too large. */
const defaultBytesPerPart = 48 * 1024 * 1024

/** A file with a header and no responses still gives one part. One part is in memory at a time. */
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

/** One growing piece of memory: a list of millions of short lines would take many times their bytes. */
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
    /** The part so far; the next one begins with the header again. */
    take(): Uint8Array<ArrayBuffer> {
      const taken = bytes.slice(0, size)
      size = 0
      add(header)
      return taken
    },
  }
}

function partTooSmall(row: number, limit: number): SurveyCsvError {
  const message = `Row ${formatCount(row)} alone is larger than a part may be (${formatCount(limit)} bytes).`
  return new SurveyCsvError({ code: 'csv_part_too_small', message, row, limit })
}
