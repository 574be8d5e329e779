/** What API keys read of files and insights, over HTTP. */
import type { FileRecord, ResultUrls, TextPages, Transcript } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertFileRow } from '../../../test/harness/import-rows.ts'
import { fetchToken, makeKey } from '../../../test/harness/people.ts'
import { insertProtectedFile } from '../../../test/harness/protected-files.ts'
import {
  insertReadFile,
  insertReadInsight,
  insertRecordingFile,
  makeReaders,
  type Readers,
} from '../../../test/harness/reading.ts'

const pages = ['First page.', '', 'Third page, ünïcödé 👩‍🚀.']

let app: TestApp
let people: Readers
let token: string
let place: { projectId: number; by: Readers['ada']['user'] }

beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
  people = await makeReaders(app)
  place = { projectId: people.open, by: people.ada.user }
  token = await fetchToken(app.url, await makeKey(app.deps, people.ada.user))
})
afterAll(() => app.close())

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/v1/developer/${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } })
const readJson = async <T>(path: string) => (await (await read(path)).json()) as T
async function problemOf(path: string) {
  const answer = await read(path)
  return [answer.status, ((await answer.json()) as { code: string }).code]
}

describe('a document', () => {
  it('RDR-3 has pages and a text, streamed in reads of a hundred pages', async () => {
    const many = Array.from({ length: 250 }, (_, i) => `Page ${i + 1}`)
    const key = await insertReadFile(app, place, { pages: many })
    const text = await read(`files/${key}/text`)
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await text.text()).toBe(many.join('\f'))
    const range = await readJson<TextPages>(`files/${key}/pages?from=249&limit=500`)
    expect(range).toMatchObject({
      page_count: 250,
      pages: [{ number: 249 }, { number: 250, text: 'Page 250' }],
    })
    expect((await readJson<TextPages>(`files/${key}/pages`)).pages).toHaveLength(50)
    expect((await readJson<TextPages>(`files/${key}/pages?from=99999999999`)).pages).toEqual([])
    for (const query of ['from=0', 'from=x', 'limit=0', 'limit=-1'])
      expect(await problemOf(`files/${key}/pages?${query}`)).toEqual([400, 'invalid_request'])
  })

  it('RDR-3 an image has one page and its size', async () => {
    const key = await insertReadFile(app, place, {
      kind: 'image',
      name: 'board.png',
      extension: 'png',
      pages: ['Roadmap'],
    })
    expect(await readJson<FileRecord>(`files/${key}`)).toMatchObject({
      width: 640,
      height: 480,
      page_count: 1,
    })
    expect(await (await read(`files/${key}/text`)).text()).toBe('Roadmap')
  })

  it('RDR-9 has URLs that work without credentials and are not stored', async () => {
    const key = await insertReadInsight(app, place, { pages })
    const answer = await read(`insights/${key}/urls`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const { viewer } = (await answer.json()) as ResultUrls
    expect(viewer).toMatchObject({ content_type: 'application/pdf', size_bytes: 16 })
    expect(Date.parse(viewer?.expires_at ?? '') - Date.now()).toBeGreaterThan(3_600_000)
    expect(await (await fetch(viewer?.url ?? '')).text()).toBe('%PDF-1.7 insight')
  })

  it('RDR-12 gives 409 until it is processed, and 404 after it failed', async () => {
    const pending = await insertFileRow(app.deps.db, place, 'pending')
    const working = await insertFileRow(app.deps.db, place, 'working')
    for (const key of [pending, working]) {
      const answer = await read(`files/${key}/text`)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '5'])
      expect(await problemOf(`files/${key}/urls`)).toEqual([409, 'not_ready'])
    }
    const failed = await insertFileRow(app.deps.db, place, 'failed')
    expect(await problemOf(`files/${failed}/pages`)).toEqual([404, 'not_found'])
  })
})

describe('a recording', () => {
  it('RDR-2 has a transcript in four formats, with the names of speakers', async () => {
    const lines = [
      { startMs: 0, text: 'Hello there', speaker: 'A' },
      { startMs: 5000, text: 'Good morning', speaker: 'B' },
    ]
    const { key, recordingId } = await insertRecordingFile(app, place, lines)
    await sql`insert into speaker_name (recording_id, segment, speaker, name, named_by)
      values (${recordingId}, -1, 'A', 'Nia', ${place.by.id})`.execute(app.deps.db)
    const transcript = await readJson<Transcript>(`files/${key}/transcript`)
    expect(transcript).toMatchObject({
      language: 'en-US',
      engine: 'test',
      is_complete: true,
      speakers: [
        { id: 'A', name: 'Nia' },
        { id: 'B', name: null },
      ],
    })
    expect(transcript.segments[0]).toEqual({
      number: 0,
      start_ms: 0,
      end_ms: 600,
      speaker: 'A',
      speaker_name: 'Nia',
      text: 'Hello there',
      confidence: expect.closeTo(0.9),
      is_suspicious: false,
    })
    const withWords = await readJson<Transcript>(`files/${key}/transcript?words=true&format=json`)
    expect(withWords.segments[1]?.words?.[1]).toEqual({
      start_ms: 5300,
      end_ms: 5550,
      text: 'morning',
      is_approximate: false,
    })
    const texts = { vtt: 'WEBVTT\n\n00:00:00.000', srt: '1\n00:00:00,000', txt: 'Nia: Hello there\n' }
    for (const [format, start] of Object.entries(texts)) {
      const body = await (await read(`files/${key}/transcript?format=${format}`)).text()
      expect(body.slice(0, start.length)).toBe(start)
      expect(body).toContain('Nia')
    }
    for (const query of ['format=doc', 'words=yes', 'partial=1'])
      expect(await problemOf(`files/${key}/transcript?${query}`)).toEqual([400, 'invalid_request'])
    expect(await problemOf(`files/${key}/pages`)).toEqual([404, 'not_found'])
  })

  it('RDR-12 returns a partial transcript on request, never of a protected recording', async () => {
    const { key, recordingId } = await insertRecordingFile(app, place, [{ startMs: 0, text: 'So far' }])
    await sql`update file set status = 'processing', completed_at = null where key = ${key}`.execute(
      app.deps.db,
    )
    await sql`update transcript set completed_at = null where recording_id = ${recordingId}`.execute(
      app.deps.db,
    )
    expect(await problemOf(`files/${key}/transcript`)).toEqual([409, 'not_ready'])
    const partial = await readJson<Transcript>(`files/${key}/transcript?partial=true`)
    expect(partial).toMatchObject({ is_complete: false, segments: [{ text: 'So far' }] })
    expect(await (await read(`files/${key}/transcript?partial=true&format=txt`)).text()).toBe('So far\n')
    const closed = await insertProtectedFile(app, place, 'converted', [{ startMs: 0, text: 'Hidden' }])
    expect(await problemOf(`files/${closed}/transcript?partial=true`)).toEqual([409, 'not_ready'])
  })

  it('RDR-10 is closed with its reason when it cannot be protected', async () => {
    const key = await insertProtectedFile(app, place, 'failed', [{ startMs: 0, text: 'Hidden' }])
    const answer = await read(`files/${key}/transcript`)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      code: 'recording_closed',
      error: expect.stringContaining('Faces could not be covered.'),
    })
    expect(await problemOf(`files/${key}/urls`)).toEqual([409, 'recording_closed'])
    const open = await insertProtectedFile(app, place, 'protected', [{ startMs: 0, text: 'Redacted' }])
    expect(Object.keys(await readJson<ResultUrls>(`files/${open}/urls`))).toEqual(['rendition'])
    expect(await readJson<FileRecord>(`files/${open}`)).toMatchObject({ is_protected: true, sha256: null })
  })
})

describe('a result', () => {
  it('RDR-13 RDR-14 has a strong validator and is compressed on request', async () => {
    const key = await insertReadFile(app, place, { pages: ['word '.repeat(1000)] })
    for (const path of [`files/${key}`, `files/${key}/pages`, `files/${key}/text`]) {
      const answer = await read(path, { 'accept-encoding': 'identity' })
      const etag = answer.headers.get('etag') ?? ''
      expect(etag).toMatch(/^"[\w.-]+"$/)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('vary')).toMatch(/Authorization, Accept/)
      const again = await read(path, { 'if-none-match': etag })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('ratelimit-policy')).toContain('"read"')
    }
    const packed = await read(`files/${key}/text`, { 'accept-encoding': 'gzip' })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(await packed.text()).toBe('word '.repeat(1000))
  })

  it('GEN-3 needs the read scope of its kind', async () => {
    const key = await insertReadFile(app, place, { pages })
    const writer = await makeKey(app.deps, people.ada.user, { scopes: ['file:write', 'insight:read'] })
    const writing = { authorization: `Bearer ${await fetchToken(app.url, writer)}` }
    const refused = await read(`files/${key}`, writing)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ required_scope: 'file:read' })
  })

  it('GEN-3 only admins grant participant:read', async () => {
    const body = {
      name: 'reader',
      kind: 'personal',
      scopes: ['survey:read', 'participant:read'],
      expires_at: null,
    }
    expect((await people.finn.visitor.post('/keys', body)).status).toBe(403)
    expect((await people.ada.visitor.post('/keys', body)).status).toBe(201)
    expect((await people.finn.visitor.post('/keys', { ...body, scopes: ['survey:read'] })).status).toBe(201)
  })
})
