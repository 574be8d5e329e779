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

export function runSequence(sequence: Sequence, world: World): Promise<Tally> {
  return new SequenceRun(sequence, world).run()
}

const calm: Operation = { kind: 'rerun', isBad: false, pick: 0, kill: undefined }

class SequenceRun {
  readonly #sequence: Sequence
  readonly #world: World
  readonly #model: RerunModel
  readonly #driver: Driver
  readonly #tally = { operations: 0, kills: 0, responses: 0 }
  readonly #log: string[] = []

  constructor(sequence: Sequence, world: World) {
    this.#sequence = sequence
    this.#world = world
    this.#model = new RerunModel(sequence)
    this.#driver =
      sequence.mode === 'sdk' ? new SdkDriver(world, this.#model) : new CliDriver(world, this.#model)
    this.#model.begin(this.#model.importFile)
  }

  async run(): Promise<Tally> {
    for (const operation of this.#sequence.operations) await this.#step(operation)
    await this.#settle()
    // Once it is complete, running everything again changes nothing.
    await this.#importSurvey()
    const [first] = this.#model.begun.slice(1)
    if (first) await this.#append(first, calm)
    const rows = (await this.#world.readRows(this.#driver.uploadKey ?? '')).sort()
    this.#tally.responses = rows.length
    const expected = this.#model.expectedRows
    if (JSON.stringify(rows) !== JSON.stringify(expected))
      throw this.#difference(`the rows differ: ${rows.length} instead of ${expected.length}`)
    return this.#tally
  }

  async #step(operation: Operation): Promise<unknown> {
    const { kind, isBad, pick, kill } = operation
    const model = this.#model
    const survey = await this.#survey()
    if (!survey || !model.isSaved(model.importFile)) return this.#importSurvey(kill)
    switch (kind) {
      case 'append': {
        const unfinished = this.#driver.isSingleWriter ? model.missing[0] : undefined
        if (survey.status === 'COMPLETED') return this.#append(unfinished ?? model.newFile(isBad), operation)
        const outcome = await this.#driver.tryAppend(model.newFile(isBad), pick)
        if (outcome.code !== 'survey_not_completed')
          throw this.#difference('an append was not refused', outcome)
        return this.#check('refused append', outcome)
      }
      case 'rerun': {
        const appended = model.begun.slice(1)
        const file = appended[Math.floor(pick * appended.length)]
        return file ? this.#append(file, operation) : this.#importSurvey(kill)
      }
      case 'retryPart':
        return (await this.#correct(survey, operation)) || this.#importSurvey(kill)
      case 'retryBare':
        return this.#check('retry', await this.#driver.retryBare(pick, kill))
      case 'wrongFile':
        return this.#check('wrong file', await this.#driver.wrongFile(pick))
      case 'mismatch': {
        const outcome = await this.#driver.mismatch()
        if (this.#sequence.mode === 'sdk' && outcome.code !== 'idempotency_mismatch')
          throw this.#difference('another name was accepted', outcome)
        return this.#check('mismatch', outcome)
      }
      default:
        return this.#importSurvey(kill)
    }
  }

  /** Runs every unfinished operation again, as a user would, until everything is imported. */
  async #settle(): Promise<void> {
    const model = this.#model
    for (let round = 0; round < maxRounds; round += 1) {
      const survey = await this.#survey()
      if (!survey || !model.isSaved(model.importFile)) await this.#importSurvey()
      else if (survey.status === 'COMPLETED') {
        const [file] = model.missing
        if (!file) return
        const { code } = await this.#append(file, calm)
        if (code === 'append_unclear' && !model.isSaved(file)) {
          const outcome = await this.#driver.append(file, { pick: 0, isAgain: true })
          await this.#check(`append ${file.index} --again`, outcome)
        }
      } else if (!(await this.#correct(survey, calm))) {
        const open = survey.parts.find((part) => part.status !== 'PROCESSED')?.part_number ?? 0
        const owner = await this.#driver.ownerOf(open)
        const file = model.begun.find(({ index }) => index === owner)
        if (!file) throw this.#difference(`part ${open} belongs to no file`)
        await this.#append(file, calm)
      }
    }
    const missing = model.missing.map((file) => file.index).join()
    throw this.#difference(`files ${missing} were not imported in ${maxRounds} rounds`)
  }

  async #importSurvey(kill?: Operation['kill']): Promise<Outcome> {
    return this.#check('import', await this.#driver.importSurvey(kill), this.#model.importFile)
  }

  async #append(file: RerunFile, { pick, kill }: Operation): Promise<Outcome> {
    this.#model.begin(file)
    const outcome = await this.#driver.append(file, { pick, kill })
    return this.#check(`append ${file.index}${file.isBad ? ' (bad)' : ''}`, outcome, file)
  }

  /** Sends a corrected file for the part that failed, if that part came from a bad file. */
  async #correct(survey: SurveyUpload, { pick, kill }: Operation): Promise<boolean> {
    const part = survey.error_details.part_number
    const index = part === undefined ? undefined : await this.#driver.ownerOf(part)
    const file = this.#model.begun.find((one) => one.index === index)
    if (survey.status !== 'FAILED' || part === undefined || !file?.isBad) return false
    const outcome = await this.#driver.retryPart(file, part, { pick, kill })
    await this.#check(`correct ${file.index} as part ${part}`, outcome)
    return true
  }

  async #survey(): Promise<SurveyUpload | undefined> {
    const { uploadKey } = this.#driver
    return uploadKey === undefined ? undefined : waitUntilIdle(this.#world.inlet, uploadKey)
  }

  /** Counts the operation and compares its result with the model. */
  async #check(what: string, outcome: Outcome, file?: RerunFile): Promise<Outcome> {
    this.#tally.operations += 1
    this.#tally.kills += outcome.isKilled ? 1 : 0
    const survey = await this.#survey()
    const state =
      survey && `${survey.status} ${survey.parts.map((part) => part.row_count ?? part.status).join()}`
    const result = outcome.isKilled ? 'killed' : outcome.isDone ? 'done' : outcome.code
    this.#log.push(`${what} → ${result}; ${state}`)
    const problem = survey && this.#model.check(survey)
    if (problem) throw this.#difference(problem, outcome)
    if (!outcome.isDone) return outcome
    if (survey?.status !== 'COMPLETED')
      throw this.#difference('it reported success but is not completed', outcome)
    if (file && !this.#model.isSaved(file))
      throw this.#difference(`it reported that file ${file.index} was added`, outcome)
    return outcome
  }

  #difference(problem: string, outcome?: Outcome): Difference {
    return new Difference([problem, ...this.#log, outcome?.text ?? ''].join('\n'))
  }
}
