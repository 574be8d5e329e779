import { describe, expect, it } from 'vitest'
import { get, items, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { makeProject } from '../harness/project.ts'
import { makePdf } from '../harness/samples.ts'
import { descriptorOf, upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

const path = `${prefix}/insights`

describe('insights', async () => {
  const { token } = await anyCaller()
  const project_id = await makeProject(token)
  const initialize = (filename: string) =>
    post(`${path}/initialize`, { token, json: { project_id, filename } })
  const begin = async (filename = 'report.pdf') => {
    const answer = await initialize(filename)
    return { key: String(answer.body['insight_key']), descriptor: descriptorOf(answer) }
  }
  const status = (key: string) => get(`${path}/${key}/status`, { token })
  const complete = (key: string, json?: object) =>
    post(`${path}/${key}/complete`, { token, ...(json && { json }) })
  const finished = (key: string) =>
    waitForStatus(`${path}/${key}/status`, {
      token,
      field: 'processing_status',
      until: ['completed', 'failed'],
    })

  it('INS-1 initialize accepts supported extensions in any case, and each call creates a new insight', async () => {
    const keys = new Set<unknown>()
    for (const extension of ['pdf', 'ppt', 'pptx', 'doc', 'docx', 'xls', 'xlsx', 'txt', 'PDF', 'DocX']) {
      const answer = await initialize(`Bericht.${extension}`)
      expect([extension, answer.status]).toEqual([extension, 201])
      const key = String(answer.body['insight_key'])
      expect(answer.body).toMatchObject({
        upload_url: expect.stringMatching(/^https?:/),
        upload_fields: expect.any(Object),
        links: { complete: `${path}/${key}/complete`, status: `${path}/${key}/status` },
      })
      keys.add(key)
    }
    expect(keys.size).toBe(10)
    for (const filename of [
      'x.mp4',
      'x.png',
      'pdf',
      'x.',
      '',
      'x.pdf.exe',
      'x.pdf ',
      'a\u0000.pdf',
      'a\u202efdp.pdf',
    ]) {
      expect([filename, (await initialize(filename)).status]).toEqual([filename, 400])
    }
    for (const json of [
      { filename: 'a.pdf' },
      { project_id, filename: 7 },
      { project_id: 'x', filename: 'a.pdf' },
    ]) {
      expect((await post(`${path}/initialize`, { token, json })).status).toBe(400)
    }
  })

  it('INS-2 INS-8 a new insight is a pending draft without a thumbnail', async () => {
    const { key } = await begin('Grüße.docx')
    const answer = await status(key)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      insight_key: key,
      name: 'Grüße.docx',
      processing_status: 'pending',
      insight_state: 1,
      insight_type: 'doc',
      thumbnail_image: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/),
    })
  })

  it('INS-3 complete before the upload gives 400', async () => {
    const { key } = await begin()
    const answer = await complete(key)
    expect(answer.status).toBe(400)
    expect(String(answer.body['error'])).toMatch(/upload/i)
    expect((await status(key)).body['processing_status']).toBe('pending')
  })

  it('INS-4 INS-5 concurrent complete calls start one job', async () => {
    const { key, descriptor } = await begin()
    await upload(descriptor, makePdf('raced'))
    const answers = await Promise.all(Array.from({ length: 8 }, () => complete(key)))
    const started = answers.filter((answer) => answer.status === 202)
    expect(started).toHaveLength(1)
    expect(started[0]?.body).toEqual({ insight_key: key, status: 'processing' })
    for (const answer of answers.filter((one) => one.status !== 202)) {
      expect(answer.status).toBe(200)
      if (answer.body['status'] === 'processing') expect(answer.body['message']).toMatch(/already/)
    }
    await finished(key)
    const again = await complete(key)
    expect([again.status, again.body['status']]).toEqual([200, 'completed'])
  })

  it('INS-6 INS-7 INS-8 a processed insight has a thumbnail and is published only on request', async () => {
    const published = await begin('published.pdf')
    await upload(published.descriptor, makePdf('published'))
    expect((await complete(published.key, { should_publish: true })).status).toBe(202)
    const draft = await begin('notes.txt')
    await upload(draft.descriptor, 'Ein paar Notizen über Äpfel.\n')
    expect((await complete(draft.key)).status).toBe(202)
    const explicit = await begin('draft.pdf')
    await upload(explicit.descriptor, makePdf('draft'))
    expect((await complete(explicit.key, { should_publish: false })).status).toBe(202)

    const states = { [published.key]: 0, [draft.key]: 1, [explicit.key]: 1 }
    for (const [key, insight_state] of Object.entries(states)) {
      const done = await finished(key)
      expect(done.body).toMatchObject({ processing_status: 'completed', insight_state })
      const thumbnail = await fetch(String(done.body['thumbnail_image']))
      expect(thumbnail.status).toBe(200)
      expect(thumbnail.headers.get('content-type')).toMatch(/^image\//)
      expect((await thumbnail.arrayBuffer()).byteLength).toBeGreaterThan(50)
    }
  })

  it('INS-5 INS-7 an unreadable document ends in failed with a reason', async () => {
    const { key, descriptor } = await begin('broken.pdf')
    await upload(descriptor, '%PDF-1.4 and then nothing of use')
    expect((await complete(key, { should_publish: true })).status).toBe(202)
    const done = await finished(key)
    expect(done.body).toMatchObject({ processing_status: 'failed', insight_state: 1, thumbnail_image: null })
    expect(String(done.body['error_reason'])).toMatch(/\S/)
    const again = await complete(key)
    expect([again.status, again.body['status']]).toEqual([200, 'failed'])
  })

  it('INS-6 rejects a should_publish that is not a boolean', async () => {
    const { key } = await begin()
    expect((await complete(key, { should_publish: 'yes' })).status).toBe(400)
  })

  it('INS-9 insight_type follows from the extension', async () => {
    const types: Record<string, string> = {
      pdf: 'pdf',
      ppt: 'ppt',
      pptx: 'ppt',
      xls: 'sheet',
      xlsx: 'sheet',
      doc: 'doc',
      docx: 'doc',
      txt: 'other',
    }
    for (const [extension, type] of Object.entries(types)) {
      const { key } = await begin(`a.${extension.toUpperCase()}`)
      expect([extension, (await status(key)).body['insight_type']]).toEqual([extension, type])
    }
  })

  it('INS-10 are listed with key, name, project, status and time', async () => {
    const { key } = await begin('listed.pdf')
    const listed = items(await get(path, { token }), 'insights').find((item) => item['insight_key'] === key)
    expect(listed).toEqual({
      insight_key: key,
      name: 'listed.pdf',
      project_id,
      processing_status: 'pending',
      created_at: expect.stringMatching(/Z$/),
    })
  })
})
