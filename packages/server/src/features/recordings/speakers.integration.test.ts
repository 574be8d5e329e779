/** Naming speakers of ranges and labels over HTTP, with undo and suggestions. */
import type {
  Recording,
  SpeakerAssignment,
  SpeakerSuggestion,
  TranscriptSegment,
} from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertRecordingFile, makeReaders, type Readers } from '../../../test/harness/reading.ts'

let app: TestApp
let people: Readers
let key: string
let recordingId: number
let place: { projectId: number; by: Readers['ada']['user'] }

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  place = { projectId: people.open, by: people.ada.user }
})
afterAll(() => app.close())
beforeEach(async () => {
  const lines = Array.from({ length: 54 }, (_, i) => ({
    startMs: i * 1000,
    text: `Line ${i}`,
    speaker: 'AB'[i % 2] ?? '',
  }))
  ;({ key, recordingId } = await insertRecordingFile(app, place, lines))
})

const path = (rest = '', of = key) => `/recordings/file/${of}${rest}`
const assign = (body: SpeakerAssignment, by = people.finn) => by.visitor.post(path('/speakers'), body)
const assigned = async (body: SpeakerAssignment) => {
  const answer = await assign(body)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as {
    speakers: Recording['speakers']
    before: SpeakerAssignment
    names_version: number
  }
}
const names = async () =>
  (await people.vera.visitor.read<{ segments: TranscriptSegment[] }>(path('/transcript'))).segments.map(
    ({ speaker_name }) => speaker_name,
  )
const suggestions = async (q = '') =>
  (
    await people.finn.visitor.read<{ suggestions: SpeakerSuggestion[] }>(
      path(`/speakers/suggestions?q=${encodeURIComponent(q)}`),
    )
  ).suggestions

describe('assigning speakers', () => {
  it('names 54 lines of two labels and a range in one call, with one event', async () => {
    const count = async () =>
      (
        await sql`select from event_outbox where type = 'file.updated' and data ->> 'wav_key' = ${key}
          union all select from event where type = 'file.updated' and data ->> 'wav_key' = ${key}`.execute(
          app.deps.db,
        )
      ).rows.length
    const eventsBefore = await count()
    const { speakers, before, names_version } = await assigned({
      labels: [
        { speaker: 'A', name: ' Ada ' },
        { speaker: 'B', name: 'Bob' },
      ],
      lines: [{ first: 10, last: 12, name: 'Cy' }],
    })
    expect(speakers.map(({ name }) => name)).toEqual(['Ada', 'Bob'])
    const shown = await names()
    expect(shown.slice(8, 15)).toEqual(['Ada', 'Bob', 'Cy', 'Cy', 'Cy', 'Bob', 'Ada'])
    expect(shown.every((name) => name !== null)).toBe(true)
    expect(names_version).toBe(1)
    expect((await people.vera.visitor.read<Recording>(path())).transcript?.names_version).toBe(1)
    expect(before).toEqual({
      labels: expect.arrayContaining([
        { speaker: 'A', name: null },
        { speaker: 'B', name: null },
      ]),
      lines: [{ first: 10, last: 12, name: null }],
    })
    expect((await count()) - eventsBefore).toBe(1)
  })

  it('restores exactly what was there with the opposite call', async () => {
    await assigned({
      labels: [{ speaker: 'A', name: 'Ada' }],
      lines: [
        { first: 2, last: 3, name: 'Guest' },
        { first: 8, last: 8, name: 'Host' },
      ],
    })
    const before = await names()
    const change = await assigned({
      labels: [{ speaker: 'A', name: 'Nia' }],
      lines: [
        { first: 3, last: 20, name: 'Zoe' },
        { first: 40, last: 41, name: null },
      ],
    })
    expect(await names()).not.toEqual(before)
    await assigned(change.before)
    expect(await names()).toEqual(before)
  })

  it('reaches exports and captions, and the audit log without names', async () => {
    await assigned({ lines: [{ first: 0, last: 53, name: 'Nadia' }] })
    const text = await (await people.vera.visitor.get(path('/transcript/txt'))).text()
    expect(text).toContain('Nadia: Line 0')
    expect(await (await people.vera.visitor.get(path('/captions.vtt'))).text()).toContain('<v Nadia>')
    const { rows } = await sql<{ action: string; details: object }>`
      select action, details from audit_entry where subject = ${`file ${key}`}`.execute(app.deps.db)
    expect(rows).toEqual([
      { action: 'recordings.assignSpeakers', details: { label_count: 0, line_count: 54 } },
    ])
  })

  it.each<[string, SpeakerAssignment]>([
    ['nothing', {}],
    ['an unknown label', { labels: [{ speaker: 'Z', name: 'Zoe' }] }],
    ['a label twice', { labels: ['Zoe', 'Nia'].map((name) => ({ speaker: 'A', name })) }],
    ['a blank name', { lines: [{ first: 0, last: 1, name: '  ' }] }],
    ['a reversed range', { lines: [{ first: 2, last: 1, name: 'Zoe' }] }],
    ['overlapping ranges', { lines: [0, 1].map((first) => ({ first, last: 1, name: 'Zoe' })) }],
    ['control characters', { lines: [{ first: 0, last: 1, name: 'a\u0007' }] }],
  ])('refuses %s', async (_, body) => {
    expect((await assign(body)).status).toBe(400)
    expect((await names()).every((name) => name === null)).toBe(true)
  })

  it('is refused to viewers, strangers and before there is a recording', async () => {
    const body = { lines: [{ first: 0, last: 1, name: 'Zoe' }] }
    expect((await assign(body, people.vera)).status).toBe(403)
    expect((await assign(body, people.stranger)).status).toBe(404)
    await sql`update file set recording_id = null where key = ${key}`.execute(app.deps.db)
    expect((await assign(body)).status).toBe(409)
    await sql`update file set recording_id = ${recordingId} where key = ${key}`.execute(app.deps.db)
  })

  it('loses none of two calls at once', async () => {
    await Promise.all([
      assigned({ lines: [{ first: 0, last: 9, name: 'One' }] }),
      assigned({ lines: [{ first: 10, last: 19, name: 'Two' }] }),
    ])
    expect((await names()).slice(9, 11)).toEqual(['One', 'Two'])
  })
})

describe('suggested names', () => {
  it('are those of the recording, its project, the team and participants, once each', async () => {
    const other = (await insertRecordingFile(app, place, [{ startMs: 0, text: 'Hello' }])).key
    await people.finn.visitor.post(path('/speakers', other), {
      lines: [{ first: 0, last: 0, name: 'Maya Otis' }],
    })
    const elsewhere = (
      await insertRecordingFile(app, { ...place, projectId: people.closed }, [{ startMs: 0, text: 'Hello' }])
    ).key
    await people.ada.visitor.post(path('/speakers', elsewhere), {
      lines: [{ first: 0, last: 0, name: 'Hidden Person' }],
    })
    await assigned({ lines: [{ first: 0, last: 0, name: 'Nia Here' }] })
    const all = await suggestions()
    expect(all[0]).toEqual({ name: 'Nia Here', source: 'recording' })
    expect(all).toContainEqual({ name: 'Maya Otis', source: 'project' })
    expect(all.map(({ name }) => name)).not.toContain('Hidden Person')
    expect(all.some(({ source }) => source === 'team')).toBe(true)
    expect(await suggestions('otis')).toEqual([{ name: 'Maya Otis', source: 'project' }])
    expect(await suggestions('a\u0007')).toEqual(all)
  })

  it('are closed to people without access', async () => {
    expect((await people.stranger.visitor.get(path('/speakers/suggestions'))).status).toBe(404)
  })
})
