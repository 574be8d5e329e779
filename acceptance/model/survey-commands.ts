/** The calls of a survey: when a sequence may choose each, and how it is sent. */
import { keyOf } from './answer.ts'
import { prefix } from './client.ts'
import { csvText, makeContent } from './contents.ts'
import { registerMedia, retryMedia, uploadMedia, withdrawMedia } from './media-operations.ts'
import { lateMs } from './possible.ts'
import { keepDescriptors, type SequenceRun, type Step, type SurveyRecord } from './sequence-run.ts'
import {
  append,
  complete,
  initialize,
  readStatus,
  retryPart,
  retype,
  type SurveyOperation,
  uploadPart,
  withdrawPart,
} from './survey-operations.ts'
import { type ColumnType, hasMedia, mediaNames, openParts, type Survey } from './survey-state.ts'

export interface SurveyCommand {
  name: string
  /** How often it is chosen in this state; 0 when it cannot be. */
  weight(survey: Survey, record: SurveyRecord): number
  run(run: SequenceRun, record: SurveyRecord, step: Step, survey: Survey): Promise<void>
}

const surveys = `${prefix}/surveys`
const pathOf = ({ key }: SurveyRecord, rest: string) => `${surveys}/${key}/${rest}`
const mediaPath = (record: SurveyRecord, name: string, rest = '') =>
  pathOf(record, `media/${encodeURIComponent(name)}${rest}`)
const abortOf = ({ abortAfterMs }: Step) => ({ abortAfterMs: abortAfterMs ?? undefined })
const pickOf = <T>(items: readonly T[], pick: number): T | undefined => items[pick % items.length]
const isOpen = ({ status }: Survey) => status === 'AWAITING_UPLOAD' || status === 'FAILED'

export async function initializeSurvey(
  run: SequenceRun,
  record: SurveyRecord,
  step: Step,
  change: { name?: string; num_parts?: number } = {},
): Promise<void> {
  const { settings } = record
  const { name = settings.name, num_parts = settings.numParts } = change
  const operation = initialize(settings, { name, numParts: num_parts, isOtherProject: false })
  const json = {
    project_id: settings.projectId,
    name,
    file_type: 'CSV',
    num_parts,
    column_mapping: settings.mapping,
    add_to_research_panel: settings.addToPanel,
    ...(settings.hasMediaConfig && { media_config: {} }),
    ...(settings.idempotencyKey !== undefined && { idempotency_key: settings.idempotencyKey }),
  }
  const call = { method: 'POST', path: `${surveys}/initialize`, json, ...abortOf(step) } as const
  const answer = await run.perform(record, operation, call)
  if (!answer) {
    record.isOutOfReach = record.key === undefined && settings.idempotencyKey === undefined
    return
  }
  record.key = String(answer.body['upload_key'])
  keepDescriptors(record, answer)
}

export const readSurvey = async (run: SequenceRun, record: SurveyRecord, step?: Step): Promise<void> => {
  const call = { method: 'GET', path: pathOf(record, 'status'), ...(step && abortOf(step)) } as const
  await run.perform(record, readStatus(record.settings), call)
}

async function sendPart(run: SequenceRun, record: SurveyRecord, step: Step, key: string): Promise<void> {
  const descriptor = record.descriptors.get(key)
  if (!descriptor) return
  const clips = hasMedia(record.settings) ? mediaNames : []
  const content = makeContent(run.newName(), { pick: step.a, rowPick: step.b, clips })
  const { abortAfterMs } = abortOf(step)
  const answer = await run.session.client.upload(descriptor, csvText(content), abortAfterMs)
  const label = `${record.name}: upload ${JSON.stringify(content)} to ${key}`
  run.record(record, uploadPart(key, content), label, run.count(answer, abortAfterMs))
}

/** Two equal calls at once: the model allows the answers of either order. */
async function sendTwice(
  run: SequenceRun,
  record: SurveyRecord,
  makeOperation: () => SurveyOperation,
  call: { method: 'POST'; path: string; json?: unknown },
): Promise<void> {
  const operations: [SurveyOperation, SurveyOperation] = [makeOperation(), makeOperation()]
  const [one, other] = await Promise.all([run.send(call), run.send(call)])
  const label = `${record.name}: twice ${call.method} ${call.path}`
  for (const answer of [one, other]) run.note(label, answer)
  for (const answer of [one, other]) if (answer) keepDescriptors(record, answer)
  if (one && other) {
    if (!record.possible.answeredTogether(operations, [one, other]))
      throw run.divergence(
        `${label}, the other answer: ${other.status} ${other.text}`,
        one,
        record.possible.states(),
      )
    return
  }
  record.contestedUntil = performance.now() + lateMs
  // The lost call may have been first.
  for (const [i, answer] of [one, other].entries()) if (!answer) record.possible.lost(operations[i as 0 | 1])
  for (const [i, answer] of [one, other].entries())
    if (answer && !record.possible.answered(operations[i as 0 | 1], answer))
      throw run.divergence(label, answer, record.possible.states())
}

const awaitsUpload = ({ content, accepted, status }: Survey['parts'][number]) =>
  status !== 'PROCESSED' && content === null && accepted === null

async function sendAppend(run: SequenceRun, record: SurveyRecord, step: Step): Promise<void> {
  const numParts = 1 + (step.a % 2)
  const isContested = performance.now() < record.contestedUntil
  const path = pathOf(record, 'append')
  const call = { method: 'POST', path, json: { num_parts: numParts }, ...abortOf(step) } as const
  const answer = await run.perform(record, append(numParts, isContested), call)
  if (answer) keepDescriptors(record, answer)
  else record.contestedUntil = performance.now() + lateMs
}

const retypeTo: ColumnType[] = ['Do nothing', 'Single choice', 'NPS', 'Open-ended', 'Timestamp']

const partCommands: SurveyCommand[] = [
  {
    name: 'upload a part',
    weight: (survey, { descriptors }) =>
      survey.parts.some((part) => awaitsUpload(part) && descriptors.has(part.key)) ? 24 : 0,
    async run(run, record, step, survey) {
      const parts = survey.parts.filter((part) => awaitsUpload(part) && record.descriptors.has(part.key))
      await sendPart(run, record, step, pickOf(parts, step.choice)?.key ?? '')
    },
  },
  {
    name: 'upload to any descriptor',
    weight: () => 1,
    async run(run, record, step) {
      const ofParts = [...record.descriptors].filter(([, descriptor]) => 'part_number' in descriptor)
      const keys = ofParts.map(([key]) => key)
      await sendPart(run, record, step, pickOf(keys, step.choice) ?? '')
    },
  },
  {
    name: 'retry a part',
    weight: ({ status }) => (status === 'FAILED' ? 12 : 1),
    async run(run, record, step, survey) {
      const any = 1 + (step.a % (survey.lastPart + 1))
      const number = step.b % 2 === 0 ? (survey.failedPart ?? any) : any
      const path = pathOf(record, `parts/${number}/retry`)
      const answer = await run.perform(record, retryPart(number), { method: 'POST', path, ...abortOf(step) })
      if (answer) keepDescriptors(record, answer)
    },
  },
  {
    name: 'withdraw a part',
    weight: (survey) => (survey.status === 'FAILED' ? 6 : isOpen(survey) ? 2 : 1),
    async run(run, record, step, survey) {
      const any = 1 + (step.a % (survey.lastPart + 1))
      const number = step.b % 2 === 0 ? (openParts(survey).at(-1)?.number ?? any) : any
      const path = pathOf(record, `parts/${number}`)
      await run.perform(record, withdrawPart(number), { method: 'DELETE', path, ...abortOf(step) })
    },
  },
  {
    name: 'append',
    weight: ({ status }) => (status === 'COMPLETED' ? 10 : 1),
    run: sendAppend,
  },
  {
    name: 'append twice at once',
    weight: ({ status }) => (status === 'COMPLETED' ? 2 : 0),
    run: (run, record) =>
      sendTwice(run, record, () => append(1, true), {
        method: 'POST',
        path: pathOf(record, 'append'),
        json: { num_parts: 1 },
      }),
  },
]

const uploadCommands: SurveyCommand[] = [
  {
    name: 'initialize again',
    weight: (_, { settings }) => (settings.idempotencyKey === undefined ? 0 : 3),
    run: (run, record, step) =>
      initializeSurvey(run, record, step, [{}, { name: 'Another name' }, { num_parts: 7 }][step.a % 3]),
  },
  {
    name: 'initialize with the key of a colleague',
    weight: (_, { settings }) => (settings.idempotencyKey === undefined ? 0 : 1),
    async run(run, { settings }) {
      const { idempotencyKey: idempotency_key } = settings
      const json = {
        project_id: run.stranger.projectId,
        name: 'Mine',
        file_type: 'CSV',
        num_parts: 1,
        idempotency_key,
      }
      const path = `${surveys}/initialize`
      const answer = run.count(await run.stranger.call({ method: 'POST', path, json }))
      run.expectStatus(`idempotency key ${idempotency_key} of a colleague`, answer, 409)
    },
  },
  {
    name: 'complete',
    weight: (survey) => (survey.status === 'AWAITING_UPLOAD' && !survey.parts.some(awaitsUpload) ? 24 : 3),
    run: async (run, record, step) => {
      const call = { method: 'POST', path: pathOf(record, 'complete'), ...abortOf(step) } as const
      await run.perform(record, complete(), call)
    },
  },
  {
    name: 'complete twice at once',
    weight: ({ status }) => (status === 'AWAITING_UPLOAD' ? 2 : 0),
    run: (run, record) =>
      sendTwice(run, record, complete, { method: 'POST', path: pathOf(record, 'complete') }),
  },
  { name: 'status', weight: () => 5, run: readSurvey },
  {
    name: 'status as a stranger',
    weight: () => 1,
    async run(run, record) {
      const path = pathOf(record, 'status')
      const answer = run.count(await run.stranger.call({ method: 'GET', path }))
      run.expectStatus(`${record.name}: GET ${path} as a stranger`, answer, 404)
    },
  },
  {
    name: 'retype a column',
    weight: ({ status }) => (status === 'COMPLETED' ? 6 : 1),
    async run(run, record, step, survey) {
      // The columns of people and media stay as they are, because they decide which files are linked.
      const free = (survey.columns ?? []).flatMap(({ name }, i) => (/Email|Clip/.test(name) ? [] : [i]))
      const position = pickOf([...free, 99], step.a) ?? 0
      const type = pickOf(retypeTo, step.b) ?? 'NPS'
      const path = pathOf(record, `columns/${position}`)
      const call = { method: 'PATCH', path, json: { type }, ...abortOf(step) } as const
      await run.perform(record, retype(position, type), call)
    },
  },
]

const mediaCommands: SurveyCommand[] = [
  {
    name: 'register media',
    weight: (survey, { settings }) => (!hasMedia(settings) ? 1 : isOpen(survey) ? 6 : 1),
    async run(run, record, step) {
      const start = step.a % mediaNames.length
      const names = mediaNames.slice(start, start + 1 + (step.b % 2))
      const operation = registerMedia(record.settings, names)
      const path = pathOf(record, 'media/register')
      const call = { method: 'POST', path, json: { files: names }, ...abortOf(step) } as const
      const answer = await run.perform(record, operation, call)
      if (answer) keepDescriptors(record, answer)
    },
  },
  {
    name: 'upload media',
    weight: (survey, { descriptors }) =>
      survey.media.some(({ key, isUploaded }) => !isUploaded && descriptors.has(key)) ? 16 : 0,
    async run(run, record, step, survey) {
      const open = survey.media.filter(({ key, isUploaded }) => !isUploaded && record.descriptors.has(key))
      const key = pickOf(open, step.choice)?.key ?? ''
      const descriptor = record.descriptors.get(key)
      if (!descriptor) return
      const { abortAfterMs } = abortOf(step)
      const answer = await run.session.client.upload(descriptor, 'not a recording', abortAfterMs)
      run.record(
        record,
        uploadMedia(key),
        `${record.name}: upload media to ${key}`,
        run.count(answer, abortAfterMs),
      )
    },
  },
  {
    name: 'retry media',
    weight: ({ media }) => (media.length === 0 ? 0 : media.some(({ status }) => status === 'FAILED') ? 6 : 2),
    async run(run, record, step, survey) {
      const media = pickOf(survey.media, step.a)
      const name = step.b % 7 === 0 ? 'unknown.wav' : (media?.name ?? 'unknown.wav')
      // A linked file keeps its name: two names of one file are a case of their own tests.
      const canRename = media?.status !== 'LINKED' && media?.replaced === null && name === media.name
      const newName = canRename && step.b % 3 === 0 ? pickOf(['b.mp3', 'd.wav'], step.choice) : undefined
      const path = mediaPath(record, name, '/retry')
      const json = newName === undefined ? {} : { json: { filename: newName } }
      const call = { method: 'POST', path, ...json, ...abortOf(step) } as const
      const answer = await run.perform(record, retryMedia(name, newName), call)
      if (answer && keyOf(answer.body) !== '') keepDescriptors(record, answer)
    },
  },
  {
    name: 'withdraw media',
    weight: ({ media }) => (media.length === 0 ? 0 : 2),
    async run(run, record, step, survey) {
      const name = step.b % 7 === 0 ? 'unknown.wav' : (pickOf(survey.media, step.a)?.name ?? 'unknown.wav')
      const call = { method: 'DELETE', path: mediaPath(record, name), ...abortOf(step) } as const
      await run.perform(record, withdrawMedia(name), call)
    },
  },
]

export const surveyCommands: readonly SurveyCommand[] = [...partCommands, ...uploadCommands, ...mediaCommands]
