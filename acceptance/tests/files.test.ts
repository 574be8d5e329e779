import { describe, expect, it } from 'vitest'
import { get, items, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makeBmp, makeMp4, makePdf, makeWav } from '../harness/samples.ts'
import { surveysOf, uploadParts } from '../harness/survey.ts'
import { makeCsv, mapping } from '../harness/survey-csv.ts'
import { descriptorOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

const path = `${prefix}/files`
const video = ['mp4', 'mov', 'avi', 'webm', 'mkv', 'm4v', 'wmv', 'mpeg']
const audio = ['mp3', 'm4a', 'wav', 'flac', 'ogg', 'aac', 'aiff', 'aif', 'amr']
const documents = ['pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'txt']
const images = ['png', 'jpg', 'jpeg', 'gif', 'bmp', 'tiff', 'webp']
const extensions = [...video, ...audio, ...documents, ...images]

describe('files', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const initialize = (file_name: string) =>
    post(`${path}/initialize`, { token, json: { project_id, file_name } })
  const begin = async (name = 'report.pdf') => {
    const answer = await initialize(name)
    return { key: String(answer.body['wav_key']), descriptor: descriptorOf(answer) }
  }
  const status = (key: string) => get(`${path}/${key}/status`, { token })
  const complete = (key: string) => post(`${path}/${key}/complete`, { token })
  const finished = (key: string) =>
    waitForStatus(`${path}/${key}/status`, { token, field: 'status', until: ['completed', 'error'] })

  it('FIL-1 initialize accepts every supported file extension in upper and lower case', async () => {
    for (const extension of extensions) {
      for (const name of [`a.${extension}`, `B.${extension.toUpperCase()}`]) {
        const answer = await initialize(name)
        expect([name, answer.status]).toEqual([name, 201])
        const key = String(answer.body['wav_key'])
        expect(answer.body['links']).toEqual({
          complete: `${path}/${key}/complete`,
          status: `${path}/${key}/status`,
        })
      }
    }
    for (const name of ['a.exe', 'a.svg', 'a.heic', 'mp4', 'a.mp4.zip', '', '.']) {
      expect([name, (await initialize(name)).status]).toEqual([name, 400])
    }
    expect((await initialize(`${'a'.repeat(496)}.pdf`)).status).toBe(201)
    expect((await initialize(`${'a'.repeat(497)}.pdf`)).status).toBe(400)
  })

  it('FIL-2 FIL-5 a new file is pending_upload and has no file_url', async () => {
    const { key } = await begin('Interview №1 – Zoë.mp4')
    const answer = await status(key)
    expect(answer.body).toEqual({
      wav_key: key,
      name: 'Interview №1 – Zoë.mp4',
      status: 'pending_upload',
      file_url: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+\+00:00$/),
    })
    const early = await complete(key)
    expect(early.status).toBe(400)
    expect(String(early.body['error'])).toMatch(/upload/i)
    expect((await status(key)).body['status']).toBe('pending_upload')
  })

  it('FIL-3 FIL-5 complete starts processing once, and file_url serves the file', async () => {
    const { key, descriptor } = await begin('Größe "1".pdf')
    const content = makePdf('served')
    await upload(descriptor, content)
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(key)))
    for (const answer of answers) {
      expect([answer.status, answer.body]).toEqual([200, { wav_key: key, status: 'processing' }])
    }
    const done = await finished(key)
    expect(done.body['status']).toBe('completed')
    const file = await fetch(String(done.body['file_url']))
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('Größe'))
    expect(Buffer.from(await file.arrayBuffer()).equals(Buffer.from(content))).toBe(true)
    const again = await complete(key)
    expect([again.status, again.body['status']]).toEqual([200, 'processing'])
    expect((await status(key)).body['status']).toBe('completed')
  })

  type Case = [name: string, content: string | Uint8Array<ArrayBuffer>, end: 'completed' | 'error']

  async function expectEnds(cases: Case[]): Promise<void> {
    const begun = await Promise.all(
      cases.map(async ([name, content, end]) => {
        const { key, descriptor } = await begin(name)
        await upload(descriptor, content)
        await complete(key)
        return { name, key, end }
      }),
    )
    for (const { name, key, end } of begun) {
      const { body } = await finished(key)
      expect([name, body['status'], body['error_reason']]).toEqual([
        name,
        end,
        end === 'error' ? expect.stringMatching(/\S/) : undefined,
      ])
      expect((await fetch(String(body['file_url']))).ok).toBe(true)
    }
  }

  it('FIL-4 documents and images end in completed, or in error with a reason', () =>
    expectEnds([
      ['page.pdf', makePdf('extracted'), 'completed'],
      ['notes.txt', 'Zeile eins\nZeile zwei\n', 'completed'],
      ['white.bmp', makeBmp(40, 30), 'completed'],
      ['not-a.png', 'this is no picture', 'error'],
      ['disguised.docx', makePdf('not a word document'), 'error'],
    ]))

  it('FIL-4 recordings end in completed, or in error with a reason', () =>
    expectEnds([
      ['tone.wav', makeWav(), 'completed'],
      ['second.mp4', makeMp4(), 'completed'],
      ['not-a.mp3', 'this is no sound', 'error'],
      ['disguised.mov', makePdf('not a film'), 'error'],
    ]))

  it('FIL-6 FIL-7 are listed with key, name, project, status and time', async () => {
    const { key } = await begin('listed.webp')
    const listed = items(await get(path, { token }), 'files')
    expect(listed.find((item) => item['wav_key'] === key)).toEqual({
      wav_key: key,
      name: 'listed.webp',
      project_id,
      status: 'pending_upload',
      created_at: expect.stringMatching(/\+00:00$/),
    })
    for (const item of listed) {
      expect(['pending_upload', 'processing', 'completed', 'error', 'recording']).toContain(item['status'])
    }
  })

  it('FIL-6 the file list includes surveys with their own wav_key', async () => {
    const surveys = surveysOf(token, project_id)
    const name = `Survey among files ${Date.now()}`
    const survey = await surveys.begin({ name, column_mapping: mapping })
    const find = async () =>
      items(await get(path, { token }), 'files').find((item) => item['name'] === name) ?? {}
    const listed = await find()
    const key = String(listed['wav_key'])
    expect(listed).toEqual({
      wav_key: expect.any(String),
      name,
      project_id,
      status: 'processing',
      created_at: expect.stringMatching(/\+00:00$/),
    })
    expect([survey.key, survey.surveyKey]).not.toContain(key)
    expect((await status(key)).body).toMatchObject({
      wav_key: key,
      name,
      status: 'processing',
      file_url: null,
    })
    const completed = await complete(key)
    expect([completed.status, completed.body]).toEqual([200, { wav_key: key, status: 'processing' }])
    expect(await find()).toEqual(listed)
    expect((await surveys.status(survey.key)).body['status']).toBe('AWAITING_UPLOAD')
    await uploadParts(survey, [makeCsv('a@example.org')])
    await surveys.complete(survey.key)
    await surveys.ended(survey.key)
    expect(await find()).toEqual({ ...listed, status: 'completed' })
    expect((await complete(key)).body).toEqual({ wav_key: key, status: 'processing' })
    expect((await status(key)).body).toMatchObject({ status: 'completed', file_url: null })
    await surveys.append(survey.key)
    expect(await find()).toEqual({ ...listed, status: 'completed' })
  })
})
