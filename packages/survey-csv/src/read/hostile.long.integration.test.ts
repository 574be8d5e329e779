import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { hostileFiles } from '../../test/hostile-files.ts'
import { SurveyCsvError } from '../errors.ts'
import { openSurvey } from './open-survey.ts'

const child = join(import.meta.dirname, '../../test/hostile-child.ts')
const megabyte = 1024 * 1024

type Measurement = {
  readonly name: string
  readonly outcome: { readonly code: string; readonly row?: number; readonly column?: number }
  readonly readMs: number
  readonly scanMs: number
  readonly grownMegabytes: number
  readonly maxRssMegabytes: number
}

describe('openSurvey with hostile files of up to 50 MB', () => {
  const measurements = new Map<string, Measurement>()

  beforeAll(async () => {
    // A small young generation keeps uncollected garbage out of the measurement. With the small heap, a reader that retains its
    // input runs out of memory.
    const options = ['--expose-gc', '--max-semi-space-size=4', '--max-old-space-size=96', child]
    const { stdout } = await promisify(execFile)(process.execPath, options)
    for (const line of stdout.trim().split('\n')) {
      const read = JSON.parse(line) as Measurement
      measurements.set(read.name, read)
    }
    const all = [...measurements.values()]
    const slowest = Math.max(...all.map(({ readMs }) => readMs))
    const largest = Math.max(...all.map(({ grownMegabytes }) => grownMegabytes))
    console.info(
      `${all.length} hostile files: ${slowest.toFixed(0)} ms of CPU time and ${largest.toFixed(0)} MB at most, ${all.at(-1)?.maxRssMegabytes.toFixed(0)} MB for the whole process`,
    )
  }, 300_000)

  it.each(hostileFiles)('handles $name with bounded time and memory', ({ name, expected }) => {
    const read = measurements.get(name)
    expect(read?.outcome).toMatchObject(expected)
    // One second, or more if a plain scan of all bytes shows that the CPU is slow.
    expect(read?.readMs).toBeLessThan(Math.max(1000, (read?.scanMs ?? 0) * 25))
    expect(read?.readMs).toBeLessThan(30_000)
    expect(read?.grownMegabytes).toBeLessThan(48)
    expect(read?.maxRssMegabytes).toBeLessThan(256)
  })
})

async function rejection(source: Iterable<Uint8Array>): Promise<SurveyCsvError> {
  try {
    const survey = await openSurvey(source)
    for await (const batch of survey.responses) expect(batch.length).toBeGreaterThan(0)
  } catch (error) {
    if (error instanceof SurveyCsvError) return error
    throw error
  }
  throw new Error('Expected the file to be rejected.')
}

it.each([
  ['an unterminated quote', 'a,b\n1,"', 'x,y\n', 'csv_cell_too_long'],
  ['one huge cell', 'a,b\n1,', 'x', 'csv_cell_too_long'],
  ['a quoted cell of nothing but quotes', 'a,b\n1,"', '""', 'csv_cell_too_long'],
  ['endless columns', 'a', ',a', 'csv_too_many_columns'],
  ['NUL characters', 'a,b\n1,', '\0', 'csv_nul_character'],
])('reads at most a few megabytes of %s', async (_, head, repeated, code) => {
  let megabytes = 0
  function* endless() {
    yield new TextEncoder().encode(head)
    const piece = new TextEncoder().encode(repeated.repeat(Math.ceil(megabyte / repeated.length)))
    while (true) {
      megabytes++
      yield piece
    }
  }
  expect((await rejection(endless())).code).toBe(code)
  expect(megabytes).toBeLessThanOrEqual(3)
})

it('rejects a cell of 50 MB in a single chunk', async () => {
  const bytes = new Uint8Array(50 * megabyte).fill(0x78)
  bytes.set(new TextEncoder().encode('a,b\n1,"'))
  expect(await rejection([bytes])).toMatchObject({ code: 'csv_cell_too_long', row: 2, column: 2 })
})
