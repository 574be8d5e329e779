/** Exports over HTTP, run in this process. */
import type { ResultResponse } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { addSurvey, surveyCsv } from '../../../test/harness/export-survey.ts'
import { type Bundle, exportNow, exportsOf, unpack } from '../../../test/harness/exports.ts'
import { fetchToken, findKeyId, makeKey } from '../../../test/harness/people.ts'
import { insertProtectedFile, protectedPhases } from '../../../test/harness/protected-files.ts'
import { readSav } from '../../../test/harness/read-sav.ts'
import {
  insertReadFile,
  insertReadInsight,
  insertRecordingFile,
  makeProject,
  makeReaders,
  type Readers,
} from '../../../test/harness/reading.ts'
import { soleAttempt } from '../../../test/harness/surveys.ts'

let app: TestApp
let people: Readers
/** Of a key with every scope, and of one with export:write only. */
let token: string
let narrow: string
let keyId: number

beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
  people = await makeReaders(app)
  const credentials = await makeKey(app.deps, people.ada.user)
  keyId = await findKeyId(app.deps, credentials)
  token = await fetchToken(app.url, credentials)
  narrow = await fetchToken(app.url, await makeKey(app.deps, people.ada.user, { scopes: ['export:write'] }))
}, 120_000)
afterAll(() => app.close())

async function exported(as: string, projectId: number, body?: object): Promise<Bundle> {
  const api = exportsOf(app, as)
  const key = await api.begin(projectId, body)
  await exportNow(app.deps, key)
  return unpack(await api.read(key))
}

describe('an export of a project', () => {
  let projectId: number
  let document: string
  let insight: string
  let draft: string
  let recording: string
  let survey: string
  let secrets: string[]
  let whole: Bundle
  let restricted: Bundle

  beforeAll(async () => {
    const by = people.ada.user
    projectId = await makeProject(people.ada, 2)
    const place = { projectId, by }
    document = await insertReadFile(app, place, { pages: ['First page', 'Second 🦓'], name: 'plan.pdf' })
    insight = await insertReadInsight(app, place, { pages: ['Insight text'] })
    draft = await insertReadInsight(
      app,
      { projectId, by: people.finn.user },
      { pages: ['Draft text'], isDraft: true, name: 'draft.pdf' },
    )
    recording = (await insertRecordingFile(app, place, [{ startMs: 0, text: 'Hello there', speaker: 'A' }]))
      .key
    secrets = []
    for (const phase of protectedPhases)
      secrets.push(
        await insertProtectedFile(
          app,
          place,
          phase,
          [{ startMs: 0, text: `secret of ${phase}` }],
          `${phase}.mp4`,
        ),
      )
    survey = await addSurvey(app, { user: people.ada.user, keyId, projectId })
    await sql`
      insert into media_cell (survey_id, position, response_id, text)
      select s.id, 7, min(r.id), 'person@example.org.mp4' from survey s join response r on r.survey_id = s.id
      where s.upload_key = ${survey} group by s.id`.execute(app.deps.db)
    whole = await exported(token, projectId)
    restricted = await exported(narrow, projectId)
  }, 120_000)

  it('EXP-5 contains records, texts, transcripts, responses and files', () => {
    expect(whole.paths).toEqual(
      [
        'participants.ndjson',
        'project.json',
        `files/${document}/file.json`,
        `files/${document}/original.pdf`,
        `files/${document}/pages.ndjson`,
        `files/${document}/state.json`,
        `files/${document}/viewer.pdf`,
        `files/${recording}/file.json`,
        `files/${recording}/rendition.mp4`,
        `files/${recording}/state.json`,
        `files/${recording}/transcript.json`,
        `files/${recording}/transcript.vtt`,
        ...secrets.flatMap((key) => [`files/${key}/file.json`, `files/${key}/state.json`]),
        ...['rendition.mp4', 'transcript.json', 'transcript.vtt'].map(
          (name) => `files/${secrets[3]}/${name}`,
        ),
        `insights/${insight}/insight.json`,
        `insights/${insight}/pages.ndjson`,
        `insights/${insight}/state.json`,
        `insights/${insight}/viewer.pdf`,
        `surveys/${survey}/columns.json`,
        `surveys/${survey}/parts/1.csv`,
        `surveys/${survey}/parts/2.csv`,
        `surveys/${survey}/respondents.ndjson`,
        `surveys/${survey}/responses.csv`,
        `surveys/${survey}/responses.ndjson`,
        `surveys/${survey}/responses.sav`,
        `surveys/${survey}/state.json`,
        `surveys/${survey}/state.ndjson`,
        `surveys/${survey}/survey.json`,
      ].sort(),
    )
    expect(whole.text(`files/${document}/original.pdf`)).toBe('%PDF-1.7 0123456789')
    expect(whole.lines(`files/${document}/pages.ndjson`)).toEqual([
      { number: 1, source: 'text', text: 'First page' },
      { number: 2, source: 'text', text: 'Second 🦓' },
    ])
    expect(JSON.parse(whole.text(`files/${recording}/transcript.json`))).toMatchObject({
      engine: 'test',
      segments: [{ text: 'Hello there', speaker: 'A', words: [{ text: 'Hello' }, { text: 'there' }] }],
    })
    expect(whole.text(`surveys/${survey}/parts/2.csv`)).toBe(surveyCsv(700, 1300))
    expect(JSON.parse(whole.text('project.json'))).toMatchObject({ id: projectId, name: 'Project 2' })
  })

  it('has the same responses as the read API, in their order', async () => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' }
    const answer = await fetch(`${app.url}/api/v1/developer/surveys/${survey}/responses`, { headers })
    const lines = (await answer.text()).trim().split('\n').slice(0, -1)
    expect(whole.text(`surveys/${survey}/responses.ndjson`)).toBe(`${lines.join('\n')}\n`)
    const rows = whole.text(`surveys/${survey}/responses.csv`).split('\r\n').slice(0, -1)
    expect(rows).toHaveLength(1301)
    expect(rows[0]).toBe('\ufeffPart,Row,Answered at,Name,E-mail,Choice,Score,Why')
    expect(rows[4]).toBe("1,4,,Person 3,p3@example.org,Red,3,'=1+1")
  })

  it('EXP-11 has an SPSS file with the answers of the CSV', async () => {
    const [head, ...rows] = await readSav(whole.bytes(`surveys/${survey}/responses.sav`))
    expect(head).toEqual(['part', 'row', 'answered_at', 'name', 'email', 'q3', 'q4', 'q5'])
    expect(rows).toHaveLength(1300)
    expect(rows[3]).toEqual(['1', '4', '', 'Person 3', 'p3@example.org', '2', '3', '=1+1'])
    expect(rows[1299]).toEqual([
      '2',
      '600',
      '',
      'Person 1299',
      'p1299@example.org',
      '2',
      '1',
      'because 1299 👍🏽',
    ])
    const [restrictedHead] = await readSav(restricted.bytes(`surveys/${survey}/responses.sav`))
    expect(restrictedHead).toEqual(['part', 'row', 'answered_at', 'q3', 'q4', 'q5'])
  })

  it('EXP-6 contains no names or addresses without participant:read, and no survey parts', () => {
    const left = whole.paths.filter((path) => !restricted.paths.includes(path))
    expect(left).toEqual(
      [
        'participants.ndjson',
        ...['parts/1.csv', 'parts/2.csv', 'respondents.ndjson'].map((name) => `surveys/${survey}/${name}`),
      ].sort(),
    )
    expect(whole.text(`surveys/${survey}/state.ndjson`)).toContain('person@example.org.mp4')
    for (const path of restricted.paths) expect(restricted.text(path)).not.toMatch(/Person \d|@example\.org/)
    const [response] = restricted.lines<ResultResponse>(`surveys/${survey}/responses.ndjson`)
    expect(response).toMatchObject({ part_number: 1, row: 1, answers: [{}, {}, {}] })
  })

  it('EXP-6 omits and counts drafts of others, originals of protected recordings and what is missing', () => {
    for (const { manifest, paths, text } of [whole, restricted]) {
      expect(paths.join('\n')).not.toContain(draft)
      const all = paths.map(text).join('\n')
      for (const phase of ['converted', 'transcribed', 'failed'])
        expect(all).not.toContain(`secret of ${phase}`)
      expect(all).toContain('secret of protected')
      expect(manifest.omitted).toMatchObject({
        drafts_of_others: 1,
        protected_originals: 4,
        recordings_closed: 1,
        not_ready: 2,
      })
    }
    // The uploads of the insight and the recording were never stored.
    expect(whole.manifest.omitted).toMatchObject({ missing_objects: 2, people: 0, survey_parts: 0 })
    expect(restricted.manifest.omitted).toMatchObject({ people: 1300, survey_parts: 2 })
  })

  it('leaves out contents that were not chosen', async () => {
    const { paths, manifest } = await exported(token, projectId, { contents: ['derived'] })
    expect(manifest.contents).toEqual(['derived'])
    expect(paths.some((path) => /original|parts|responses\.(csv|sav)/.test(path))).toBe(false)
    expect(paths).toContain(`files/${document}/viewer.pdf`)
    const nothing = await exported(token, projectId, { contents: [] })
    expect(nothing.paths.some((path) => /original|parts|viewer|rendition|csv/.test(path))).toBe(false)
  })

  it('withholds URLs of an export with people from a token without participant:read', async () => {
    const credentials = await makeKey(app.deps, people.ada.user)
    const api = exportsOf(app, await fetchToken(app.url, credentials))
    const key = await api.begin(projectId)
    await exportNow(app.deps, key)
    const less = exportsOf(app, await fetchToken(app.url, credentials, 'export:write'))
    const { volumes } = await less.read(key)
    expect(volumes).toMatchObject([{ url: null, url_expires_at: null }])
    expect((await api.read(key)).volumes).toMatchObject([{ url: expect.stringContaining('http') as string }])
  })

  it('EXP-4 resumes after the last finished volume and keeps its time', async () => {
    const api = exportsOf(app, token)
    const big = Buffer.alloc(1_400_000, 'x').toString()
    const place = { projectId, by: people.ada.user }
    for (let i = 0; i < 4; i += 1)
      await insertReadFile(app, place, { pages: [`Big ${i}`], content: `${big}${i}` })
    const key = await api.begin(projectId)
    let asOf: string | null = null
    for (let attempts = 0; ; attempts += 1) {
      // Each attempt dies when its second volume should commit.
      let commits = 0
      const die = async () => {
        commits += 1
        if (commits === 2) throw new Error('killed')
      }
      const attempt = { ...soleAttempt(), advance: die, complete: die }
      const isDone = await exportNow(app.deps, key, { volumeMb: 2, attempt }).then(
        () => true,
        (error: Error) => {
          expect(error.message).toBe('killed')
          return false
        },
      )
      const one = await api.read(key)
      asOf ??= one.as_of
      expect(one.as_of).toBe(asOf)
      if (isDone) {
        expect(attempts).toBeGreaterThan(3)
        break
      }
      expect(one).toMatchObject({ status: 'processing', volumes: [] })
      // What changes later is not in the export.
      await insertReadFile(app, place, { pages: ['later'] })
    }
    const { manifest, paths, export: one } = await unpack(await api.read(key))
    expect(one.volumes.length).toBeGreaterThan(4)
    expect(manifest.entries).toHaveLength(paths.length)
    expect(new Set(manifest.entries.map(({ path }) => path)).size).toBe(paths.length)
    expect(paths.filter((path) => path.endsWith('original.pdf'))).toHaveLength(5)
  })

  it('fails when the key is revoked meanwhile, and deletes what it has written', async () => {
    const credentials = await makeKey(app.deps, people.ada.user)
    const api = exportsOf(app, await fetchToken(app.url, credentials))
    const key = await api.begin(projectId)
    await sql`update api_key set revoked_at = now() where client_id = ${credentials.client_id}`.execute(
      app.deps.db,
    )
    await exportNow(app.deps, key)
    const { rows } = await sql<{ status: string; failure_code: string }>`
      select status, failure_code from project_export where key = ${key}`.execute(app.deps.db)
    expect(rows).toEqual([{ status: 'failed', failure_code: 'access_lost' }])
    const events = await sql<{ type: string }>`
      select type from event_outbox where data ->> 'export_key' = ${key}`.execute(app.deps.db)
    expect(events.rows).toEqual([{ type: 'export.failed' }])
  })
})
