/** Imports of every kind, each with the changes that its events have to report. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  BegunSurvey,
  getFile,
  getInsight,
  MediaDescriptor,
  RouteResponse,
  SurveyUpload,
} from '@inlet/contract'
import { paragraph, writeDocx } from '../../../processors/test/fixtures/ooxml.ts'
import { writePdf } from '../../../processors/test/fixtures/pdf.ts'
import { textShape, writePptx } from '../../../processors/test/fixtures/pptx.ts'
import { ffmpeg } from '../harness/recordings.ts'
import type { Client, Descriptor } from './client.ts'

/** A record that the api has accepted and finished. */
export interface FinishedRecord {
  record: string
  /** All changes that have an event, in their order. */
  changes: string[]
  /** As the status call returned it; undefined for projects, which have none. */
  status: string | undefined
}

export interface Importing {
  client: Client
  projectId: number
  /** Distinguishes names and idempotency keys. */
  number: number
}

export type ImportOne = (importing: Importing) => Promise<FinishedRecord[]>

const waitSeconds = 20
const maxImportMs = 900_000

async function poll<T>(read: () => Promise<T>, isFinal: (value: T) => boolean): Promise<T> {
  const deadline = Date.now() + maxImportMs
  for (;;) {
    const value = await read()
    if (isFinal(value)) return value
    if (Date.now() > deadline)
      throw new Error(`Not finished after ${maxImportMs / 1000} s: ${JSON.stringify(value)}`)
    // Only so many calls of a key can wait; further ones are answered at once.
    await sleep(500)
  }
}

async function importProject({ client, number }: Importing): Promise<FinishedRecord[]> {
  const { body } = await client.call<{ id: number }>({
    path: '/import/projects/create',
    json: { name: `Project ${number}`, project_share_preference: 2 },
  })
  return [{ record: `project ${body.id}`, changes: ['project.created'], status: undefined }]
}

type FileStatus = RouteResponse<typeof getFile, 200>
type InsightStatus = RouteResponse<typeof getInsight, 200>

function importFile(name: string, content: Buffer): ImportOne {
  return async ({ client, projectId }) => {
    const { body: begun } = await client.call<Descriptor & { wav_key: string }>({
      path: '/import/files/initialize',
      json: { project_id: projectId, file_name: name },
    })
    await client.upload(begun, content)
    const path = `/import/files/${begun.wav_key}`
    await client.call({ path: `${path}/complete`, json: {} })
    const { status } = await poll(
      async () => (await client.call<FileStatus>({ path: `${path}/status?wait=${waitSeconds}` })).body,
      (found) => found.status === 'completed' || found.status === 'error',
    )
    return [{ record: `file ${begun.wav_key}`, changes: ['file.processing', 'file.completed'], status }]
  }
}

function importInsight(name: string, content: Buffer): ImportOne {
  return async ({ client, projectId, number }) => {
    const { body: begun } = await client.call<Descriptor & { insight_key: string }>({
      path: '/import/insights/initialize',
      json: { project_id: projectId, filename: name },
    })
    await client.upload(begun, content)
    const path = `/import/insights/${begun.insight_key}`
    await client.call({ path: `${path}/complete`, json: { should_publish: number % 2 === 0 } })
    const { processing_status: status } = await poll(
      async () => (await client.call<InsightStatus>({ path: `${path}/status?wait=${waitSeconds}` })).body,
      ({ processing_status }) => processing_status !== 'pending',
    )
    const changes = ['insight.processing', 'insight.completed']
    return [{ record: `insight ${begun.insight_key}`, changes, status }]
  }
}

type FinishedSurvey = Pick<SurveyUpload, 'status'> & {
  media_files: { media_key: string; status: string; recording_status: string | null }[] | null
}

function importSurvey(parts: number, media: Record<string, Buffer> = {}): ImportOne {
  const names = Object.keys(media)
  const csv = (part: number) => {
    const rows = names.length > 0 && part === 1 ? names : ['']
    return Buffer.from(
      ['Email,Mood,Clip', ...rows.map((name, i) => `p${part}-${i}@example.org,fine,${name}`)].join('\n'),
    )
  }
  return async ({ client, projectId, number }) => {
    const { body: begun } = await client.call<BegunSurvey>({
      path: '/import/surveys/initialize',
      json: {
        project_id: projectId,
        name: `Survey ${number}`,
        file_type: 'CSV',
        num_parts: parts,
        idempotency_key: `survey-${number}`,
        column_mapping: {
          Email: 'Email',
          Mood: 'Single choice',
          ...(names.length > 0 && { Clip: 'MEDIA_RESPONSE' }),
        },
      },
    })
    const path = `/import/surveys/${begun.upload_key}`
    if (names.length > 0) {
      const { body } = await client.call<{ media_files: MediaDescriptor[] }>({
        path: `${path}/media/register`,
        json: { files: names },
      })
      for (const file of body.media_files) await client.upload(file, media[file.filename] ?? Buffer.alloc(0))
    }
    for (const part of begun.upload_urls) await client.upload(part, csv(part.part_number))
    await client.call({ path: `${path}/complete`, json: {} })
    const status = `${path}/status?include=recordings&wait=${waitSeconds}`
    const finished = await poll(
      async () => (await client.call<FinishedSurvey>({ path: status })).body,
      ({ status: found, media_files }) =>
        found === 'FAILED' || (found === 'COMPLETED' && (media_files ?? []).every(hasEnded)),
    )
    return recordsOf(begun, finished, parts)
  }
}

const hasEnded = ({ recording_status }: { recording_status: string | null }) =>
  recording_status === 'completed' || recording_status === 'error'

function recordsOf(
  { upload_key }: BegunSurvey,
  { status, media_files }: FinishedSurvey,
  parts: number,
): FinishedRecord[] {
  const processed = Array.from({ length: parts }, (_, i) => `part.processed ${i + 1}`)
  const changes = ['survey.validating', 'survey.processing', ...processed, 'survey.completed']
  const ofMedia = (media_files ?? []).map((file) => ({
    record: `media ${file.media_key}`,
    changes: ['media.linked', 'media.completed'],
    status: file.status,
  }))
  return [{ record: `survey ${upload_key}`, changes, status }, ...ofMedia]
}

export interface ImportKind {
  name: string
  /** How many of a thousand imports are of this kind. */
  share: number
  run: ImportOne
}

/** Shares follow the cost: a document in an Office format takes as much CPU time as many surveys. */
export async function makeImportKinds(dir: string): Promise<ImportKind[]> {
  const make = async (name: string, ...args: string[]) => {
    await ffmpeg(...args, join(dir, name))
    return readFile(join(dir, name))
  }
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=64x36:rate=5', '-t', '1']
  const sound = ['-f', 'lavfi', '-i', 'sine=frequency=440', '-t', '1']
  const png = await make('scan.png', ...picture, '-frames:v', '1')
  const mp3 = await make('talk.mp3', ...sound)
  const mp4 = await make('clip.mp4', ...picture, ...sound, '-shortest', '-pix_fmt', 'yuv420p')
  const pdf = writePdf([{ text: 'An ordinary page' }])
  const docx = writeDocx({ body: paragraph('An ordinary letter') })
  const pptx = writePptx([{ shapes: textShape('An ordinary slide') }])
  const txt = Buffer.from('An ordinary note.\n')
  return [
    { name: 'project', share: 200, run: importProject },
    { name: 'insight pdf', share: 80, run: importInsight('report.pdf', pdf) },
    { name: 'insight txt', share: 10, run: importInsight('note.txt', txt) },
    { name: 'insight pptx', share: 10, run: importInsight('slides.pptx', pptx) },
    { name: 'file pdf', share: 60, run: importFile('page.pdf', pdf) },
    { name: 'file txt', share: 10, run: importFile('note.txt', txt) },
    { name: 'file docx', share: 10, run: importFile('letter.docx', docx) },
    { name: 'file png', share: 50, run: importFile('scan.png', png) },
    { name: 'file mp3', share: 12, run: importFile('talk.mp3', mp3) },
    { name: 'file mp4', share: 8, run: importFile('clip.mp4', mp4) },
    { name: 'survey', share: 330, run: importSurvey(1) },
    { name: 'survey parts', share: 200, run: importSurvey(3) },
    { name: 'survey media', share: 20, run: importSurvey(2, { 'answer.mp3': mp3 }) },
  ]
}

/** All kinds, each as often as its share and at least once, mixed evenly. */
export function planImports(kinds: readonly ImportKind[], count: number): ImportKind[] {
  const total = kinds.reduce((sum, { share }) => sum + share, 0)
  const planned = kinds.flatMap((kind) => {
    const times = Math.max(1, Math.round((kind.share / total) * count))
    return Array.from({ length: times }, (_, i) => ({ kind, at: (i + 0.5) / times }))
  })
  planned.sort((a, b) => a.at - b.at)
  const [cheapest] = kinds
  const plan = planned.slice(0, count).map(({ kind }) => kind)
  while (cheapest && plan.length < count) plan.push(cheapest)
  return plan
}
