/**
 * Every order of appends, failed appends, part retries and reruns after an import: each operation ends as expected, and
 * the survey has every row exactly once. Orders of two operations, three with INLET_FULL; some of them as commands.
 */
import { describe, expect, inject, it } from 'vitest'
import { Inlet } from '../../sdk/src/index.ts'
import { makeKey } from './admin.ts'
import { makeProject } from './command.ts'
import { makeFolder } from './folder.ts'
import { CliDriver, type Driver, type Place, SdkDriver, waitUntilIdle } from './rerun-drivers.ts'
import { type Outcome, type RerunFile, RerunModel } from './rerun-model.ts'
import { openResponses } from './workspace-session.ts'

/** A: append. B: append of a file without a question. I: import again. R: the last append again. P: corrected part. */
const letters = ['A', 'B', 'I', 'R', 'P'] as const
type Letter = (typeof letters)[number]

const orders = (length: number): Letter[][] =>
  length === 0 ? [[]] : orders(length - 1).flatMap((order) => letters.map((letter) => [...order, letter]))

const isFull = Boolean(process.env['INLET_FULL'])
const all = orders(isFull ? 3 : 2)
const asCommands: Letter[][] = [
  ['B', 'I', 'P', 'I'],
  ['A', 'R', 'B', 'R', 'I'],
  ['A', 'B', 'A', 'P', 'R'],
]

/** The expected result of each operation: an error code, or "done". */
class Expectation {
  failed: RerunFile | undefined
  last: RerunFile | undefined

  readonly isCommand: boolean

  constructor(isCommand: boolean) {
    this.isCommand = isCommand
  }

  of(letter: Letter): string {
    switch (letter) {
      case 'A':
        return this.failed ? 'survey_not_completed' : 'done'
      case 'B':
        return this.failed ? 'survey_not_completed' : 'missing_columns'
      case 'I':
        return this.failed ? 'append_failed' : 'done'
      case 'R':
        return this.failed === undefined
          ? 'done'
          : this.failed === this.last
            ? 'missing_columns'
            : 'append_failed'
      case 'P':
        // The command reports that there is nothing to send; the service rejects a part that is saved.
        return this.failed || this.isCommand ? 'done' : 'part_processed'
    }
  }
}

async function follow(
  order: Letter[],
  Way: typeof SdkDriver | typeof CliDriver,
  world: World,
): Promise<void> {
  const model = new RerunModel({ seed: 0, mode: 'sdk', importRows: 1, operations: [] })
  const made: Driver = new Way(world.place, model)
  const expected = new Expectation(Way === CliDriver)
  model.begin(model.importFile)
  const said: string[] = []
  const wanted: string[] = []
  const steps: Array<Letter | 'first'> = ['first', ...order]
  for (const step of steps) {
    const want = step === 'first' ? 'done' : expected.of(step)
    wanted.push(`${step} ${want}`)
    const outcome = await run(step)
    said.push(`${step} ${outcome.isDone ? 'done' : outcome.code}`)
    const survey = await waitUntilIdle(world.inlet, made.uploadKey ?? '')
    expect([order.join(''), ...said, model.check(survey)]).toEqual([order.join(''), ...wanted, undefined])
    expect(survey.status).toBe(expected.failed ? 'FAILED' : 'COMPLETED')
  }
  const saved = model.begun.filter((file) => file !== expected.failed)
  expect(model.missing).toEqual(expected.failed ? [expected.failed] : [])
  const rows = await world.readRows(made.uploadKey ?? '', 'Why?')
  expect(rows.length).toBe(saved.reduce((sum, file) => sum + file.rowCount, 0))
  expect(new Set(rows).size).toBe(rows.length)

  async function run(step: Letter | 'first'): Promise<Outcome> {
    const last = expected.last
    if (step === 'first' || step === 'I' || (step === 'R' && !last)) return made.importSurvey()
    if (step === 'R' && last) return made.append(last, { pick: 0 })
    if (step === 'P') {
      const part = Math.max(
        1,
        ...(await waitUntilIdle(world.inlet, made.uploadKey ?? '')).parts.map((one) => one.part_number),
      )
      const file = expected.failed ?? model.newFile(true)
      expected.failed = undefined
      return made.retryPart(file, part, { pick: 0 })
    }
    const file = model.newFile(step === 'B')
    if (expected.failed) return made.tryAppend(file, 0)
    model.begin(file)
    expected.last = file
    if (step === 'B') expected.failed = file
    return made.append(file, { pick: 0 })
  }
}

interface World {
  place: Place
  inlet: Inlet
  readRows: Awaited<ReturnType<typeof openResponses>>
}

const baseUrl = inject('baseUrl')
const key = await makeKey(inject('systemEnv'), '--limit', '1000')
const inlet = new Inlet({ baseUrl, ...key })
const readRows = await openResponses()
const projectId = await makeProject('Orders')

async function openWorld(): Promise<World> {
  return { place: { baseUrl, key, projectId, folder: await makeFolder() }, inlet, readRows }
}

describe('every order of append, failure, part retry and rerun', () => {
  it(`ends as expected through the SDK, ${all.length} orders`, { timeout: 3_600_000 }, async () => {
    const world = await openWorld()
    const waiting = [...all]
    const lane = async () => {
      for (let order = waiting.shift(); order; order = waiting.shift()) await follow(order, SdkDriver, world)
    }
    await Promise.all(Array.from({ length: 12 }, lane))
    console.log(`orders=${all.length} operations=${all.length * ((all[0]?.length ?? 0) + 1)} differences=0`)
  })

  it.for(asCommands.map((order) => ({ order, name: order.join('') })))(
    'ends as expected as commands: $name',
    { timeout: 600_000 },
    async ({ order }) => {
      await follow(order, CliDriver, await openWorld())
    },
  )

  it('exits with 8 and says what to do when a later append failed', { timeout: 600_000 }, async () => {
    const { place } = await openWorld()
    const model = new RerunModel({ seed: 0, mode: 'cli', importRows: 3, operations: [] })
    const driver = new CliDriver(place, model)
    await driver.importSurvey()
    const key = driver.uploadKey ?? ''
    const bad = model.newFile(true)
    const failed = await driver.append(bad, { pick: 0 })
    expect(failed.text).toMatch(new RegExp(`^exit 1: .*inlet survey retry ${key} FILE.csv --part 2`, 's'))
    const again = await driver.importSurvey()
    expect(again.text).toMatch(/^exit 8: .*complete with 3 responses, and nothing was uploaded.*part 2/s)
    expect(again.text).toContain(`inlet survey retry ${key} FILE.csv --part 2`)
    expect((await inlet.surveys.status(key)).processing.total_responses).toBe(3)
    const wrong = await driver.wrongFile(0)
    expect(wrong.text).toMatch(/^exit 1: .*was sent to this survey as part 1; Part 2 came from another file/s)
    expect((await driver.wrongFile(1)).text).toMatch(/^exit 1: .*--first-part 2/s)
    expect((await inlet.surveys.status(key)).processing.total_responses).toBe(3)
  })
})
