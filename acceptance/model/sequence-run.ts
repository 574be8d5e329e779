/** One sequence while it runs: its records, its trace, and how calls update the model. */
import { type Answer, type Descriptor, describeAnswer, keyOf, listOf } from './answer.ts'
import type { Call, Outcome } from './client.ts'
import { type Operation, Possible } from './possible.ts'
import type { Session } from './session.ts'
import {
  type FileState,
  fileSteps,
  type InsightState,
  insightSteps,
  type ProjectState,
} from './simple-operations.ts'
import { type SurveySettings, type SurveyState, surveySteps } from './survey-state.ts'

export interface RecordOf<State> {
  name: string
  possible: Possible<State>
  /** From the answer of initialize; unknown while that answer is lost. */
  key: string | undefined
  /** The answer of its initialize was lost, and no idempotency key leads back to it. */
  isOutOfReach: boolean
  descriptors: Map<string, Descriptor>
}

export interface SurveyRecord extends RecordOf<SurveyState> {
  kind: 'survey'
  settings: SurveySettings
  /** When an append lost its answer; until it expires another one may get 409. */
  contestedUntil: number
}
export type InsightRecord = RecordOf<InsightState> & { kind: 'insight' }
export type FileRecordOf = RecordOf<FileState> & { kind: 'file' }
export type ProjectRecord = RecordOf<ProjectState> & { kind: 'project' }
export type AnyRecord = SurveyRecord | InsightRecord | FileRecordOf | ProjectRecord

/** A random choice of the sequence: which command, and with what. */
export interface Step {
  choice: number
  a: number
  b: number
  /** Closes the connection of the step's call after this time. */
  abortAfterMs: number | null
}

export interface Tally {
  commands: number
  aborted: number
  unknownOutcomes: number
}

export class Divergence extends Error {}

export class SequenceRun {
  readonly session: Session
  /** Another user of the team, who has access to nothing here. */
  readonly stranger: Session
  readonly index: number
  readonly records: AnyRecord[] = []
  readonly trace: string[] = []
  readonly tally: Tally = { commands: 0, aborted: 0, unknownOutcomes: 0 }
  readonly #namePrefix: string
  #made = 0

  constructor(session: Session, stranger: Session, { index, name }: { index: number; name: string }) {
    this.session = session
    this.stranger = stranger
    this.index = index
    this.#namePrefix = name
  }

  /** Unique in the whole run, so that lists show what a lost call has created. */
  newName(): string {
    this.#made += 1
    return `${this.#namePrefix}-${this.#made}`
  }

  addSurvey(settings: SurveySettings): SurveyRecord {
    const possible = new Possible<SurveyState>(surveySteps(settings), null)
    const record: SurveyRecord = {
      kind: 'survey',
      ...blank(settings.name, possible),
      settings,
      contestedUntil: 0,
    }
    this.records.push(record)
    return record
  }

  addInsight(): InsightRecord {
    const possible = new Possible<InsightState>(insightSteps, null)
    const record: InsightRecord = { kind: 'insight', ...blank(`${this.newName()}.pdf`, possible) }
    this.records.push(record)
    return record
  }

  addFile(extension: string): FileRecordOf {
    const possible = new Possible<FileState>(fileSteps, null)
    const record: FileRecordOf = { kind: 'file', ...blank(`${this.newName()}.${extension}`, possible) }
    this.records.push(record)
    return record
  }

  addProject(): ProjectRecord {
    const possible = new Possible<ProjectState>(() => [], null)
    const record: ProjectRecord = { kind: 'project', ...blank(this.newName(), possible) }
    this.records.push(record)
    return record
  }

  /** Sends a call that belongs to one record, and compares its answer with the model. */
  async perform<State>(
    record: RecordOf<State>,
    operation: Operation<State>,
    call: Omit<Call, 'token'>,
  ): Promise<Answer | undefined> {
    const label = `${record.name}: ${call.method} ${call.path} ${call.json === undefined ? '' : JSON.stringify(call.json)}`
    return this.record(record, operation, label, await this.send(call))
  }

  /** Compares an answer with the model, or keeps both possibilities if it was lost. */
  record<State>(
    { possible }: RecordOf<State>,
    operation: Operation<State>,
    label: string,
    answer: Outcome,
  ): Answer | undefined {
    this.note(label, answer)
    if (!answer) {
      possible.lost(operation)
      return undefined
    }
    if (!possible.answered(operation, answer)) throw this.divergence(label, answer, possible.states())
    return answer
  }

  async send(call: Omit<Call, 'token'>): Promise<Outcome> {
    return this.count(await this.session.call(call), call.abortAfterMs)
  }

  count(answer: Outcome, abortAfterMs?: number): Outcome {
    this.tally.commands += 1
    if (abortAfterMs !== undefined) this.tally.aborted += 1
    if (!answer) this.tally.unknownOutcomes += 1
    return answer
  }

  note(label: string, answer: Outcome): void {
    const line = `${label} → ${answer ? describeAnswer(answer) : 'answer lost'}`
    // Polling repeats the same line.
    if (this.trace.at(-1) !== line) this.trace.push(line)
  }

  /** A call that no state changes: the answer has this status, or is lost. */
  expectStatus(label: string, answer: Outcome, status: number): void {
    this.note(label, answer)
    if (answer && answer.status !== status) throw this.divergence(`${label} should be ${status}`, answer, [])
  }

  divergence(label: string, answer: Answer, states: readonly unknown[]): Divergence {
    const known = states.slice(0, 12).map((state) => `  ${JSON.stringify(state)}`)
    return new Divergence(
      [
        `${label}`,
        `answered ${answer.status} ${answer.text}`,
        `possible states (${states.length}):`,
        ...known,
      ].join('\n'),
    )
  }
}

function blank<State>(name: string, possible: Possible<State>): RecordOf<State> {
  return { name, possible, key: undefined, isOutOfReach: false, descriptors: new Map() }
}

/** Remembers the upload forms of an answer by their object key. */
export function keepDescriptors(record: Pick<RecordOf<never>, 'descriptors'>, answer: Answer): void {
  const found = [answer.body, ...listOf(answer, 'upload_urls'), ...listOf(answer, 'media_files')]
  for (const one of found) {
    const key = keyOf(one)
    if (key !== '') record.descriptors.set(key, one as unknown as Descriptor)
  }
}
