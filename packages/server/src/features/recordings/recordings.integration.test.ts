/** Recordings over HTTP: playback, transcript, speaker names, export and retry. */
import type { Recording, TranscriptSegment } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import {
  expectClosed,
  insertRecordingFile,
  makeReaders,
  type Readers,
} from '../../../test/harness/reading.ts'

const lines = [
  { startMs: 0, text: 'Tell me about it', speaker: 'A' },
  { startMs: 5000, text: 'The export took a day', speaker: 'B' },
  { startMs: 9000, text: 'Really', speaker: 'A' },
]

let app: TestApp
let people: Readers
let key: string
let closedKey: string

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  const by = people.ada.user
  key = (await insertRecordingFile(app, { projectId: people.open, by }, lines)).key
  closedKey = (await insertRecordingFile(app, { projectId: people.closed, by }, lines)).key
})
afterAll(() => app.close())

const path = (rest = '', of = key) => `/recordings/file/${of}${rest}`

describe('a recording', () => {
  it('has a rendition, a waveform and speakers', async () => {
    const found = await people.vera.visitor.read<Recording>(path())
    expect(found).toMatchObject({
      name: 'interview.mp4',
      status: 'ready',
      duration_ms: 14_000,
      rendition_path: `/api/v1/workspace/content/file/${key}/rendition`,
      rendition_type: 'video/mp4',
      transcript: { language: 'en-US', engine: 'test', is_whole: true },
      speakers: [
        { id: 'A', name: null, line_count: 2 },
        { id: 'B', name: null, line_count: 1 },
      ],
      can_retry: false,
    })
    expect(found.waveform?.peaks.length).toBeLessThanOrEqual(4000)
    expect((await people.vera.visitor.get(`/content/file/${key}/rendition`)).status).toBe(200)
  })

  it('is hidden from people without access', async () => {
    for (const rest of ['', '/transcript', '/captions.vtt', '/transcript/txt'])
      expect(await expectClosed(people, path(rest), path(rest, closedKey)), rest).toEqual([401, 404, 404])
    const body = { labels: [{ speaker: 'A', name: 'Eve' }] }
    expect((await people.stranger.visitor.post(path('/speakers'), body)).status).toBe(404)
    expect((await people.finn.visitor.post(path('/speakers', closedKey), body)).status).toBe(404)
    expect((await people.vera.visitor.post(path('/speakers'), body)).status).toBe(403)
    const foreign = { origin: 'https://evil.example' }
    expect((await people.finn.visitor.call('POST', path('/speakers'), body, foreign)).status).toBe(403)
    expect((await people.finn.visitor.call('POST', path('/retry'), {}, foreign)).status).toBe(403)
  })

  it('has a transcript with the times of its words', async () => {
    const { segments } = await people.finn.visitor.read<{ segments: TranscriptSegment[] }>(
      path('/transcript'),
    )
    expect(segments[1]).toMatchObject({
      number: 1,
      start_ms: 5000,
      speaker: 'B',
      words: ['The', 'export', 'took', 'a', 'day'],
      times: [0, 250, 300, 250, 600, 250, 900, 250, 1200, 250],
    })
    const rest = await people.finn.visitor.read<{ segments: TranscriptSegment[] }>(path('/transcript?from=2'))
    expect(rest.segments.map(({ number }) => number)).toEqual([2])
  })
})

describe('speakers', () => {
  const name = (body: object) => people.finn.visitor.post(path('/speakers'), body)

  it('are named in all lines or in one, also in exports', async () => {
    expect((await name({ labels: [{ speaker: 'A', name: 'Ada' }] })).status).toBe(200)
    expect((await name({ lines: [{ first: 2, last: 2, name: 'Guest' }] })).status).toBe(200)
    const { segments } = await people.finn.visitor.read<{ segments: TranscriptSegment[] }>(
      path('/transcript'),
    )
    expect(segments.map((one) => one.speaker_name)).toEqual(['Ada', null, 'Guest'])
    const saved = await people.finn.visitor.get(path('/transcript/txt'))
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment; filename="interview.txt"/)
    const text = await saved.text()
    expect(text).toContain('Ada: Tell me')
    expect(text).toContain('Guest: Really')
    const captions = await people.finn.visitor.get(path('/captions.vtt'))
    expect(captions.headers.get('content-type')).toBe('text/vtt; charset=utf-8')
    expect(await captions.text()).toContain('<v Ada>')
    for (const format of ['srt', 'vtt', 'json'])
      expect((await people.finn.visitor.get(path(`/transcript/${format}`))).status, format).toBe(200)
    expect((await people.finn.visitor.get(path('/transcript/exe'))).status).toBe(404)
    expect((await name({ labels: [{ speaker: 'A', name: null }] })).status).toBe(200)
    expect(await (await people.finn.visitor.get(path('/transcript/txt'))).text()).toContain('A: Really')
  })
})

describe('a retry', () => {
  it('is accepted once, and only for a failed recording', async () => {
    const place = { projectId: people.open, by: people.ada.user }
    const failed = await insertRecordingFile(app, place, lines, { state: 'error' })
    expect((await people.finn.visitor.post(path('/retry'))).status).toBe(409)
    const answers = await Promise.all([1, 2].map(() => people.finn.visitor.post(path('/retry', failed.key))))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([202, 409])
    const { rows } = await sql<{ status: string; jobs: number }>`
      select status, (select count(*) from job.job where name = 'process-recording' and singleton_key = 'file:' || file.id) as jobs
      from file where key = ${failed.key}`.execute(app.deps.db)
    expect(rows).toEqual([{ status: 'processing', jobs: 1 }])
  })
})

describe('a transcript of two hours', () => {
  it('is read in less than 300 ms', async () => {
    const sentence = 'so what I mean is that we tried to do it and it did not work out'
    const long = Array.from({ length: 1500 }, (_, i) => ({
      startMs: i * 4800,
      text: sentence,
      speaker: `S${i % 3}`,
    }))
    const { key: longKey } = await insertRecordingFile(
      app,
      { projectId: people.open, by: people.ada.user },
      long,
    )
    const took: number[] = []
    for (let i = 0; i < 5; i += 1) {
      const start = performance.now()
      const { segments } = await people.finn.visitor.read<{ segments: unknown[] }>(
        path('/transcript', longKey),
      )
      took.push(Math.round(performance.now() - start))
      expect(segments).toHaveLength(1500)
    }
    process.stdout.write(`transcript of 1,500 segments and 24,000 words: ${took.join(', ')} ms\n`)
    expect(Math.min(...took)).toBeLessThan(300)
  }, 60_000)
})
