/** Runs one sequence against the service and compares the survey with the model after every operation. */
import type { Inlet, SurveyUpload } from '../../sdk/src/index.ts'
import { CliDriver, type Driver, type Place, SdkDriver, waitUntilIdle } from './rerun-drivers.ts'
import { type Operation, type Outcome, type RerunFile, RerunModel, type Sequence } from './rerun-model.ts'

export interface Tally {
  operations: number
  kills: number
  responses: number
}

export interface World extends Place {
  inlet: Inlet
  /** The open answers of a survey, from its export. */
  readRows(uploadKey: string): Promise<string[]>
}

/** Rounds within which everything must be imported. */
const maxRounds = 20

export class Difference extends Error {}

export async function runSequence(sequence: Sequence, world: World): Promise<Tally> {
  const model = new RerunModel(sequence)
  const driver: Driver = sequence.mode === 'sdk' ? new SdkDriver(world, model) : new CliDriver(world, model)
  const tally = { operations: 0, kills: 0, responses: 0 }
  const log: string[] = []
  model.begin(model.importFile)

  async function look(): Promise<SurveyUpload | undefined> {
    return driver.uploadKey === undefined ? undefined : waitUntilIdle(world.inlet, driver.uploadKey)
  }

  /** Counts the operation and compares its result with the model. */
  async function hold(what: string, outcome: Outcome, file?: RerunFile): Promise<Outcome> {
    tally.operations += 1
    tally.kills += outcome.isKilled ? 1 : 0
    const survey = await look()
    const state =
      survey && `${survey.status} ${survey.parts.map((part) => part.row_count ?? part.status).join()}`
    log.push(`${what} → ${outcome.isKilled ? 'killed' : outcome.isDone ? 'done' : outcome.code}; ${state}`)
    const problem = survey && model.check(survey)
    if (problem) throw fail(problem, outcome)
    if (!outcome.isDone) return outcome
    if (survey?.status !== 'COMPLETED') throw fail('it said that it was done, and it is not', outcome)
    if (file && !model.isSaved(file)) throw fail(`it said that file ${file.index} was added`, outcome)
    return outcome
  }
  const fail = (problem: string, outcome?: Outcome) =>
    new Difference([problem, ...log, outcome?.text ?? ''].join('\n'))

  async function importSurvey(kill?: Operation['kill']) {
    return hold('import', await driver.importSurvey(kill), model.importFile)
  }
  async function append(file: RerunFile, { pick, kill }: Operation) {
    model.begin(file)
    return hold(
      `append ${file.index}${file.isBad ? ' (bad)' : ''}`,
      await driver.append(file, { pick, kill }),
      file,
    )
  }
  async function correct(survey: SurveyUpload, { pick, kill }: Operation): Promise<boolean> {
    const part = survey.error_details.part_number
    const index = part === undefined ? undefined : await driver.ownerOf(part)
    const file = model.begun.find((one) => one.index === index)
    if (survey.status !== 'FAILED' || part === undefined || !file?.isBad) return false
    await hold(`correct ${file.index} as part ${part}`, await driver.retryPart(file, part, { pick, kill }))
    return true
  }

  async function step(operation: Operation): Promise<unknown> {
    const { kind, isBad, pick, kill } = operation
    const survey = await look()
    const appended = model.begun.slice(1)
    if (!survey || !model.isSaved(model.importFile)) return importSurvey(kill)
    switch (kind) {
      case 'append': {
        const unfinished = driver.isSingleWriter ? model.missing[0] : undefined
        if (survey.status === 'COMPLETED') return append(unfinished ?? model.newFile(isBad), operation)
        const outcome = await driver.tryAppend(model.newFile(isBad), pick)
        if (outcome.code !== 'survey_not_completed') throw fail('an append was not refused', outcome)
        return hold('refused append', outcome)
      }
      case 'rerun': {
        const file = appended[Math.floor(pick * appended.length)]
        return file ? append(file, operation) : importSurvey(kill)
      }
      case 'retryPart':
        return (await correct(survey, operation)) || importSurvey(kill)
      case 'retryBare':
        return hold('retry', await driver.retryBare(pick, kill))
      case 'wrongFile':
        return hold('wrong file', await driver.wrongFile(pick))
      case 'mismatch': {
        const outcome = await driver.mismatch()
        if (sequence.mode === 'sdk' && outcome.code !== 'idempotency_mismatch')
          throw fail('another name went unnoticed', outcome)
        return hold('mismatch', outcome)
      }
      default:
        return importSurvey(kill)
    }
  }

  /** Runs every unfinished operation again, as a user would, until everything is imported. */
  async function settle(): Promise<void> {
    const calm: Operation = { kind: 'rerun', isBad: false, pick: 0, kill: undefined }
    for (let round = 0; round < maxRounds; round += 1) {
      const survey = await look()
      if (!survey || !model.isSaved(model.importFile)) await importSurvey()
      else if (survey.status === 'COMPLETED') {
        const [file] = model.missing
        if (!file) return
        const { code } = await append(file, calm)
        if (code === 'append_unclear' && !model.isSaved(file))
          await hold(`append ${file.index} --again`, await driver.append(file, { pick: 0, isAgain: true }))
      } else if (!(await correct(survey, calm))) {
        const open = survey.parts.find((part) => part.status !== 'PROCESSED')?.part_number ?? 0
        const owner = await driver.ownerOf(open)
        const file = model.begun.find(({ index }) => index === owner)
        if (!file) throw fail(`nobody knows part ${open}`)
        await append(file, calm)
      }
    }
    throw fail(`it did not come to an end: ${model.missing.map((file) => file.index).join()}`)
  }

  for (const operation of sequence.operations) await step(operation)
  await settle()
  // Once it is complete, running everything again changes nothing.
  await importSurvey()
  const [first] = model.begun.slice(1)
  if (first) await append(first, { kind: 'rerun', isBad: false, pick: 0, kill: undefined })
  const rows = (await world.readRows(driver.uploadKey ?? '')).sort()
  tally.responses = rows.length
  if (JSON.stringify(rows) !== JSON.stringify(model.expectedRows))
    throw fail(`the rows differ: ${rows.length} instead of ${model.expectedRows.length}`)
  return tally
}
