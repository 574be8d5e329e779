import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { openSurvey } from './read/open-survey.ts'
import { writeRow } from './read/write-row.ts'
import { splitSurvey } from './split-survey.ts'

// Allows for slow CI runners.
vi.setConfig({ testTimeout: 60_000 })

const encode = (text: string) => [new TextEncoder().encode(text)]

async function readPart(bytes: Uint8Array) {
  const survey = await openSurvey([bytes], { delimiter: ',' })
  const rows = (await Array.fromAsync(survey.responses)).flat().map(({ cells }) => cells)
  return { names: survey.names, rows, skipped: survey.skipped().count }
}

it('returns every response once and in order, in parts within the limits that start with the header', async () => {
  const cell = fc.string({ unit: fc.constantFrom('"', ',', '\n', 'a', 'é', '漢'), maxLength: 6 })
  const rows = fc.array(fc.tuple(cell, cell), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 60, max: 200 }),
      async (all, max, bytes) => {
        const source = encode([['x', 'y'], ...all].map((row) => writeRow(row)).join(''))
        const options = { delimiter: ',' as const, maxRowsPerPart: max, maxBytesPerPart: bytes }
        const parts = await Array.fromAsync(splitSurvey(source, options))
        expect(parts.map(({ number }) => number)).toEqual(parts.map((_, index) => index + 1))
        const read = await Promise.all(parts.map((part) => readPart(part.bytes)))
        expect(read.flatMap((part) => part.rows)).toEqual(all.filter((row) => row.some((one) => one !== '')))
        expect(read.reduce((sum, part) => sum + part.skipped, 0)).toBe(
          all.filter(([x, y]) => x + y === '').length,
        )
        for (const [index, part] of parts.entries()) {
          expect(part.bytes.length).toBeLessThanOrEqual(bytes)
          expect(part.rowCount).toBeLessThanOrEqual(max)
          expect(read[index]?.rows.length).toBe(part.rowCount)
          expect(read[index]?.names).toEqual(['x', 'y'])
        }
      },
    ),
    { numRuns: 200 },
  )
})

it('keeps further header rows only in the first part, and converts the file to UTF-8 with commas', async () => {
  const source = encode('Respondent ID;Tools;\n;Slack;"Jira, old"\n;Response;\n1;Slack;\n2;;"Jira, old"\n')
  const parts = await Array.fromAsync(splitSurvey(source, { maxRowsPerPart: 3 }))
  expect(parts.map((part) => new TextDecoder().decode(part.bytes))).toEqual([
    'Respondent ID,Tools,\r\n,Slack,"Jira, old"\r\n,Response,\r\n1,Slack,\r\n',
    'Respondent ID,Tools,\r\n2,,"Jira, old"\r\n',
  ])
})

it('copies empty rows without counting them and pads short rows', async () => {
  const source = encode('a,b\n1\n\n,\n2,2,,\n\n3,3\n')
  const parts = await Array.fromAsync(splitSurvey(source, { maxRowsPerPart: 2 }))
  expect(parts.map((part) => new TextDecoder().decode(part.bytes))).toEqual([
    'a,b\r\n1,\r\n\r\n,\r\n2,2\r\n\r\n',
    'a,b\r\n3,3\r\n',
  ])
  expect(parts.map(({ rowCount }) => rowCount)).toEqual([2, 1])
})

it('returns one part for a header without responses', async () => {
  const parts = await Array.fromAsync(splitSurvey(encode('a,b\n')))
  expect(parts).toMatchObject([{ number: 1, rowCount: 0 }])
})

it('rejects a row that exceeds the part size and reports its number', async () => {
  const parts = Array.fromAsync(splitSurvey(encode(`a\nx\n${'y'.repeat(100)}\n`), { maxBytesPerPart: 50 }))
  await expect(parts).rejects.toMatchObject({ code: 'csv_part_too_small', row: 3, limit: 50 })
})
