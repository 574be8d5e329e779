import { expect, it, vi } from 'vitest'
import { SurveyCsvError } from '../errors.ts'
import { openSurvey } from './open-survey.ts'

// Allows for slow CI runners.
vi.setConfig({ testTimeout: 60_000 })

const encoder = new TextEncoder()

async function rejection(pieces: Iterable<Uint8Array>, maxRows?: number): Promise<SurveyCsvError> {
  try {
    const survey = await openSurvey(pieces, maxRows === undefined ? {} : { maxRows })
    for await (const batch of survey.responses) expect(batch.length).toBeGreaterThan(0)
  } catch (error) {
    if (error instanceof SurveyCsvError) return error
    throw error
  }
  throw new Error('Expected the file to be rejected.')
}

const table = (responses: number, end = '') => [
  encoder.encode(`a,b\n${'"1\n""",2\n\n'.repeat(responses)}${end}`),
]

it('accepts as many responses as the limit allows', async () => {
  const survey = await openSurvey(table(20_000))
  let count = 0
  for await (const batch of survey.responses) count += batch.length
  expect(count).toBe(20_000)
})

it('SUR-13 reports the number of responses, the first row beyond the limit and the number of parts needed', async () => {
  const error = await rejection(table(23_412))
  expect(error).toMatchObject({ code: 'csv_too_many_rows', row: 40_002, limit: 20_000, rowCount: 23_412 })
  expect(error.message).toBe(
    'The file has 23,412 responses, but the limit is 20,000 per part. Split it into 2 parts.',
  )
  expect(await rejection(table(20_001))).toMatchObject({ rowCount: 20_001 })
})

it('counts the same for any chunk size, and without a line ending after the last row', async () => {
  const [bytes = new Uint8Array()] = table(9, '"é",ü')
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    expect(await rejection(pieces, 3)).toMatchObject({ row: 8, rowCount: 10 })
  }
})

it.each([
  ['a value beyond the header', '1,2,3\n1,2\n'],
  ['an unclosed quote', '"1'],
  ['a NUL', '\0,2\n'],
])('reports too many rows and the rows counted so far if %s follows', async (_, end) => {
  for (const responses of [1001, 60_000]) {
    const error = await rejection(table(responses, end), 1000)
    expect(error).toMatchObject({ code: 'csv_too_many_rows', row: 2002, rowCount: responses })
    expect(error.message).toMatch(
      /^The file has at least [\d,]+ responses, but the limit is 1,000 per part. Split/,
    )
  }
  // Within the limit, the other error is reported.
  expect((await rejection(table(1000, end), 1000)).code).not.toBe('csv_too_many_rows')
})

it('stops counting at the size of a hundred parts', async () => {
  let pieces = 0
  const piece = encoder.encode('1,2\n'.repeat(1000))
  function* endless() {
    yield encoder.encode('a,b\n')
    while (true) {
      pieces++
      yield piece
    }
  }
  const error = await rejection(endless(), 1000)
  expect(error.rowCount).toBeGreaterThan(100_000)
  expect(pieces).toBeLessThan(150)
})

it('rethrows an error of the source, because the file is not at fault', async () => {
  const lost = new Error('connection lost')
  function* breaking() {
    yield* table(30_000)
    throw lost
  }
  await expect(rejection(breaking())).rejects.toBe(lost)
})
