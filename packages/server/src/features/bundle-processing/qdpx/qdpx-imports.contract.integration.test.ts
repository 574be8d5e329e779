/** Imports of REFI-QDA projects over HTTP, run in this process. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { filesOf, makeExample, speech, texts, variants } from '../../../../../refi-qda/test/example.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/app.ts'
import { bundlesOf, importBundleNow } from '../../../../test/harness/bundles.ts'
import { makeBucket, type OwnBucket } from '../../../../test/harness/own-bucket.ts'
import { fetchToken, makeKey } from '../../../../test/harness/people.ts'
import { makeReaders } from '../../../../test/harness/reading.ts'
import { soleAttempt } from '../../../../test/harness/surveys.ts'
import { zipOf } from '../../../../test/harness/zip.ts'
import { checkStore } from '../../maintenance/bucket/check-store.ts'
import { emptyTrash } from '../../uploads/uploads.public.ts'

let app: TestApp
let bucket: OwnBucket
let api: ReturnType<typeof bundlesOf>

beforeAll(async () => {
  bucket = await makeBucket()
  app = await startTestApp({ S3_BUCKET: bucket.name, INLET_RATE_LIMIT_PER_MINUTE: '1000' })
  const { ada } = await makeReaders(app)
  api = bundlesOf(app, await fetchToken(app.url, await makeKey(app.deps, ada.user)))
}, 120_000)
afterAll(async () => {
  await app.close()
  await bucket.remove()
})

const pack = (variant?: (typeof variants)[number]) =>
  zipOf(
    new Map(filesOf(makeExample(variant)).map(([name, content]) => [name, Buffer.from(content)] as const)),
  )

async function importNow(archive: Buffer) {
  const key = await api.begin([archive])
  await importBundleNow(app.deps, key)
  return api.status(key)
}

interface ImportedFile {
  name: string
  kind: string
  status: string
  object_key: string
  transcript_key: string | null
}

const listFiles = async (projectId: number | null): Promise<ImportedFile[]> =>
  (
    await sql<ImportedFile>`
      select name, kind, status, object_key, transcript_key from file where project_id = ${projectId}
      order by id`.execute(app.deps.db)
  ).rows

async function readObject(key: string): Promise<string> {
  const object = await app.deps.store.head(key)
  const body = object && (await app.deps.store.read(object, AbortSignal.timeout(10_000)))
  if (!body) throw new Error('There is no such object.')
  return Buffer.concat(await body.toArray()).toString()
}

/** Objects that neither belong to a record nor are marked for deletion. */
async function leftBehind(): Promise<unknown[]> {
  await emptyTrash(app.deps)
  const check = await checkStore({ database: app.deps.database, store: app.deps.store, maxFound: 20 })
  return check.found.filter(({ kind }) => kind === 'orphan')
}

it.each([undefined, ...variants])(
  'EXP-13 imports the variant %s: sources, transcripts and codes; the rest is listed',
  async (variant) => {
    const { status, project_id, unmatched, error_reason } = await importNow(await pack(variant))
    expect([status, error_reason]).toEqual(['completed', null])
    const files = await listFiles(project_id)
    expect(files.map(({ name, kind, status: state }) => [name, kind, state])).toEqual([
      ['Field notes.txt', 'document', 'processing'],
      ['Respondent 1: open answers.txt', 'document', 'processing'],
      ['Respondent 2: open answers.txt', 'document', 'processing'],
      ['Findings.pdf', 'document', 'processing'],
      ['Screen.png', 'image', 'processing'],
      ['Interview.wav', 'audio', 'processing'],
      ['Session.mp4', 'video', 'processing'],
    ])
    expect(await readObject(files[0]?.object_key ?? '')).toBe(texts.notes)
    expect(await readObject(files[3]?.object_key ?? '')).toBe('%PDF-1.4 example')
    expect(files.map(({ transcript_key }) => transcript_key !== null)).toEqual([
      ...Array.from({ length: 5 }, () => false),
      true,
      false,
    ])
    const { segments } = JSON.parse(await readObject(files[5]?.transcript_key ?? '')) as {
      segments: { start_ms: number; speaker: string; text: string }[]
    }
    expect(segments.map(({ start_ms, speaker, text }) => [start_ms, speaker, text])).toEqual(
      speech.map((one) => [...one]),
    )
    const { rows } = await sql<{ labels: unknown }>`
      select labels from label_template where project_id = ${project_id}`.execute(app.deps.db)
    expect(rows[0]?.labels).toEqual([
      {
        name: 'Experience',
        color: '#3366CC',
        labels: [
          { name: 'Friction', color: '#CC3333', description: 'What gets in the way.' },
          { name: 'Wish & <idea>', color: '#33AA55' },
        ],
      },
    ])
    expect(Object.fromEntries((unmatched ?? []).map(({ kind, count }) => [kind, count]))).toEqual({
      note: variant === 'samenote' ? 3 : 1,
      set: 1,
      coding: 9,
      case: 2,
      variable: 5,
    })
  },
)

it('EXP-13 refuses an export without its files, a damaged project and a second volume, and leaves nothing behind', async () => {
  const countProjects = async () =>
    (await sql<{ n: number }>`select count(*) as n from project`.execute(app.deps.db)).rows[0]?.n
  const before = await countProjects()
  const fixture = '../../../../../refi-qda/test/fixtures/atlasti-8.4-no-sources.qdpx'
  const example = await pack()
  const broken = await zipOf(new Map([['project.qde', Buffer.from('<Project')]]))
  const entity = '<!DOCTYPE a [<!ENTITY b "c">]><Project xmlns="urn:QDA-XML:project:1.0" name="&b;"/>'
  for (const [archives, why] of [
    [[await readFile(join(import.meta.dirname, fixture))], /no file of its \d+ sources.*again/],
    [[broken], /REFI-QDA project cannot be imported/],
    [[await zipOf(new Map([['project.qde', Buffer.from(entity)]]))], /cannot be imported/],
    [[example, example], /only volume/],
  ] as const) {
    const key = await api.begin(archives)
    await importBundleNow(app.deps, key)
    const { status, error_code, error_reason, project_id } = await api.status(key)
    expect([status, error_code, project_id]).toEqual(['failed', 'qdpx_unreadable', null])
    expect(error_reason).toMatch(why)
  }
  expect(await countProjects()).toBe(before)
  expect(await leftBehind()).toEqual([])
})

it('EXP-13 resumes after the last stored object, wherever an attempt dies', async () => {
  const key = await api.begin([await pack()])
  let attempts = 0
  for (let isDone = false; !isDone; attempts += 1) {
    let commits = 0
    const die = async () => {
      commits += 1
      if (commits === 2) throw new Error('killed')
    }
    const attempt = { ...soleAttempt(), advance: die, complete: die }
    isDone = await importBundleNow(app.deps, key, attempt).then(
      () => true,
      (error: Error) => {
        expect(error.message).toBe('killed')
        return false
      },
    )
  }
  // Seven sources and a transcript; each attempt stores one.
  expect(attempts).toBeGreaterThanOrEqual(8)
  const { project_id } = await api.status(key)
  expect(await listFiles(project_id)).toHaveLength(7)
  expect(await leftBehind()).toEqual([])
})
