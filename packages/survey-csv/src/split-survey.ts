/** One CSV of any size as parts a survey upload takes: whole rows, the header rows repeated, UTF-8 and commas throughout. */
import type { ByteSource } from './encoding/decode.ts'
import { formatCount, SurveyCsvError } from './errors.ts'
import { type OpenSurveyOptions, openSurvey } from './read/open-survey.ts'
import { writeRow } from './read/write-row.ts'

export type SplitOptions = Omit<OpenSurveyOptions, 'maxRows'> & {
  readonly maxRowsPerPart?: number
  readonly maxBytesPerPart?: number
}

export type SurveyPart = {
  /** From 1. */
  readonly number: number
  readonly rowCount: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

const defaultRowsPerPart = 20_000
/** Below the 50 MB a part may have, so that no form field or later rule makes a full part too large. */
const defaultBytesPerPart = 48 * 1024 * 1024

/** A file with a header and no responses still gives one part. One part is in memory at a time. */
export async function* splitSurvey(
  source: ByteSource,
  options: SplitOptions = {},
): AsyncGenerator<SurveyPart, void, undefined> {
  const { maxRowsPerPart = defaultRowsPerPart, maxBytesPerPart = defaultBytesPerPart } = options
  const survey = await openSurvey(source, { ...options, maxRows: Number.MAX_SAFE_INTEGER })
  const encoder = new TextEncoder()
  const header = encoder.encode(survey.headerRows.map(({ cells }) => writeRow(cells)).join(''))
  let lines: Uint8Array[] = [header]
  let byteCount = header.length
  let number = 1

  for await (const batch of survey.responses) {
    for (const row of batch) {
      const line = encoder.encode(writeRow(row.cells))
      if (header.length + line.length > maxBytesPerPart) throw partTooSmall(row.number, maxBytesPerPart)
      if (lines.length > maxRowsPerPart || byteCount + line.length > maxBytesPerPart) {
        yield assemble(number++, lines, byteCount)
        lines = [header]
        byteCount = header.length
      }
      lines.push(line)
      byteCount += line.length
    }
  }
  if (lines.length > 1 || number === 1) yield assemble(number, lines, byteCount)
}

function assemble(number: number, lines: readonly Uint8Array[], byteCount: number): SurveyPart {
  const bytes = new Uint8Array(byteCount)
  let offset = 0
  for (const line of lines) {
    bytes.set(line, offset)
    offset += line.length
  }
  return { number, rowCount: lines.length - 1, bytes }
}

function partTooSmall(row: number, limit: number): SurveyCsvError {
  const message = `Row ${formatCount(row)} alone is larger than a part may be (${formatCount(limit)} bytes).`
  return new SurveyCsvError({ code: 'csv_part_too_small', message, row, limit })
}
