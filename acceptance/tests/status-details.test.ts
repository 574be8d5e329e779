import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type Answer, get, items, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makeBmp, makeMp4, makePdf, makeWav } from '../harness/samples.ts'
import { surveysOf } from '../harness/survey.ts'
import { descriptorOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

type Content = string | Uint8Array<ArrayBuffer>

const kinds = {
  insights: { nameField: 'filename', keyField: 'insight_key', statusField: 'processing_status' },
  files: { nameField: 'file_name', keyField: 'wav_key', statusField: 'status' },
} as const
type Kind = keyof typeof kinds

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)
const detailFields = [
  'completed_at',
  'error_code',
  'external_id',
  'kind',
  'metadata',
  'notices',
  'progress',
  'sha256',
  'size_bytes',
  'updated_at',
]
const sha256 = (content: Content) => createHash('sha256').update(content).digest('hex')

describe('details of insights and files', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)

  async function begin(kind: Kind, name: string, into = project_id) {
    const { nameField, keyField } = kinds[kind]
    const answer = await post(`${prefix}/${kind}/initialize`, {
      token,
      json: { project_id: into, [nameField]: name },
    })
    return { key: String(answer.body[keyField]), descriptor: descriptorOf(answer) }
  }
  const status = (kind: Kind, key: string, query = '?include=details') =>
    get(`${prefix}/${kind}/${key}/status${query}`, { token })
  async function start(kind: Kind, name: string, content: Content, into = project_id): Promise<string> {
    const { key, descriptor } = await begin(kind, name, into)
    await upload(descriptor, content)
    const answer = await post(`${prefix}/${kind}/${key}/complete`, { token })
    expect(answer.status).toBeLessThan(300)
    return key
  }
  async function finish(kind: Kind, key: string): Promise<Answer> {
    const until = ['completed', 'failed', 'error']
    await waitForStatus(`${prefix}/${kind}/${key}/status`, { token, field: kinds[kind].statusField, until })
    return status(kind, key)
  }

  it('REC-1 include=details adds all its fields to a status, null while unknown', async () => {
    for (const [kind, media] of [
      ['insights', 'document'],
      ['files', 'document'],
    ] as const) {
      const { key } = await begin(kind, 'report.pdf')
      const plain = await status(kind, key, '')
      const detailed = await status(kind, key)
      expect(detailed.body).toEqual({
        ...plain.body,
        kind: media,
        progress: null,
        notices: [],
        external_id: null,
        metadata: null,
        error_code: null,
        size_bytes: null,
        sha256: null,
        updated_at: time,
        completed_at: null,
      })
    }
  })

  it('REC-1 without include, responses do not change', async () => {
    for (const kind of ['insights', 'files'] as const) {
      const { key } = await begin(kind, 'report.pdf')
      for (const query of ['', '?include=', '?unknown=details']) {
        const { body } = await status(kind, key, query)
        expect(detailFields.filter((field) => field in body)).toEqual([])
        const listed = items(await get(`${prefix}/${kind}${query}`, { token }), kind)
        expect(listed.some((item) => 'updated_at' in item || 'error_code' in item)).toBe(false)
      }
    }
  })

  it('REC-1 rejects an unknown include and lists the known ones', async () => {
    for (const kind of ['insights', 'files'] as const) {
      const { key } = await begin(kind, 'report.pdf')
      for (const path of [`${prefix}/${kind}/${key}/status`, `${prefix}/${kind}`]) {
        for (const query of ['include=detail', 'include=details,columns', 'include=DETAILS']) {
          const answer = await get(`${path}?${query}`, { token })
          expect([path, query, answer.status]).toEqual([path, query, 400])
          expect(answer.body['details']).toEqual([
            { field: 'include', message: expect.stringContaining('details') },
          ])
        }
      }
    }
  })

  it('REC-1 REC-8 include=details adds error_code and updated_at to list items, and next keeps include', async () => {
    for (const kind of ['insights', 'files'] as const) {
      const failed = await start(kind, 'broken.pdf', 'no document at all')
      await finish(kind, failed)
      const { key: waiting } = await begin(kind, 'later.pdf')
      const answer = await get(`${prefix}/${kind}?include=details&limit=1`, { token })
      expect(String(answer.body['next'])).toContain('include=details')
      const listed = items(await get(`${prefix}/${kind}?include=details`, { token }), kind)
      const find = (key: string) => listed.find((item) => item[kinds[kind].keyField] === key)
      expect(find(failed)).toMatchObject({ error_code: 'type_mismatch', updated_at: time })
      expect(find(waiting)).toMatchObject({ error_code: null, updated_at: time })
    }
  })

  it('REC-12 size_bytes and sha256 describe the accepted bytes, and updated_at the last change', async () => {
    const cases: [kind: Kind, name: string, media: string, content: Content][] = [
      ['insights', 'page.pdf', 'document', makePdf('hashed')],
      ['files', 'page.pdf', 'document', makePdf('hashed too')],
      ['files', 'white.bmp', 'image', makeBmp(40, 30)],
      ['files', 'tone.wav', 'audio', makeWav()],
      ['files', 'second.mp4', 'video', makeMp4()],
    ]
    const started = await Promise.all(
      cases.map(async ([kind, name, media, content]) => {
        const key = await start(kind, name, content)
        return { kind, key, media, content }
      }),
    )
    for (const { kind, key, media, content } of started) {
      const { body } = await finish(kind, key)
      expect(body).toMatchObject({
        [kinds[kind].statusField]: 'completed',
        kind: media,
        progress: null,
        error_code: null,
        size_bytes: Buffer.byteLength(content),
        sha256: sha256(content),
        updated_at: time,
        completed_at: time,
      })
      expect(Date.parse(String(body['updated_at']))).toBeGreaterThanOrEqual(
        Date.parse(String(body['completed_at'])),
      )
    }
  })

  it('REC-8 REC-12 a failure has an error code, a reason and the hash of the upload', async () => {
    const cases: [kind: Kind, name: string, content: Content, code: string][] = [
      ['insights', 'broken.pdf', '%PDF-1.4 and then nothing of use', 'damaged'],
      ['insights', 'disguised.docx', makePdf('not a word document'), 'type_mismatch'],
      ['insights', 'empty.pdf', '', 'file_empty'],
      ['files', 'not-a.png', 'this is no picture', 'type_mismatch'],
      ['files', 'not-a.mp3', 'this is no sound', 'type_mismatch'],
      ['files', 'empty.mp4', '', 'file_empty'],
    ]
    const started = await Promise.all(
      cases.map(async ([kind, name, content, code]) => ({
        kind,
        name,
        code,
        content,
        key: await start(kind, name, content),
      })),
    )
    for (const { kind, name, key, code, content } of started) {
      const { body } = await finish(kind, key)
      expect([name, body['error_code'], body['error_reason']]).toEqual([
        name,
        code,
        expect.stringMatching(/\S/),
      ])
      expect(body).toMatchObject({ sha256: sha256(content), completed_at: null, progress: null, notices: [] })
    }
  })

  it('REC-7 progress of a document has a stage and a percentage that never decreases', async () => {
    // Many lines make the conversion long enough to be seen; each stage is reported at once.
    const text = 'A line that takes a moment to lay out on its page.\n'.repeat(20_000)
    const order = ['fetching', 'converting', 'reading']
    for (const [kind, field] of [
      ['insights', 'processing_status'],
      ['files', 'status'],
    ] as const) {
      const key = await start(kind, 'long.txt', text)
      const seen: { stage: string; percent: number }[] = []
      for (;;) {
        const { body } = await status(kind, key)
        if (['completed', 'failed', 'error'].includes(String(body[field]))) {
          expect(body).toMatchObject({ [field]: 'completed', progress: null })
          break
        }
        const progress = body['progress'] as { stage: string; percent: number; seconds_left: unknown } | null
        await sleep(100)
        if (!progress) continue
        expect(order).toContain(progress.stage)
        expect(Number.isInteger(progress.percent) && progress.percent >= 0 && progress.percent <= 100).toBe(
          true,
        )
        expect(progress.seconds_left === null || Number.isInteger(progress.seconds_left)).toBe(true)
        seen.push(progress)
      }
      expect(seen.length).toBeGreaterThan(0)
      const percents = seen.map(({ percent }) => percent)
      expect(percents).toEqual([...percents].sort((a, b) => a - b))
      const stages = seen.map(({ stage }) => order.indexOf(stage))
      expect(stages).toEqual([...stages].sort((a, b) => a - b))
    }
  })

  it('REC-1 a survey in the file list has details', async () => {
    const name = `Survey with details ${Date.now()}`
    await surveysOf(token, project_id).begin({ name })
    const listed = items(await get(`${prefix}/files?include=details`, { token }), 'files')
    const item = listed.find((one) => one['name'] === name) ?? {}
    expect(item).toMatchObject({ error_code: null, updated_at: time })
    const { body } = await status('files', String(item['wav_key']))
    expect(body).toMatchObject({
      kind: 'survey',
      progress: null,
      notices: [],
      size_bytes: null,
      sha256: null,
    })
  })

  it('FIL-8 documents and images of a project with redaction have the notice that they are not redacted', async () => {
    const said = [expect.stringMatching(/documents and images are not redacted/i)]
    const redacting = await makeProject(token, { redact_pii: true })
    const off = await makeProject(token, { redact_pii: true, auto_pii_enabled_at_project_level: false })
    const document = await start('files', 'notes.txt', 'Call Jennifer at 415-555-2671.\n', redacting)
    const image = await start('files', 'white.bmp', makeBmp(40, 30), redacting)
    const insight = await start('insights', 'notes.txt', 'Call Jennifer at 415-555-2671.\n', redacting)
    const stored = await start('files', 'notes.txt', 'Call Jennifer.\n', off)
    for (const key of [document, image]) {
      const { body } = await finish('files', key)
      expect(body).toMatchObject({ status: 'completed', notices: said })
      expect((await status('files', key, '')).body['notices']).toEqual(said)
    }
    expect((await finish('insights', insight)).body['notices']).toEqual(said)
    expect((await status('insights', insight, '')).body).not.toHaveProperty('notices')
    await finish('files', stored)
    expect((await status('files', stored, '')).body).not.toHaveProperty('notices')
  })
})
