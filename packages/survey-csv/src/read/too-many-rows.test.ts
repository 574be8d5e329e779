import { expect, it, vi } from 'vitest'
import { SurveyCsvError } from '../errors.ts'
import { openSurvey } from './open-survey.ts'

// Others may need the processor too.
vi.setConfig({ testTimeout: 60_000 })

const encoder = new TextEncoder()

async function refusal(pieces: Iterable<Uint8Array>, maxRows?: number): Promise<SurveyCsvError> {
  try {
    const survey = await openSurvey(pieces, maxRows === undefined ? {} : { maxRows })
    for await (const batch of survey.responses) expect(batch.length).toBeGreaterThan(0)
  } catch (error) {
    if (error instanceof SurveyCsvError) return error
    throw error
  }
  throw new Error('was read to the end')
}

const table = (responses: number, end = '') => [
  encoder.encode(`a,b\n${'"1\n""",2\n\n'.repeat(responses)}${end}`),
]

it('takes as many responses as are allowed', async () => {
  const survey = await openSurvey(table(20_000))
  let count = 0
  for await (const batch of survey.responses) count += batch.length
  expect(count).toBe(20_000)
})

it('SUR-13 says how many responses there are, where the surplus begins and into how many parts to split', async () => {
  const error = await refusal(table(23_412))
  expect(error).toMatchObject({ code: 'csv_too_many_rows', row: 40_002, limit: 20_000, rowCount: 23_412 })
  expect(error.message).toBe(
    'The file has 23,412 responses; at most 20,000 fit in one part. Split it into 2 parts.',
  )
  expect(await refusal(table(20_001))).toMatchObject({ rowCount: 20_001 })
})

it('counts alike wherever the bytes are cut, and with a last row that has no line end', async () => {
  const [bytes = new Uint8Array()] = table(9, '"é",ü')
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    )
    expect(await refusal(pieces, 3)).toMatchObject({ row: 8, rowCount: 10 })
  }
})

it.each([
  ['a value beyond the header', '1,2,3\n1,2\n'],
  ['an open quote', '"1'],
  ['a NUL', '\0,2\n'],
])('stays with too many rows when %s follows, and tells what it could count', async (_, end) => {
  for (const responses of [1001, 60_000]) {
    const error = await refusal(table(responses, end), 1000)
    expect(error).toMatchObject({ code: 'csv_too_many_rows', row: 2002, rowCount: responses })
    expect(error.message).toMatch(
      /^The file has at least [\d,]+ responses; at most 1,000 fit in one part. Split/,
    )
  }
  // Within the limit the fault itself is told.
  expect((await refusal(table(1000, end), 1000)).code).not.toBe('csv_too_many_rows')
})

it('stops counting beyond what an upload of a hundred parts could take', async () => {
  let pieces = 0
  const piece = encoder.encode('1,2\n'.repeat(1000))
  function* endless() {
    yield encoder.encode('a,b\n')
    while (true) {
      pieces++
      yield piece
    }
  }
  const error = await refusal(endless(), 1000)
  expect(error.rowCount).toBeGreaterThan(100_000)
  expect(pieces).toBeLessThan(150)
})

it('lets a failing source fail: what is broken is the connection, not the file', async () => {
  const lost = new Error('connection lost')
  function* breaking() {
    yield* table(30_000)
    throw lost
  }
  await expect(refusal(breaking())).rejects.toBe(lost)
})
