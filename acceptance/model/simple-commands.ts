/** The calls of insights, files, projects and tokens, and requests that are refused whatever the state. */
import { makeBmp, makePdf } from '../harness/samples.ts'
import type { Answer } from './answer.ts'
import { prefix } from './client.ts'
import {
  type FileRecordOf,
  type InsightRecord,
  keepDescriptors,
  type ProjectRecord,
  type SequenceRun,
  type Step,
} from './sequence-run.ts'
import {
  type Content,
  completeFile,
  completeInsight,
  createProject,
  initializeFile,
  initializeInsight,
  readFile,
  readInsight,
  uploadContent,
} from './simple-operations.ts'

const abortOf = ({ abortAfterMs }: Step) => ({ abortAfterMs: abortAfterMs ?? undefined })

/** Good documents cost a conversion, so most contents are bad and fail at once. */
const isGood = (pick: number, extension: string) =>
  (extension === 'pdf' && pick % 3 === 0) || (extension === 'bmp' && pick % 8 === 0)

const goodPdf = makePdf('A page of text')
const goodBmp = makeBmp(16, 16)

export async function initializeSimple(
  run: SequenceRun,
  record: InsightRecord | FileRecordOf,
  step: Step,
): Promise<void> {
  const project_id = run.session.projectId
  if (record.kind === 'insight') {
    const json = { project_id, filename: record.name }
    const call = { method: 'POST', path: `${prefix}/insights/initialize`, json, ...abortOf(step) } as const
    const answer = await run.perform(record, initializeInsight(), call)
    keepCreated(record, answer, 'insight_key')
    return
  }
  const json = { project_id, file_name: record.name }
  const call = { method: 'POST', path: `${prefix}/files/initialize`, json, ...abortOf(step) } as const
  const answer = await run.perform(record, initializeFile(), call)
  keepCreated(record, answer, 'wav_key')
}

function keepCreated(record: InsightRecord | FileRecordOf, answer: Answer | undefined, field: string): void {
  if (!answer) record.isOutOfReach = true
  else {
    record.key = String(answer.body[field])
    keepDescriptors(record, answer)
  }
}

async function uploadSimple(
  run: SequenceRun,
  record: InsightRecord | FileRecordOf,
  step: Step,
): Promise<void> {
  const [descriptor] = record.descriptors.values()
  if (!descriptor) return
  const content: Content = isGood(step.a, record.name.split('.').at(-1) ?? '') ? 'good' : 'bad'
  const good = record.kind === 'insight' ? goodPdf : goodBmp
  const { abortAfterMs } = abortOf(step)
  const bytes = content === 'good' ? good : 'neither an image nor a document'
  const answer = await run.session.client.upload(descriptor, bytes, abortAfterMs)
  const label = `${record.name}: upload ${content} content`
  run.count(answer, abortAfterMs)
  if (record.kind === 'insight') run.record(record, uploadContent(content), label, answer)
  else run.record(record, uploadContent(content), label, answer)
}

export async function completeSimple(
  run: SequenceRun,
  record: InsightRecord | FileRecordOf,
  step: Step,
): Promise<void> {
  if (record.kind === 'insight') {
    const should_publish = step.a % 2 === 0
    const path = `${prefix}/insights/${record.key}/complete`
    const call = { method: 'POST', path, json: { should_publish }, ...abortOf(step) } as const
    await run.perform(record, completeInsight(should_publish), call)
    return
  }
  const path = `${prefix}/files/${record.key}/complete`
  await run.perform(record, completeFile(), { method: 'POST', path, ...abortOf(step) })
}

export async function readSimple(
  run: SequenceRun,
  record: InsightRecord | FileRecordOf,
  step?: Step,
): Promise<void> {
  const abort = step && abortOf(step)
  if (record.kind === 'insight') {
    const path = `${prefix}/insights/${record.key}/status`
    await run.perform(record, readInsight(record.name), { method: 'GET', path, ...abort })
    return
  }
  const path = `${prefix}/files/${record.key}/status`
  await run.perform(record, readFile(record.name), { method: 'GET', path, ...abort })
}

async function readAsStranger(run: SequenceRun, record: InsightRecord | FileRecordOf): Promise<void> {
  const path = `${prefix}/${record.kind}s/${record.key}/status`
  const answer = run.count(await run.stranger.call({ method: 'GET', path }))
  run.expectStatus(`${record.name}: GET ${path} as a stranger`, answer, 404)
}

export const simpleCommands: [number, typeof uploadSimple][] = [
  [6, uploadSimple],
  [6, completeSimple],
  [3, readSimple],
  [1, readAsStranger],
]

export async function createProjectCall(run: SequenceRun, record: ProjectRecord, step: Step): Promise<void> {
  const json = { name: `  ${record.name} `, project_share_preference: 1 }
  const call = { method: 'POST', path: `${prefix}/projects/create`, json, ...abortOf(step) } as const
  const answer = await run.perform(record, createProject(json.name), call)
  if (answer) record.key = String(answer.body['id'])
}

const nowhere = '00000000-0000-4000-8000-000000000000'

interface Refusal {
  status: number
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  json?: unknown
}

/** Requests that are refused in every state and change nothing. */
function refusals(projectId: number): Refusal[] {
  const post = (status: number, path: string, json?: unknown): Refusal => ({
    status,
    method: 'POST',
    path: `${prefix}/${path}`,
    ...(json !== undefined && { json }),
  })
  const survey = { project_id: projectId, name: 'Never', file_type: 'CSV', num_parts: 1 }
  return [
    post(400, 'projects/create', { name: '   ' }),
    post(400, 'projects/create', { name: 'a'.repeat(201) }),
    post(400, 'projects/create', { name: 'Never', project_share_preference: 4 }),
    post(400, 'projects/create', { name: 'Never', project_share_preference: 3 }),
    post(400, 'insights/initialize', { project_id: projectId, filename: 'film.mp4' }),
    post(400, 'insights/initialize', { project_id: projectId, filename: 'a.pdf', should_publish: true }),
    post(404, 'insights/initialize', { project_id: 999_999_999, filename: 'a.pdf' }),
    post(400, 'files/initialize', { project_id: projectId, file_name: 'archive.zip' }),
    post(404, 'files/initialize', { project_id: 999_999_999, file_name: 'a.pdf' }),
    post(400, 'surveys/initialize', { ...survey, num_parts: 0 }),
    post(400, 'surveys/initialize', { ...survey, num_parts: 101 }),
    post(400, 'surveys/initialize', { ...survey, file_type: 'XLSX' }),
    post(400, 'surveys/initialize', { ...survey, column_mapping: { Mood: 'Feeling' } }),
    post(404, 'surveys/initialize', { ...survey, project_id: 999_999_999 }),
    post(404, `insights/${nowhere}/complete`, {}),
    post(404, `files/${nowhere}/complete`),
    post(404, `surveys/${nowhere}/complete`),
    post(404, `surveys/${nowhere}/append`, { num_parts: 1 }),
    post(404, `surveys/${nowhere}/parts/1/retry`),
    post(404, `surveys/${nowhere}/media/register`, { files: ['a.wav'] }),
    { status: 404, method: 'GET', path: `${prefix}/surveys/${nowhere}/status` },
    { status: 404, method: 'DELETE', path: `${prefix}/surveys/${nowhere}/parts/1` },
    { status: 404, method: 'PATCH', path: `${prefix}/surveys/${nowhere}/columns/0`, json: { type: 'NPS' } },
    { status: 405, method: 'DELETE', path: `${prefix}/projects` },
  ]
}

export async function sendRefused(run: SequenceRun, step: Step): Promise<void> {
  const all = refusals(run.session.projectId)
  const refusal = all[step.a % all.length]
  if (!refusal) return
  const { status, method, path, json } = refusal
  const answer = await run.send({ method, path, ...(json !== undefined && { json }) })
  run.expectStatus(`${method} ${path} ${JSON.stringify(json) ?? ''}`, answer, status)
}

const tokenRequests: [string, Record<string, string>, number][] = [
  ['a new token', {}, 200],
  ['a token of one scope', { scope: 'project:read' }, 200],
  ['a token with a wrong secret', { client_secret: 'wrong' }, 401],
  ['a token with an unknown scope', { scope: 'project:fly' }, 400],
  ['a token by password', { grant_type: 'password' }, 400],
]

export async function sendTokenRequest(run: SequenceRun, step: Step): Promise<void> {
  const [label, change, status] = tokenRequests[step.a % tokenRequests.length] ?? ['', {}, 200]
  const answer = run.count(await run.session.requestToken(change))
  run.expectStatus(label, answer, status)
  if (answer?.status === 200 && change['scope'] === undefined) run.session.useToken(answer)
}

export async function callWithoutToken(run: SequenceRun): Promise<void> {
  const path = `${prefix}/projects`
  const answer = run.count(await run.session.client.send({ method: 'GET', path }))
  run.expectStatus('a call without a token', answer, 401)
}
