/**
 * Random files read by us and by csv-parse give the same rows and cells. csv-parse is set to the rules at the top of
 * `row-builder.ts` and `row-scanner.ts`, and where it has no such rule the files leave the case out:
 * - `relax_quotes`: a quote inside a plain cell is text. It would also let text follow a closing quote, which we refuse:
 *   then csv-parse without it must refuse the file as well.
 * - `record_delimiter`: any of three line ends, mixed in one file, where csv-parse by itself learns one from the first line.
 * - `skip_empty_lines`: a line with nothing on it is no row. `relax_column_count`: csv-parse gives ragged rows as they are.
 *   What an opened survey makes of them (`fitted`) is worked out from the rows of csv-parse.
 * - A byte order mark opens a file once at most: csv-parse keeps a second one as text, we do not.
 * - No NUL, which we refuse and csv-parse keeps.
 * - UTF-16 is for us alone: csv-parse looks for marks at every byte, also across two characters, and gets the text in UTF-8.
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
/** Rows with the numbers a spreadsheet shows, where blank lines count. */
type Table = readonly { readonly number: number; readonly cells: readonly string[] }[]
type InfoRecord = { readonly info: Info; readonly record: string[] }
type File = { delimiter: Delimiter; isRagged: boolean; written: string }

const delimiters = fc.constantFrom<Delimiter>(',', ';', '\t')
const lineEnds = fc.constantFrom('\n', '\r\n', '\r')
const encodings = fc.constantFrom('utf-8', 'utf-8', 'utf-16le')
/** One to four bytes in UTF-8, one or two units in UTF-16, and what is nearly a quote, a space or a mark. */
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

/** Lines as they are written, line ends and all; now and then a blank one, now and then no end after the last. */
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

/** Whatever a keyboard gives: quotes out of step, half rows, line ends anywhere. */
const soups = fc
  .tuple(
    delimiters,
    fc.string({
      unit: fc.constantFrom('"', '"', ',', ';', '\t', '\n', '\r', 'a', ' ', 'é', '😀'),
      maxLength: 30,
    }),
  )
  .map(([delimiter, any]) => ({ delimiter, isRagged: true, written: any }))

const ways = fc.record({
  encoding: encodings,
  hasBom: fc.boolean(),
  cuts,
  windowBytes: fc.integer({ min: 4, max: 80 }),
})
type Way = typeof ways extends fc.Arbitrary<infer T> ? T : never

function toBytes(written: string, encoding: string, hasBom: boolean): Uint8Array {
  const marked = hasBom ? `\ufeff${written}` : written
  return encoding === 'utf-8' ? new TextEncoder().encode(marked) : Buffer.from(marked, 'utf16le')
}

function theirs({ written, delimiter }: File, { hasBom }: Way, isRelaxed: boolean): Table {
  const records: unknown = parse(toBytes(written, 'utf-8', hasBom), {
    delimiter,
    bom: true,
    relax_quotes: isRelaxed,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    info: true,
  })
  // The types of csv-parse do not know what `info` does to the result.
  return (records as InfoRecord[]).map(({ info, record }) => ({
    number: info.records + info.empty_lines,
    cells: record,
  }))
}

/** Undetected encoding only where it can be told: UTF-16 without a mark is a guess, and a short file gives no ground for it. */
function known({ encoding, hasBom }: Way) {
  return encoding === 'utf-16le' && !hasBom ? { encoding: 'utf-16le' as const } : {}
}

async function ours({ written, delimiter }: File, way: Way): Promise<Table> {
  const bytes = toBytes(written, way.encoding, way.hasBom)
  const scanner = new RowScanner({ ...defaultLimits, delimiter, checkWidth: false })
  const { windowBytes } = way
  const decoded = decodeBytes(cut(bytes, way.cuts), { ...known(way), windowBytes })
  for await (const chunk of decoded.text) scanner.push(chunk)
  scanner.end()
  return scanner.rows.take()
}

type Fitted = { readonly rows: Table; readonly emptyRows: number[] } | { readonly refused: [number, number] }

/** Rows as wide as the first, without those of empty cells; or the row and column of the first value beyond the width. */
function fitted(table: Table): Fitted {
  const width = table[0]?.cells.length ?? 0
  for (const { number, cells } of table) {
    const surplus = cells.findIndex((cell, index) => index >= width && cell.trim() !== '')
    if (surplus !== -1) return { refused: [number, surplus + 1] }
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

async function oursOpened({ written, delimiter }: File, way: Way): Promise<Fitted> {
  const bytes = toBytes(written, way.encoding, way.hasBom)
  try {
    const survey = await openSurvey(cut(bytes, way.cuts), { ...known(way), delimiter })
    const batches = await Array.fromAsync(survey.responses)
    const emptyRows = survey.skipped().rows.filter(({ code }) => code === 'empty_row')
    return { rows: [...survey.headerRows, ...batches.flat()], emptyRows: emptyRows.map(({ row }) => row) }
  } catch (error) {
    if (error instanceof SurveyCsvError && error.code === 'csv_row_width')
      return { refused: [error.row, error.column ?? 0] }
    throw error
  }
}

it('reads random tables as csv-parse does, however they are written, encoded and cut', async () => {
  let seen = 0
  await fc.assert(
    fc.asyncProperty(files, ways, async (file, way) => {
      seen++
      const expected = theirs(file, way, true)
      expect(await ours(file, way)).toEqual(expected)
      if (expected.length > 0) expect(await oursOpened(file, way)).toEqual(fitted(expected))
    }),
    { numRuns: rounds(2000, 20_000) },
  )
  console.info(`${seen} random tables read as csv-parse reads them`)
}, 900_000)

it('reads or refuses random marks as csv-parse does', async () => {
  let refused = 0
  let read = 0
  await fc.assert(
    fc.asyncProperty(soups, ways, async (file, way) => {
      const rows = await ours(file, way).catch((error: unknown) => {
        if (error instanceof SurveyCsvError) return error
        throw error
      })
      if (rows instanceof SurveyCsvError) {
        refused++
        expect(['csv_quote_misplaced', 'csv_quote_unclosed']).toContain(rows.code)
        expect(() => theirs(file, way, false)).toThrow()
      } else {
        read++
        expect(rows).toEqual(theirs(file, way, true))
      }
    }),
    { numRuns: rounds(500, 5000) },
  )
  console.info(`${read} random texts read and ${refused} refused as csv-parse does`)
}, 900_000)
