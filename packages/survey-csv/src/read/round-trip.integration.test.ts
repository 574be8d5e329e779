/** Reads back written rows for any chunk sizes, and checks that random input never hangs or throws an untyped error. */
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { cut, cuts } from '../../test/cut.ts'
import { decodeBytes } from '../encoding/decode.ts'
import { SurveyCsvError } from '../errors.ts'
import { openSurvey } from './open-survey.ts'
import { readRows } from './read-rows.ts'
import { writeRow } from './write-row.ts'

// Allows for slow CI runners.
vi.setConfig({ testTimeout: 60_000 })

const cell = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replaceAll('\0', '')),
  fc.string({
    unit: fc.constantFrom('"', ',', ';', '\t', '\r', '\n', 'a', 'é', '漢', '😀', ' '),
    maxLength: 8,
  }),
)
const delimiter = fc.constantFrom(',', ';', '\t')
const newline = fc.constantFrom('\r\n', '\n', '\r')
const table = fc
  .integer({ min: 1, max: 6 })
  .chain((width) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }),
  )
async function rowsOf(bytes: Uint8Array, lengths: readonly number[], by: string) {
  // Uses a small window, because chunks within a window are joined before decoding.
  const options = { encoding: 'utf-8', windowBytes: 4 } as const
  const rows: (readonly string[])[] = []
  const { text } = decodeBytes(cut(bytes, lengths), options)
  for await (const batch of readRows(text, { delimiter: by })) rows.push(...batch.map((row) => row.cells))
  return rows
}

it('reads back written rows for any chunk sizes', async () => {
  await fc.assert(
    fc.asyncProperty(table, delimiter, newline, cuts, async (rows, by, lineEnd, lengths) => {
      const written = rows.map((row) => writeRow(row, by).replace(/\r\n$/, lineEnd)).join('')
      const filled = rows.filter((row, index) => index === 0 || row.some((one) => one !== ''))
      expect(await rowsOf(new TextEncoder().encode(written), lengths, by)).toEqual(filled)
    }),
    { numRuns: 1000 },
  )
})

it('returns the same rows or the same error for any chunk sizes', async () => {
  const anyText = fc.string({
    unit: fc.constantFrom('"', ',', '\r', '\n', 'a', '\0', 'é', '\ufeff'),
    maxLength: 40,
  })
  const outcome = async (pieces: Iterable<string>) => {
    const rows: unknown[] = []
    try {
      for await (const batch of readRows(pieces, { delimiter: ',' })) rows.push(...batch)
      return rows
    } catch (error) {
      if (!(error instanceof SurveyCsvError)) throw error
      return `${error.code} ${error.row} ${error.column}`
    }
  }
  await fc.assert(
    fc.asyncProperty(anyText, cuts, async (text, lengths) => {
      expect(await outcome(cut(text, lengths))).toEqual(await outcome([text]))
    }),
    { numRuns: 2000 },
  )
})

it('returns rows or a SurveyCsvError with a row for random bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), cuts, async (bytes, lengths) => {
      try {
        const survey = await openSurvey(cut(bytes, lengths))
        for await (const batch of survey.responses) expect(batch.length).toBeGreaterThan(0)
      } catch (error) {
        if (!(error instanceof SurveyCsvError)) throw error
        expect(error.row).toBeGreaterThan(0)
      }
    }),
    { numRuns: 1000 },
  )
})
