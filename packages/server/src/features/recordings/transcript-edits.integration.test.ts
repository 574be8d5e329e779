/** Correcting transcripts over HTTP: words keep their times, nothing is lost, and every reader gets the new text. */
import type { Recording, SearchHit, TranscriptChange, TranscriptSegment } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { fetchToken, makeKey } from '../../../test/harness/people.ts'
import {
  expectClosed,
  indexNow,
  insertRecording,
  insertRecordingFile,
  makeProject,
  makeReaders,
  type Readers,
} from '../../../test/harness/reading.ts'

const lines = [
  { startMs: 0, text: 'Tell me about it', speaker: 'A' },
  { startMs: 5000, text: 'The expert took a day', speaker: 'B' },
  { startMs: 9000, text: 'Really a day', speaker: 'A' },
]

interface Changed {
  version: number
  lines: TranscriptSegment[]
  changed: boolean
}

let app: TestApp
let people: Readers
let key: string
let recordingId: number
let place: { projectId: number; by: Readers['ada']['user'] }

beforeAll(async () => {
  app = await startTestApp({
    INLET_SESSION_CALLS_PER_MINUTE: '100000',
    INLET_READ_RATE_LIMIT_PER_MINUTE: '10000',
  })
  people = await makeReaders(app)
  place = { projectId: people.open, by: people.ada.user }
})
afterAll(() => app.close())
beforeEach(async () => {
  ;({ key, recordingId } = await insertRecordingFile(app, place, lines))
})

const path = (rest = '', of = key) => `/recordings/file/${of}${rest}`
const edit = (body: object, by = people.finn, of = key) =>
  by.visitor.call('PATCH', path('/transcript', of), body)
const post = (rest: string, body: object, of = key) => people.finn.visitor.post(path(rest, of), body)
const jsonOf = async <T>(answer: Promise<Response>) => {
  const response = await answer
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
const problemOf = async (answer: Promise<Response>) => {
  const response = await answer
  return [response.status, ((await response.json()) as { code: string }).code]
}
const editLine = (number: number, version: number, text: string) =>
  jsonOf<Changed>(edit({ lines: [{ number, version, text }] }))
const read = (of = key) =>
  people.finn.visitor.read<{ segments: TranscriptSegment[]; version: number }>(path('/transcript', of))
const texts = async (of = key) => (await read(of)).segments.map(({ text }) => text)
const history = async (query = '', of = key) =>
  (await people.finn.visitor.read<{ changes: TranscriptChange[] }>(path(`/transcript/changes${query}`, of)))
    .changes
const find = async (q: string) =>
  (
    await people.finn.visitor.read<{ hits: SearchHit[] }>(
      `/search?q=${encodeURIComponent(q)}&project_id=${people.open}`,
    )
  ).hits

it('is not found for a media file that does not exist', async () => {
  const answer = await people.finn.visitor.call('PATCH', '/recordings/media/999999/transcript', {
    lines: [{ number: 1, version: 0, text: 'Anything' }],
  })
  expect(answer.status).toBe(404)
})

describe('an edited line', () => {
  it('keeps the times of its words', async () => {
    const { version, lines: changed } = await editLine(1, 0, ' The export  took a whole day. ')
    expect(version).toBe(1)
    expect(changed).toMatchObject([
      {
        number: 1,
        version: 1,
        text: 'The export took a whole day.',
        words: ['The', 'export', 'took', 'a', 'whole', 'day.'],
        times: [0, 250, 300, 250, 600, 250, 900, 250, 1150, 50, 1200, 250],
        are_times_approximate: true,
        confidence: null,
        speaker: 'B',
      },
    ])
    expect((await read()).segments[0]).toMatchObject({
      version: 0,
      text: 'Tell me about it',
      confidence: 0.9,
    })
    expect((await people.vera.visitor.read<Recording>(path())).transcript?.version).toBe(1)
  })

  it('reaches search, captions, exports and the read API with a new ETag', async () => {
    const token = await fetchToken(app.url, await makeKey(app.deps, people.ada.user))
    const results = (headers = {}) =>
      fetch(`${app.url}/api/v1/developer/files/${key}/transcript`, {
        headers: { authorization: `Bearer ${token}`, ...headers },
      })
    const etag = (await results()).headers.get('etag') ?? ''
    expect((await results({ 'if-none-match': etag })).status).toBe(304)
    await editLine(1, 0, 'The zeppelin took a day')
    expect(await find('zeppelin')).toHaveLength(1)
    const answer = await results({ 'if-none-match': etag })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).not.toBe(etag)
    expect(await answer.text()).toContain('The zeppelin took a day')
    for (const rest of [
      '/captions.vtt',
      '/transcript/txt',
      '/transcript/srt',
      '/transcript/vtt',
      '/transcript/json',
    ]) {
      const text = await (await people.vera.visitor.get(path(rest))).text()
      expect(text.includes('zeppelin'), rest).toBe(true)
      expect(text.includes('expert'), rest).toBe(false)
    }
    await editLine(1, 1, 'The airship took a day')
    expect(await find('zeppelin')).toEqual([])
    expect(await find('airship')).toHaveLength(1)
  })

  it('is found although its transcript is not indexed yet', async () => {
    const id = await insertRecording(app, lines)
    await sql`update file set recording_id = ${id} where key = ${key}`.execute(app.deps.db)
    await editLine(1, 0, 'The dirigible took a day')
    expect(await find('dirigible')).toEqual([])
    const { rows } = await sql`
      select from job.job where name = 'index-text' and singleton_key = ${`segment ${id}`} and state = 'created'`.execute(
      app.deps.db,
    )
    expect(rows).toHaveLength(1)
    await indexNow(app, 'segment', id)
    expect(await find('dirigible')).toHaveLength(1)
  })

  it('can be emptied, which removes it from captions and search', async () => {
    await editLine(1, 0, 'Umbrellas')
    const { lines: changed } = await editLine(1, 1, '  ')
    expect(changed).toMatchObject([{ text: '', words: [], times: [] }])
    expect(await find('umbrellas')).toEqual([])
    expect(await (await people.vera.visitor.get(path('/captions.vtt'))).text()).not.toContain('Umbrellas')
    expect((await editLine(1, 2, 'Said nothing')).lines[0]?.times).toHaveLength(4)
  })

  it('tells other windows what changed, and programs that the file changed', async () => {
    await editLine(1, 0, 'The export took a day')
    await editLine(2, 0, 'Really')
    const later = await people.finn.visitor.read<{ segments: TranscriptSegment[]; version: number }>(
      path('/transcript?changed_since=1'),
    )
    expect(later.segments.map(({ number, text }) => [number, text])).toEqual([[2, 'Really']])
    expect(later.version).toBe(2)
    const { rows } = await sql`
      select from event_outbox where type = 'file.updated' and data ->> 'wav_key' = ${key}
      union all select from event where type = 'file.updated' and data ->> 'wav_key' = ${key}`.execute(
      app.deps.db,
    )
    expect(rows).toHaveLength(2)
  })

  it('is written to the audit log without its text', async () => {
    await editLine(1, 0, 'The secret export')
    const { rows } = await sql<{ action: string; details: object; all: string }>`
      select action, details, audit_entry::text as all from audit_entry where subject = ${`file ${key}`}`.execute(
      app.deps.db,
    )
    expect(rows).toMatchObject([
      { action: 'recordings.editTranscript', details: { kind: 'edit', version: 1, line_count: 1 } },
    ])
    expect(rows[0]?.all).not.toContain('secret')
  })
})

describe('a conflicting edit', () => {
  it('is refused with the current text, and changes no other line', async () => {
    await editLine(1, 0, 'The export took a day')
    const answer = await edit({
      lines: [
        { number: 0, version: 0, text: 'Tell me' },
        { number: 1, version: 0, text: 'The exit took a day' },
      ],
    })
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      code: 'transcript_changed',
      version: 1,
      lines: [{ number: 1, version: 1, text: 'The export took a day' }],
    })
    expect(await texts()).toEqual(['Tell me about it', 'The export took a day', 'Really a day'])
  })

  it('succeeds if it repeats the change', async () => {
    expect(await editLine(1, 0, 'The export took a day')).toMatchObject({ version: 1, changed: true })
    expect(await editLine(1, 0, 'The export took a day')).toMatchObject({ version: 1, changed: false })
    expect(await history()).toHaveLength(1)
  })

  it('is refused for one of two edits at once', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((text) => edit({ lines: [{ number: 1, version: 0, text }] })),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await history()).toHaveLength(1)
  })
})

describe('an invalid edit', () => {
  it.each([
    ['an unknown line', { lines: [{ number: 9, version: 0, text: 'x' }] }],
    ['a line twice', { lines: [1, 1].map((number) => ({ number, version: 0, text: 'x' })) }],
    ['control characters', { lines: [{ number: 1, version: 0, text: 'a\u0007b' }] }],
    ['too long a text', { lines: [{ number: 1, version: 0, text: 'x'.repeat(20_001) }] }],
    ['no lines', { lines: [] }],
  ])('with %s is refused', async (_, body) => {
    expect(await problemOf(edit(body))).toEqual([400, 'invalid_request'])
    expect(await history()).toEqual([])
  })

  it('is refused until the transcript is complete', async () => {
    await sql`update transcript set completed_at = null where recording_id = ${recordingId}`.execute(
      app.deps.db,
    )
    expect(await problemOf(edit({ lines: [{ number: 1, version: 0, text: 'x' }] }))).toEqual([
      409,
      'transcript_not_ready',
    ])
  })
})

describe('access', () => {
  it('is that of the recording, and viewers neither edit nor read the history', async () => {
    const closed = (await insertRecordingFile(app, { ...place, projectId: people.closed }, lines)).key
    const body = { lines: [{ number: 1, version: 0, text: 'x' }] }
    expect(
      await expectClosed(people, path('/transcript/changes'), path('/transcript/changes', closed)),
    ).toEqual([401, 404, 404])
    expect((await edit(body, people.stranger)).status).toBe(404)
    expect((await edit(body, people.finn, closed)).status).toBe(404)
    expect((await edit(body, people.vera)).status).toBe(403)
    expect((await people.vera.visitor.get(path('/transcript/changes'))).status).toBe(403)
    for (const [rest, sent] of [
      ['/transcript/replace', { find: 'a', replacement: 'b' }],
      ['/transcript/revert', { version: 1 }],
      ['/transcript/restore', { version: 0, seen_version: 0 }],
    ] as const) {
      expect((await people.vera.visitor.post(path(rest), sent)).status, rest).toBe(403)
      expect((await people.stranger.visitor.post(path(rest), sent)).status, rest).toBe(404)
    }
    expect(await texts()).toEqual(lines.map(({ text }) => text))
  })

  it('ends when the recording moves', async () => {
    const target = await makeProject(people.ada, 1)
    await people.ada.visitor.call('PATCH', `/imports/file/${key}`, { project_id: target })
    expect((await edit({ lines: [{ number: 1, version: 0, text: 'x' }] })).status).toBe(404)
  })
})

describe('find and replace', () => {
  it('changes all lines in one call that can be undone', async () => {
    const before = await read()
    const changed = await jsonOf<Changed & { match_count: number }>(
      post('/transcript/replace', { find: 'A DAY', replacement: 'an hour', whole_words: true }),
    )
    expect(changed).toMatchObject({ version: 1, match_count: 2 })
    expect(await texts()).toEqual(['Tell me about it', 'The expert took an hour', 'Really an hour'])
    expect((await history())[0]).toMatchObject({ kind: 'replace', line_count: 2 })
    await jsonOf(post('/transcript/revert', { version: 1 }))
    const after = await read()
    expect(after.segments.map((line) => ({ ...line, version: 0 }))).toEqual(before.segments)
  })

  it('changes nothing without a match', async () => {
    const changed = await jsonOf(
      post('/transcript/replace', { find: 'a DAY', replacement: 'x', match_case: true }),
    )
    expect(changed).toEqual({ version: 0, lines: [], changed: false, match_count: 0 })
    expect(await history()).toEqual([])
    expect(await problemOf(post('/transcript/replace', { find: 'a', replacement: 'b\u0000' }))).toEqual([
      400,
      'invalid_request',
    ])
    const long = { find: 'e', replacement: 'x'.repeat(1000) }
    await jsonOf(edit({ lines: [{ number: 0, version: 0, text: 'e'.repeat(30) }] }))
    expect(await problemOf(post('/transcript/replace', long))).toEqual([400, 'invalid_request'])
  })
})

describe('a replacement that would fill the memory', () => {
  it('is refused', async () => {
    const long = Array.from({ length: 150 }, (_, i) => ({ startMs: i * 1000, text: 'e '.repeat(30).trim() }))
    const { key: of } = await insertRecordingFile(app, place, long)
    const replace = (replacement: string) => post('/transcript/replace', { find: 'e', replacement }, of)
    expect(await problemOf(replace('x'.repeat(600)))).toEqual([400, 'invalid_request'])
    expect(await jsonOf(replace('xyz'))).toMatchObject({ match_count: 4500 })
  })
})

describe('the history', () => {
  it('lists changes with the text before and after, of all lines or of one', async () => {
    await editLine(1, 0, 'The export took a day')
    await editLine(2, 0, 'Really')
    await editLine(1, 1, 'The export took a night')
    const all = await history()
    expect(all.map(({ version, kind }) => [version, kind])).toEqual([
      [3, 'edit'],
      [2, 'edit'],
      [1, 'edit'],
    ])
    expect(all[2]).toMatchObject({
      by: { id: people.finn.user.id },
      lines: [{ number: 1, start_ms: 5000, before: 'The expert took a day', after: 'The export took a day' }],
    })
    expect((await history('?line=1')).map(({ version }) => version)).toEqual([3, 1])
    const first = await people.finn.visitor.read<{ changes: TranscriptChange[]; next_cursor: string }>(
      path('/transcript/changes?limit=2'),
    )
    expect((await history(`?limit=2&cursor=${first.next_cursor}`)).map(({ version }) => version)).toEqual([1])
  })

  it('joins the saves of one editing session', async () => {
    await editLine(1, 0, 'The export')
    const line = { number: 1, version: 1, text: 'The export took' }
    expect(await jsonOf(edit({ lines: [line], continues: 1 }))).toMatchObject({ version: 2 })
    expect(await history()).toMatchObject([
      { version: 2, lines: [{ before: 'The expert took a day', after: 'The export took' }] },
    ])
    // Another person, or a change in between, starts a new one.
    const next = { number: 1, version: 2, text: 'The export took an hour' }
    await jsonOf(edit({ lines: [next], continues: 2 }, people.ada))
    expect(await history()).toHaveLength(2)
    await editLine(0, 0, 'Tell me')
    await jsonOf(edit({ lines: [{ ...next, version: 3, text: 'x' }], continues: 3 }, people.ada))
    expect((await history()).map(({ version }) => version)).toEqual([5, 4, 3, 2])
  })

  it('undoes a change and undoes the undo', async () => {
    const before = await read()
    await editLine(1, 0, 'Gone')
    expect(await jsonOf(post('/transcript/revert', { version: 1 }))).toMatchObject({ version: 2 })
    expect((await read()).segments[1]).toEqual({ ...before.segments[1], version: 2 })
    await jsonOf(post('/transcript/revert', { version: 2 }))
    expect(await texts()).toEqual(['Tell me about it', 'Gone', 'Really a day'])
    expect(await find('Gone')).toHaveLength(1)
  })

  it('refuses to undo what was changed again', async () => {
    await editLine(1, 0, 'One')
    await editLine(1, 1, 'Two')
    expect(await problemOf(post('/transcript/revert', { version: 1 }))).toEqual([409, 'transcript_changed'])
    expect(await problemOf(post('/transcript/revert', { version: 7 }))).toEqual([
      409,
      'change_not_revertible',
    ])
  })

  it('restores an earlier version exactly, if the user has seen the current one', async () => {
    const before = await read()
    await editLine(1, 0, 'One')
    await editLine(1, 1, 'Two')
    await editLine(0, 0, 'Three')
    const restore = (version: number, seen: number) =>
      post('/transcript/restore', { version, seen_version: seen })
    expect(await problemOf(restore(1, 2))).toEqual([409, 'transcript_changed'])
    expect(await jsonOf<Changed>(restore(1, 3))).toMatchObject({ version: 4 })
    expect(await texts()).toEqual(['Tell me about it', 'One', 'Really a day'])
    await jsonOf<Changed>(restore(0, 4))
    expect((await read()).segments.map((line) => ({ ...line, version: 0 }))).toEqual(before.segments)
    await jsonOf<Changed>(restore(3, 5))
    expect(await texts()).toEqual(['Three', 'Two', 'Really a day'])
  })

  it('is deleted with the transcript', async () => {
    await editLine(1, 0, 'One')
    await sql`delete from transcript where recording_id = ${recordingId}`.execute(app.deps.db)
    const { rows } = await sql`
      select from transcript_change_line where recording_id = ${recordingId}`.execute(app.deps.db)
    expect(rows).toEqual([])
  })
})
