/** Runs one sequence: random calls, then everything comes to its end and is compared once more. */
import { setTimeout as sleep } from 'node:timers/promises'
import { choose } from './contents.ts'
import type { Sequence } from './generate.ts'
import { checkList, listsToCheck } from './lists.ts'
import {
  type AnyRecord,
  Divergence,
  type FileRecordOf,
  type InsightRecord,
  type SequenceRun,
  type Step,
  type SurveyRecord,
} from './sequence-run.ts'
import {
  callWithoutToken,
  completeSimple,
  createProjectCall,
  initializeSimple,
  readSimple,
  sendRefused,
  sendTokenRequest,
  simpleCommands,
} from './simple-commands.ts'
import { initializeSurvey, readSurvey, surveyCommands } from './survey-commands.ts'
import { isSettled, type SurveySettings, type SurveyState } from './survey-state.ts'

/**
 * A paused worker holds its jobs for 25 s, a lost one is noticed after 15 s, and the delay before another attempt grows
 * to a minute; several of these may follow each other.
 */
const settleTimeoutMs = 300_000

export async function runSequence(run: SequenceRun, sequence: Sequence): Promise<void> {
  for (const step of sequence.steps) {
    const isGeneral = step.b % 12 === 0
    if (isGeneral || sequence.kind === 'requests') await takeGeneralStep(run, step)
    else await takeStep(run, sequence, step)
  }
  // Lost calls may take effect until then.
  const lateMs = Math.max(0, ...run.records.map(({ possible }) => possible.lateForMs()))
  if (lateMs > 0) await sleep(lateMs + 50)
  for (const record of run.records) await settle(run, record)
  for (const list of listsToCheck(run)) {
    // An answer that is lost says nothing; the next one does.
    while (!(await checkList(run, list, { isFinal: true }))) await sleep(200)
  }
}

async function takeGeneralStep(run: SequenceRun, step: Step): Promise<void> {
  switch (step.choice % 6) {
    case 0:
      return sendTokenRequest(run, step)
    case 1:
      return callWithoutToken(run)
    case 2:
      return createProjectCall(run, run.addProject(), step)
    case 3: {
      const lists = listsToCheck(run)
      await checkList(run, lists[step.a % lists.length] ?? 'projects')
      return
    }
    default:
      return sendRefused(run, step)
  }
}

async function takeStep(run: SequenceRun, { kind, settings }: Sequence, step: Step): Promise<void> {
  const record = run.records.find((one) => one.kind !== 'project' && !one.isOutOfReach)
  if (kind === 'survey' || kind === 'survey with media') {
    if (record?.kind === 'survey') return takeSurveyStep(run, record, step)
    const hasMedia = kind === 'survey with media'
    return takeSurveyStep(run, run.addSurvey(surveySettings(run, settings, hasMedia)), step)
  }
  if (record?.kind === 'insight' || record?.kind === 'file') {
    if (record.key === undefined) return initializeSimple(run, record, step)
    return choose(simpleCommands, step.choice)(run, record, step)
  }
  const extensions = ['bmp', 'bmp', 'png', 'wav', 'docx']
  const made = kind === 'insight' ? run.addInsight() : run.addFile(extensions[settings % 5] ?? 'bmp')
  return initializeSimple(run, made, step)
}

async function takeSurveyStep(run: SequenceRun, record: SurveyRecord, step: Step): Promise<void> {
  const states = record.possible.states().filter((state) => state !== null)
  const survey = states[step.b % Math.max(1, states.length)]
  if (record.key === undefined || !survey) return initializeSurvey(run, record, step)
  const isRunning = survey.status === 'VALIDATING' || survey.status === 'PROCESSING'
  if (isRunning && step.a % 3 > 0) return settleSurvey(run, record)
  const possible = surveyCommands
    .map((command) => [command.weight(survey, record), command] as [number, typeof command])
    .filter(([weight]) => weight > 0)
  await choose(possible, step.choice).run(run, record, step, survey)
}

function surveySettings(run: SequenceRun, pick: number, hasMedia: boolean): SurveySettings {
  const name = run.newName()
  const mappings: SurveySettings['mapping'][] = [
    { Email: 'Email', Mood: 'Open-ended' },
    { Email: 'Email', Mood: 'Open-ended', Score: 'NPS' },
    {},
  ]
  return {
    name,
    projectId: run.session.projectId,
    numParts: 1 + (pick % 3),
    mapping: { ...mappings[pick % mappings.length], ...(hasMedia && { Clip: 'MEDIA_RESPONSE' }) },
    hasMediaConfig: hasMedia && pick % 2 === 0,
    idempotencyKey: pick % 5 < 3 ? name : undefined,
    addToPanel: pick % 7 === 0,
  }
}

async function settle(run: SequenceRun, record: AnyRecord): Promise<void> {
  if (record.key === undefined || record.kind === 'project') return
  if (record.kind === 'survey') return settleSurvey(run, record, { isFinal: true })
  await settleSimple(run, record)
}

/** Waits until only the caller can change the survey. The model knows the result from what was uploaded. */
async function settleSurvey(run: SequenceRun, record: SurveyRecord, { isFinal = false } = {}): Promise<void> {
  const deadline = performance.now() + settleTimeoutMs
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 1.5, 1500)) {
    const answered = run.tally.unknownOutcomes
    await readSurvey(run, record)
    const isAnswered = run.tally.unknownOutcomes === answered
    const states = record.possible.states()
    const isLasting = (state: SurveyState) => state === null || isSettled(state)
    if (isAnswered && states.every(isLasting)) return
    // A lost call may start an import at any time; only the end of the sequence waits for that.
    if (!isFinal && record.possible.lateForMs() > 0) return
    if (performance.now() > deadline) {
      if (record.possible.keep(isLasting)) return
      throw notSettled(record.name, states)
    }
    await sleep(waitMs)
  }
}

async function settleSimple(run: SequenceRun, record: InsightRecord | FileRecordOf): Promise<void> {
  const deadline = performance.now() + settleTimeoutMs
  for (let waitMs = 100; ; waitMs = Math.min(waitMs * 1.5, 1500)) {
    const answered = run.tally.unknownOutcomes
    await readSimple(run, record)
    const isAnswered = run.tally.unknownOutcomes === answered
    const states: (InsightLike | FileLike | null)[] = record.possible.states()
    if (isAnswered && !states.some(isProcessing)) return
    // An insight is pending before and during processing; complete tells which.
    if (record.kind === 'insight' && !states.every(isProcessing))
      await completeSimple(run, record, unpublished)
    if (performance.now() > deadline) throw notSettled(record.name, states)
    await sleep(waitMs)
  }
}

const unpublished: Step = { choice: 0, a: 1, b: 0, abortAfterMs: null }

interface InsightLike {
  phase: string
}
interface FileLike {
  status: string
}

const isProcessing = (state: InsightLike | FileLike | null): boolean =>
  state !== null && ('phase' in state ? state.phase : state.status) === 'processing'

const notSettled = (name: string, states: readonly unknown[]): Divergence =>
  new Divergence(
    `${name} did not reach a final state within ${settleTimeoutMs / 1000} s: ${JSON.stringify(states.slice(0, 5))}`,
  )
