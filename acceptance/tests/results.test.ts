import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeCaller } from '../harness/admin.ts'
import { items, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'
import { finishImport, importNow, makeReader, read, startImport } from '../harness/results.ts'
import { makeBmp, makeMp4, makePdf, makeWav } from '../harness/samples.ts'

const nowhere = '00000000-0000-4000-8000-000000000000'
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/)

describeOurs('results of documents and images', async () => {
  const { token, team } = await makeReader()
  const projectId = await makeProject(token)
  const pdf = (kind: 'insights' | 'files', text: string, extra?: object) =>
    importNow(token, { kind, name: 'report.pdf', content: makePdf(text), projectId, ...(extra && { extra }) })

  it('RDR-1 a record has its fields and the paths of its results', async () => {
    const insight = await read(token, `insights/${await pdf('insights', 'Hello')}`)
    expect(insight.status).toBe(200)
    const { insight_key: insightKey } = insight.body
    expect(insight.body).toEqual({
      insight_key: insightKey,
      project_id: projectId,
      name: 'report.pdf',
      external_id: null,
      metadata: null,
      created_at: time,
      updated_at: time,
      completed_at: time,
      insight_type: 'pdf',
      insight_state: 1,
      status: 'completed',
      error_code: null,
      error_reason: null,
      notices: [],
      size_bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      page_count: 1,
      links: expect.any(Object),
    })
    for (const path of Object.values(insight.body['links'] as Record<string, string>))
      expect([path, (await read(token, path.replace('/api/v1/developer/', ''))).status]).toEqual([path, 200])
    const file = await read(token, `files/${await pdf('files', 'Hello')}`)
    expect(file.body).toMatchObject({ kind: 'document', status: 'completed', page_count: 1 })
    expect(Object.keys(file.body['links'] as object)).toEqual(['status', 'pages', 'text', 'urls'])
  })

  it('RDR-3 pages and text of documents, and of an image as one page', async () => {
    for (const kind of ['insights', 'files'] as const) {
      const key = await pdf(kind, 'Quarterly numbers')
      const { body } = await read(token, `${kind}/${key}/pages?from=1&limit=500`)
      expect(body).toMatchObject({ page_count: 1, pages: [{ number: 1, source: 'text' }] })
      const text = await read(token, `${kind}/${key}/text`)
      expect(text.headers.get('content-type')).toMatch(/^text\/plain/)
      expect(text.text).toContain('Quarterly numbers')
      expect((await read(token, `${kind}/${key}/pages?from=2`)).body['pages']).toEqual([])
      expect((await read(token, `${kind}/${key}/pages?from=one`)).status).toBe(400)
    }
    const image = await importNow(token, {
      kind: 'files',
      name: 'a.bmp',
      content: makeBmp(40, 30),
      projectId,
    })
    expect((await read(token, `files/${image}`)).body).toMatchObject({ width: 40, height: 30 })
    expect(items(await read(token, `files/${image}/pages`), 'pages')).toHaveLength(1)
  })

  it('RDR-9 URLs of the stored files work without credentials and are not cached', async () => {
    const answer = await read(token, `files/${await pdf('files', 'Hello')}/urls`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const urls = answer.body as Record<string, { url: string; expires_at: string; size_bytes: number }>
    expect(Object.keys(urls)).toEqual(['original', 'viewer', 'thumbnail'])
    for (const { url, expires_at, size_bytes } of Object.values(urls)) {
      expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(3_600_000)
      expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(size_bytes)
    }
  })

  it('RDR-11 a draft exists only for its creator', async () => {
    const key = await pdf('insights', 'Draft')
    const colleague = await makeReader({ team, role: 'admin' })
    for (const part of ['', '/pages', '/text', '/urls']) {
      const missing = await read(colleague.token, `insights/${nowhere}${part}`)
      const answer = await read(colleague.token, `insights/${key}${part}`)
      expect([part, answer.status, answer.body['code']]).toEqual([part, 404, missing.body['code']])
      expect((await read(token, `insights/${key}${part}`)).status).toBe(200)
    }
  })

  it('RDR-12 an import in progress has no results yet', async () => {
    const json = { project_id: projectId, file_name: 'a.pdf' }
    const begun = await post(`${prefix}/files/initialize`, { token, json })
    for (const part of ['pages', 'text', 'urls']) {
      const answer = await read(token, `files/${String(begun.body['wav_key'])}/${part}`)
      expect([answer.status, answer.body['code']]).toEqual([409, 'not_ready'])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  it('RDR-13 RDR-14 results have strong validators and are compressed on request', async () => {
    const key = await pdf('insights', 'Hello')
    const paths = [`insights/${key}`, `insights/${key}/pages`, `insights/${key}/text`]
    for (const path of paths) {
      const answer = await read(token, path)
      const etag = answer.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[^"]+"$/)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('vary')).toContain('Authorization, Accept')
      const again = await read(token, path, { 'if-none-match': etag })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.get('ratelimit-policy')).toMatch(/^"read"/)
      expect((await read(token, path, { 'if-none-match': '"other"' })).status).toBe(200)
    }
    const packed = await read(token, `insights/${key}/text`, { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(packed.text).toContain('Hello')
  })

  it('GEN-3 reading needs the read scope of the kind, which no write scope implies', async () => {
    const key = await pdf('files', 'Hello')
    const writer = await makeCaller({ team })
    const answer = await read(writer.token, `files/${key}`)
    expect([answer.status, answer.body['required_scope']]).toEqual([403, 'file:read'])
  })
})

describeOurs('results of recordings', async () => {
  const { token } = await makeReader()

  it('RDR-2 a transcript in four formats', async () => {
    const projectId = await makeProject(token)
    const key = await importNow(token, { kind: 'files', name: 'a.mp4', content: makeMp4(), projectId })
    const json = await read(token, `files/${key}/transcript?words=true`)
    expect(json.body).toMatchObject({ is_complete: true, speakers: [], segments: expect.any(Array) })
    expect(Object.keys(json.body).sort()).toEqual([
      'duration_ms',
      'engine',
      'is_complete',
      'language',
      'segments',
      'speakers',
    ])
    expect((await read(token, `files/${key}/transcript?format=vtt`)).text).toMatch(/^WEBVTT/)
    const types = { vtt: 'text/vtt', srt: 'application/x-subrip', txt: 'text/plain' }
    for (const [format, type] of Object.entries(types)) {
      const answer = await read(token, `files/${key}/transcript?format=${format}`)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`])
    }
    expect((await read(token, `files/${key}/transcript?format=docx`)).status).toBe(400)
    expect((await read(token, `files/${key}/pages`)).status).toBe(404)
    const urls = await read(token, `files/${key}/urls`)
    expect(Object.keys(urls.body)).toEqual(expect.arrayContaining(['original', 'rendition']))
  })

  it('RDR-10 a protected recording has no results before its protected version, and never an original', async () => {
    const projectId = await makeProject(token, { redact_pii: true })
    const key = await startImport(token, { kind: 'files', name: 'a.wav', content: makeWav(), projectId })
    let isDone = false
    const ended = finishImport(token, 'files', key).finally(() => {
      isDone = true
    })
    while (!isDone) {
      for (const path of [
        'transcript',
        'transcript?partial=true',
        'transcript?format=txt&partial=true',
        'urls',
      ]) {
        const answer = await read(token, `files/${key}/${path}`)
        if (answer.status === 409) expect(answer.body['code']).toBe('not_ready')
        else expect((await read(token, `files/${key}`)).body['status']).toBe('completed')
      }
      await sleep(100)
    }
    expect((await ended).body['status']).toBe('completed')
    const record = await read(token, `files/${key}`)
    expect(record.body).toMatchObject({ is_protected: true, sha256: null })
    const urls = await read(token, `files/${key}/urls`)
    expect(Object.keys(urls.body)).toContain('rendition')
    expect(Object.keys(urls.body)).not.toContain('original')
    expect((await read(token, `files/${key}/transcript`)).status).toBe(200)
  })
})
