/**
 * Compares our rows and cells with those of csv-parse on random files. csv-parse is configured to follow the rules at the top
 * of `row-builder.ts` and `row-scanner.ts`; cases in which it cannot are not generated:
 * - `relax_quotes`: a quote inside an unquoted cell is text. The option also allows text after a closing quote, which we
 *   reject; in that case, csv-parse must reject the file without the option.
 * - `record_delimiter`: all three line endings may be mixed; by default, csv-parse detects one from the first line.
 * - `skip_empty_lines`: blank lines are not rows. `relax_column_count`: csv-parse returns ragged rows unchanged, and `fitted`
 *   derives from them what `openSurvey` must return.
 * - At most one byte order mark at the start: csv-parse keeps a second one as text, we do not.
 * - No NUL, which we reject and csv-parse keeps.
 * - csv-parse gets UTF-8 even if we get UTF-16, because it searches for quotes and delimiters by byte, not by character.
 */
import { type Info, parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cut, cuts } from '../../test/cut.ts'
import { rounds } from '../../test/rounds.ts'
import { decodeBytes } from '../encoding/decode.ts'
import { SurveyCsvError } from '../errors.ts'
import { defaultLimits } from '../limits.ts'
import { openSurvey } from './open-survey.ts'
import { RowScanner } from './row-scanner.ts'

type Delimiter = ',' | ';' | '\t'
/** Rows numbered as in a spreadsheet, where blank lines count. */
type Table = readonly { readonly number: number; readonly cells: readonly string[] }[]
type InfoRecord = { readonly info: Info; readonly record: string[] }
type File = { delimiter: Delimiter; isRagged: boolean; written: string }

const delimiters = fc.constantFrom<Delimiter>(',', ';', '\t')
const lineEnds = fc.constantFrom('\n', '\r\n', '\r')
const encodings = fc.constantFrom('utf-8', 'utf-8', 'utf-16le')
/** Characters of all UTF-8 and UTF-16 lengths, and look-alikes of quotes, spaces and byte order marks. */
const plainUnits = [
  'a',
  'b',
  '7',
  ' ',
  '.',
  "'",
  'é',
  'ß',
  '漢',
  '“',
  '\u00a0',
  '\u2028',
  '\ufeff',
  '😀',
  '𝒳',
  '👩‍🚀',
  'e\u0301',
]

const text = (units: readonly string[], maxLength = 8) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom(...units), maxLength }) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme', maxLength }).map((any) => any.replace(/[\0\r\n",;\t]/g, '')),
    },
  )

function cells(delimiter: Delimiter) {
  const others = [',', ';', '\t'].filter((other) => other !== delimiter)
  const plain = text([...plainUnits, ...others, '"']).map((cell) => cell.replace(/^["\ufeff]+/, ''))
  const quoted = text([...plainUnits, ',', ';', '\t', '"', '"', '\n', '\r', '\r\n'], 12)
  return fc.oneof(
    fc.constant(''),
    plain,
    quoted.map((cell) => `"${cell.replaceAll('"', '""')}"`),
  )
}

/** Files with mixed line endings, some with blank lines or without a final line ending. */
const files = fc
  .record({
    delimiter: delimiters,
    width: fc.integer({ min: 1, max: 5 }),
    isRagged: fc.boolean(),
    isEnded: fc.boolean(),
  })
  .chain(({ delimiter, width, isRagged, isEnded }) => {
    const row = fc.array(cells(delimiter), {
      minLength: isRagged ? 1 : width,
      maxLength: isRagged ? 5 : width,
    })
    const line = fc.oneof(
      { weight: 6, arbitrary: row.map((written) => written.join(delimiter)) },
      { weight: 1, arbitrary: fc.constant('') },
    )
    return fc.array(fc.tuple(line, lineEnds), { maxLength: 8 }).map((lines) => {
      const all = lines.map(([written, end]) => written + end).join('')
      return { delimiter, isRagged, written: isEnded ? all : all.replace(/[\r\n]+$/, '') }
    })
  })

/** Arbitrary text with unbalanced quotes, incomplete rows and line endings anywhere. */
const randomTexts = fc
  .tuple(
    delimiters,
    fc.string({
      unit: fc.constantFrom('"', '"', ',', ';', '\t', '\n', '\r', 'a', ' ', 'é', '😀'),
      maxLength: 30,
    }),
  )
  .map(([delimiter, any]) => ({ delimiter, isRagged: true, written: any }))

const deliveries = fc.record({
  encoding: encodings,
  hasBom: fc.boolean(),
  cuts,
  windowBytes: fc.integer({ min: 4, max: 80 }),
})
type Delivery = typeof deliveries extends fc.Arbitrary<infer T> ? T : never

function toBytes(written: string, encoding: string, hasBom: boolean): Uint8Array {
  const marked = hasBom ? `\ufeff${written}` : written
  return encoding === 'utf-8' ? new TextEncoder().encode(marked) : Buffer.from(marked, 'utf16le')
}

function theirs({ written, delimiter }: File, { hasBom }: Delivery, isRelaxed: boolean): Table {
  const records: unknown = parse(toBytes(written, 'utf-8', hasBom), {
    delimiter,
    bom: true,
    relax_quotes: isRelaxed,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    info: true,
  })
  // The types of csv-parse do not cover the `info` option.
  return (records as InfoRecord[]).map(({ info, record }) => ({
    number: info.records + info.empty_lines,
    cells: record,
  }))
}

/** Sets the encoding for UTF-16 without a byte order mark, which cannot be detected in short files. */
function encodingOption({ encoding, hasBom }: Delivery) {
  return encoding === 'utf-16le' && !hasBom ? { encoding: 'utf-16le' as const } : {}
}

async function ours({ written, delimiter }: File, delivery: Delivery): Promise<Table> {
  const bytes = toBytes(written, delivery.encoding, delivery.hasBom)
  const scanner = new RowScanner({ ...defaultLimits, delimiter, checkWidth: false })
  const { windowBytes } = delivery
  const decoded = decodeBytes(cut(bytes, delivery.cuts), { ...encodingOption(delivery), windowBytes })
  for await (const chunk of decoded.text) scanner.push(chunk)
  scanner.end()
  return scanner.rows.take()
}

type Fitted = { readonly rows: Table; readonly emptyRows: number[] } | { readonly rejected: [number, number] }

/** Non-empty rows, fitted to the width of the first; or the row and column of the first value beyond that width. */
function fitted(table: Table): Fitted {
  const width = table[0]?.cells.length ?? 0
  for (const { number, cells } of table) {
    const surplus = cells.findIndex((cell, index) => index >= width && cell.trim() !== '')
    if (surplus !== -1) return { rejected: [number, surplus + 1] }
  }
  const isFilled = ({ cells }: Table[number], index: number) =>
    index === 0 || cells.some((cell) => cell !== '')
  const toWidth = (cells: readonly string[]) =>
    Array.from({ length: width }, (_, index) => cells[index] ?? '')
  return {
    rows: table.filter(isFilled).map(({ number, cells }) => ({ number, cells: toWidth(cells) })),
    emptyRows: table.filter((row, index) => !isFilled(row, index)).map(({ number }) => number),
  }
}

async function oursOpened({ written, delimiter }: File, delivery: Delivery): Promise<Fitted> {
  const bytes = toBytes(written, delivery.encoding, delivery.hasBom)
  try {
    const survey = await openSurvey(cut(bytes, delivery.cuts), { ...encodingOption(delivery), delimiter })
    const batches = await Array.fromAsync(survey.responses)
    const emptyRows = survey.skipped().rows.filter(({ code }) => code === 'empty_row')
    return { rows: [...survey.headerRows, ...batches.flat()], emptyRows: emptyRows.map(({ row }) => row) }
  } catch (error) {
    if (error instanceof SurveyCsvError && error.code === 'csv_row_width')
      return { rejected: [error.row, error.column ?? 0] }
    throw error
  }
}

it('reads random tables like csv-parse, for any quoting, encoding and chunk sizes', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(files, deliveries, async (file, delivery) => {
      seen++
      const expected = theirs(file, delivery, true)
      expect(await ours(file, delivery)).toEqual(expected)
      if (expected.length > 0) expect(await oursOpened(file, delivery)).toEqual(fitted(expected))
    }),
    { numRuns: rounds(2000, 20_000) },
  )
  console.info(`${seen} random tables read like csv-parse`)
}, 900_000)

it('reads or rejects random text like csv-parse', async () => {
  let rejected = 0
  let read = 0
  await fc.assert(
    fc.asyncProperty(randomTexts, deliveries, async (file, delivery) => {
      const rows = await ours(file, delivery).catch((error: unknown) => {
        if (error instanceof SurveyCsvError) return error
        throw error
      })
      if (rows instanceof SurveyCsvError) {
        rejected++
        expect(['csv_quote_misplaced', 'csv_quote_unclosed']).toContain(rows.code)
        expect(() => theirs(file, delivery, false)).toThrow()
      } else {
        read++
        expect(rows).toEqual(theirs(file, delivery, true))
      }
    }),
    { numRuns: rounds(500, 5000) },
  )
  console.info(`${read} random texts read and ${rejected} rejected like csv-parse`)
}, 900_000)
