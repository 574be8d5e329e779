import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { hostileFiles } from '../../test/hostile-files.ts'
import { SurveyCsvError } from '../errors.ts'
import { openSurvey } from './open-survey.ts'

const child = join(import.meta.dirname, '../../test/hostile-child.ts')
const megabyte = 1024 * 1024

type Figures = {
  readonly name: string
  readonly outcome: { readonly code: string; readonly row?: number; readonly column?: number }
  readonly readMs: number
  readonly scanMs: number
  readonly grownMegabytes: number
  readonly maxRssMegabytes: number
}

describe('50 MB made to hurt', () => {
  const figures = new Map<string, Figures>()

  beforeAll(async () => {
    // What waits to be collected is not what the reader needs, so little may wait. The small heap is a second guard: a
    // reader that keeps what it is given does not live to tell.
    const options = ['--expose-gc', '--max-semi-space-size=4', '--max-old-space-size=96', child]
    const { stdout } = await promisify(execFile)(process.execPath, options)
    for (const line of stdout.trim().split('\n')) {
      const read = JSON.parse(line) as Figures
      figures.set(read.name, read)
    }
    const all = [...figures.values()]
    const slowest = Math.max(...all.map(({ readMs }) => readMs))
    const largest = Math.max(...all.map(({ grownMegabytes }) => grownMegabytes))
    console.info(
      `${all.length} hostile files: ${slowest.toFixed(0)} ms of processor time and ${largest.toFixed(0)} MB at most, ${all.at(-1)?.maxRssMegabytes.toFixed(0)} MB for the whole process`,
    )
  }, 300_000)

  it.each(hostileFiles)('$name: ends soon and in little memory', ({ name, expected }) => {
    const read = figures.get(name)
    expect(read?.outcome).toMatchObject(expected)
    // A second on a quiet machine. On a busy one even the processor is slower, as looking at each byte once shows.
    expect(read?.readMs).toBeLessThan(Math.max(1000, (read?.scanMs ?? 0) * 25))
    expect(read?.readMs).toBeLessThan(30_000)
    expect(read?.grownMegabytes).toBeLessThan(64)
    expect(read?.maxRssMegabytes).toBeLessThan(256)
  })
})

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
])('asks for no more than a few megabytes of %s', async (_, head, filling, code) => {
  let megabytes = 0
  function* endless() {
    yield new TextEncoder().encode(head)
    const piece = new TextEncoder().encode(filling.repeat(Math.ceil(megabyte / filling.length)))
    while (true) {
      megabytes++
      yield piece
    }
  }
  expect((await refusal(endless())).code).toBe(code)
  expect(megabytes).toBeLessThanOrEqual(3)
})

it('refuses 50 MB of one cell given in a single piece', async () => {
  const bytes = new Uint8Array(50 * megabyte).fill(0x78)
  bytes.set(new TextEncoder().encode('a,b\n1,"'))
  expect(await refusal([bytes])).toMatchObject({ code: 'csv_cell_too_long', row: 2, column: 2 })
})
