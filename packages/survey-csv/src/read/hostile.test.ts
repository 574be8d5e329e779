import { expect, it } from 'vitest'
import { SurveyCsvError } from '../errors.ts'
import { openSurvey } from './open-survey.ts'

const megabyte = 1024 * 1024

/** Endless unless the reader stops: what is counted is how much it asked for. */
function filler(head: string, filling: string, megabytes: number) {
  const counter = { megabytes: 0 }
  function* bytes() {
    yield new TextEncoder().encode(head)
    const piece = new TextEncoder().encode(filling.repeat(Math.ceil(megabyte / filling.length)))
    while (counter.megabytes < megabytes) {
      counter.megabytes++
      yield piece
    }
  }
  return { counter, source: bytes() }
}

async function refusal(source: Iterable<Uint8Array>): Promise<SurveyCsvError> {
  try {
    const survey = await openSurvey(source)
    for await (const batch of survey.responses) expect(batch.length).toBeGreaterThan(0)
  } catch (error) {
    if (error instanceof SurveyCsvError) return error
    throw error
  }
  throw new Error('was read to the end')
}

it.each([
  ['an unterminated quote', 'a,b\n1,"', 'x,y\n', 'csv_cell_too_long'],
  ['one huge cell', 'a,b\n1,', 'x', 'csv_cell_too_long'],
  ['a quoted cell of nothing but quotes', 'a,b\n1,"', '""', 'csv_cell_too_long'],
  ['columns without end', 'a', ',a', 'csv_too_many_columns'],
  ['zeros', 'a,b\n1,', '\0', 'csv_nul_character'],
])('refuses 50 MB of %s after the first few', async (_, head, filling, code) => {
  const { counter, source } = filler(head, filling, 50)
  expect((await refusal(source)).code).toBe(code)
  expect(counter.megabytes).toBeLessThanOrEqual(3)
})

it('refuses 50 MB of one cell given in a single piece', async () => {
  const bytes = new Uint8Array(50 * megabyte).fill(0x78)
  bytes.set(new TextEncoder().encode('a,b\n1,"'))
  expect(await refusal([bytes])).toMatchObject({ code: 'csv_cell_too_long', row: 2, column: 2 })
})
