/** Turns every kind of survey input into CSV bytes that can be read more than once. */
import { writeRow } from '@inlet/survey-csv'
import { InvalidInputError } from '../errors.ts'
import { chunksOf, type FileInput, toSource } from '../upload/source.ts'

export type CellValue = string | number | boolean | Date | null | undefined

/** Objects by column name, or arrays, the first of which is the header. */
export type SurveyRows =
  | ReadonlyArray<Readonly<Record<string, CellValue>>>
  | ReadonlyArray<ReadonlyArray<CellValue>>

/** CSV text, a CSV file, or rows. For a path, use `fileFromPath`. */
export type SurveyInput = string | FileInput | SurveyRows

const rowsAtOnce = 1000
const charsAtOnce = 256 * 1024

export function openSurveyInput(input: SurveyInput): () => AsyncIterable<Uint8Array> {
  if (typeof input === 'string') {
    if (!/[\r\n]/.test(input)) throw notText(input)
    return () => encoded(textPieces(input))
  }
  if (isRows(input)) return () => encoded(rowPieces(input))
  const source = toSource(input, 'survey.csv')
  return () => chunksOf(source.stream())
}

function isRows(input: FileInput | SurveyRows): input is SurveyRows {
  return Array.isArray(input)
}

/** Does not split surrogate pairs: each half alone would be encoded as a replacement character. */
function* textPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + charsAtOnce)
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end -= 1
    yield text.slice(at, end)
    at = end
  }
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function* rowPieces(rows: SurveyRows): Generator<string> {
  const lines = tableOf(rows)
  let piece = ''
  let count = 0
  for (const line of lines) {
    piece += writeRow(line.map(textOf))
    count += 1
    if (count % rowsAtOnce === 0) {
      yield piece
      piece = ''
    }
  }
  if (piece !== '') yield piece
}

function* tableOf(rows: SurveyRows): Generator<readonly CellValue[]> {
  if (rows.every((row): row is ReadonlyArray<CellValue> => Array.isArray(row))) {
    yield* rows
    return
  }
  const records = rows as ReadonlyArray<Readonly<Record<string, CellValue>>>
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))]
  yield names
  for (const record of records) yield names.map((name) => record[name])
}

function textOf(value: CellValue): string {
  if (value === null || value === undefined) return ''
  return value instanceof Date ? value.toISOString() : String(value)
}

async function* encoded(pieces: Iterable<string>): AsyncGenerator<Uint8Array, void, undefined> {
  const encoder = new TextEncoder()
  for (const piece of pieces) yield encoder.encode(piece)
}

function notText(input: string): InvalidInputError {
  const shown = input.length > 80 ? `${input.slice(0, 80)}…` : input
  const message = `"${shown}" is a single line, so it is not a CSV with responses. For a path, use fileFromPath of @inlet/sdk/node.`
  return new InvalidInputError(message, { code: 'invalid_csv' })
}
