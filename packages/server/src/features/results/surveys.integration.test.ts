/** What API keys read of surveys, over HTTP. */
import type {
  MediaRecord,
  ParticipantRecord,
  ResponsePage,
  ResultColumn,
  ResultResponse,
  Scope,
  SurveyRecord,
  SurveyResults,
} from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertSurveyRow } from '../../../test/harness/import-rows.ts'
import { fetchToken, findKeyId, makeKey } from '../../../test/harness/people.ts'
import { insertRecording, makeReaders, type Readers } from '../../../test/harness/reading.ts'
import { addPart, importNow, makeSurvey, soleAttempt } from '../../../test/harness/surveys.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { handleIndexNotes } from '../responses/index-notes.handler.ts'
import { eraseResponses } from '../responses/responses.public.ts'

const head = 'Name,Email,Choice,Score,Why'
const rowOf = (i: number) =>
  `Person ${i},p${i}@example.org,${i % 2 ? 'Red' : 'Blue'},${i % 11},because ${i === 7 ? 'zebra' : 'horse'} ${i}`
const rows = (from: number, to: number) =>
  [head, ...Array.from({ length: to - from }, (_, i) => rowOf(from + i))].join('\n')
const columnMapping = {
  Name: 'Name',
  Email: 'Email',
  Choice: 'Single choice',
  Score: 'NPS',
  Why: 'Open-ended',
} as const

let app: TestApp
let people: Readers
let token: string
let withPeople: string
let surveyId: number
let key: string

beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
  people = await makeReaders(app)
  const { user } = people.ada
  const credentials = await makeKey(app.deps, user)
  withPeople = await fetchToken(app.url, credentials)
  token = await fetchToken(app.url, await makeKey(app.deps, user, { scopes: ['survey:read'] }))
  const owner = {
    teamId: user.team_id,
    userId: user.id,
    keyId: await findKeyId(app.deps, credentials),
    projectId: people.open,
  }
  surveyId = await makeSurvey(app.deps, {
    owner,
    parts: [rows(0, 700), rows(700, 1300)],
    columnMapping,
    autoMap: false,
  })
  await importNow(app.deps, surveyId)
  await handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())
  const found = await sql<{ key: string }>`
    select upload_key::text as key from survey where id = ${surveyId}`.execute(app.deps.db)
  key = found.rows[0]?.key ?? ''
}, 120_000)
afterAll(() => app.close())

const read = (path: string, headers: Record<string, string> = {}, as = token) =>
  fetch(`${app.url}/api/v1/developer/${path}`, { headers: { authorization: `Bearer ${as}`, ...headers } })
const readJson = async <T>(path: string, as = token) => (await (await read(path, {}, as)).json()) as T
async function problemOf(path: string, as = token) {
  const answer = await read(path, {}, as)
  return [answer.status, ((await answer.json()) as { code: string }).code]
}
const lines = { accept: 'application/x-ndjson' }
async function stream(query = '', as = token) {
  const text = await (await read(`surveys/${key}/responses${query}`, lines, as)).text()
  const values = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ResultResponse & { end?: true; count?: number })
  return { end: values.pop(), responses: values as ResultResponse[] }
}

describe('a survey', () => {
  it('RDR-1 RDR-4 has a record, and columns with counted options', async () => {
    const record = await readJson<SurveyRecord>(`surveys/${key}`)
    expect(record).toMatchObject({ name: 'Survey', response_count: 1300, num_parts: 2, status: 'COMPLETED' })
    const { columns } = await readJson<{ columns: ResultColumn[] }>(`surveys/${key}/columns`)
    expect(columns.map(({ type, options }) => [type, options?.length ?? null])).toEqual([
      ['Name', null],
      ['Email', null],
      ['Single choice', 2],
      ['NPS', 11],
      ['Open-ended', null],
    ])
    expect(columns[2]?.options?.map(({ label, count }) => [label, count])).toEqual([
      ['Blue', 650],
      ['Red', 650],
    ])
    expect(columns[2]).toMatchObject({ header: 'Choice', decided_by: 'mapping' })
  })

  it('RDR-5 pages through all responses in the order of the file', async () => {
    const seen: ResultResponse[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: ResponsePage = await readJson(
        `surveys/${key}/responses?limit=500${cursor && `&cursor=${cursor}`}`,
      )
      expect(page.responses.length).toBeLessThanOrEqual(100)
      seen.push(...page.responses)
      cursor = page.next_cursor
    }
    expect(seen).toHaveLength(1300)
    expect(seen.map(({ part_number, row }) => [part_number, row]).slice(699, 701)).toEqual([
      [1, 700],
      [2, 1],
    ])
    expect(seen[7]).toEqual({
      response_id: expect.any(Number),
      part_number: 1,
      row: 8,
      answered_at: null,
      respondent_id: expect.any(Number),
      is_erased: false,
      answers: [
        { position: 2, values: ['Red'] },
        { position: 3, values: ['7'] },
        { position: 4, values: ['because zebra 7'] },
      ],
    })
    for (const bad of ['x', 'WzFd', 'Wzk5OTk5OTk5XQ', 'WyIxIl0'])
      expect(await problemOf(`surveys/${key}/responses?cursor=${bad}`)).toEqual([400, 'invalid_cursor'])
    for (const bad of ['f=x', 'from=tomorrow', 'limit=0'])
      expect(await problemOf(`surveys/${key}/responses?${bad}`)).toEqual([400, 'invalid_request'])
  })

  it('RDR-5 RDR-7 filters responses and results alike', async () => {
    const { columns } = await readJson<{ columns: ResultColumn[] }>(`surveys/${key}/columns`)
    const red = columns[2]?.options?.find(({ label }) => label === 'Red')?.number
    const filter = `?f=2:${red}&f=3:s7-7&words=zebra`
    const page = await readJson<ResponsePage>(`surveys/${key}/responses${filter}`)
    expect(page).toMatchObject({ responses: [{ row: 8 }], next_cursor: null })
    expect((await stream(filter)).end).toEqual({ end: true, count: 1 })
    const results = await readJson<SurveyResults>(`surveys/${key}/results${filter}`)
    expect(results).toMatchObject({ total: 1300, matching: 1 })
    expect(results.questions.map(({ type }) => type)).toEqual(['Single choice', 'NPS', 'Open-ended'])
    const first = await readJson<ResponsePage>(`surveys/${key}/responses?f=2:${red}&limit=100`)
    const next = await readJson<ResponsePage>(
      `surveys/${key}/responses?f=2:${red}&cursor=${first.next_cursor}`,
    )
    expect(next.responses[0]?.row).toBe(202)
  })

  it('RDR-6 RDR-13 RDR-14 streams every response that existed at the start', async () => {
    const { responses, end } = await stream()
    expect(end).toEqual({ end: true, count: 1300 })
    expect(new Set(responses.map(({ response_id }) => response_id)).size).toBe(1300)
    const answer = await read(`surveys/${key}/responses`, { ...lines, 'accept-encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
    await answer.text()
    const etag = answer.headers.get('etag') ?? ''
    const again = await read(`surveys/${key}/responses`, { ...lines, 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const filtered = await read(`surveys/${key}/responses?f=4:*`, { ...lines, 'if-none-match': etag })
    expect(filtered.status).toBe(200)
    await filtered.text()
  })

  it('RDR-6 limits a key to two streams, and frees those that were closed', async () => {
    const open = async () => {
      const controller = new AbortController()
      const answer = await fetch(`${app.url}/api/v1/developer/surveys/${key}/responses`, {
        headers: { authorization: `Bearer ${token}`, ...lines },
        signal: controller.signal,
      })
      return { answer, close: () => controller.abort() }
    }
    const held = [await open(), await open()]
    // The buffers of two connections hold all of this survey, so the streams may already have ended.
    for (const one of held) expect(one.answer.status).toBe(200)
    for (const one of held) one.close()
    const readAgain = async () => {
      const answer = await read(`surveys/${key}/responses`, lines)
      await answer.text()
      return answer.status
    }
    await expect.poll(readAgain).toBe(200)
  })

  it('RDR-8 keeps the column of addresses unreadable for keys that did not send it', async () => {
    const { user } = people.ada
    const retype = async (scopes: Scope[]) => {
      const other = await fetchToken(app.url, await makeKey(app.deps, user, { scopes }))
      const answer = await fetch(`${app.url}/api/v1/developer/import/surveys/${key}/columns/1`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${other}`, 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'Open-ended' }),
      })
      return [answer.status, (await answer.json()) as object]
    }
    expect(await retype(['survey:write', 'survey:read'])).toMatchObject([
      403,
      { code: 'insufficient_scope', required_scope: 'participant:read' },
    ])
  })

  it('RDR-8 shows names and addresses only with participant:read', async () => {
    const all = [
      await read(`surveys/${key}/responses`),
      await read(`surveys/${key}/responses`, lines),
      await read(`surveys/${key}/columns`),
      await read(`surveys/${key}/results`),
    ]
    for (const answer of all) expect(await answer.text()).not.toMatch(/Person \d|@example\.org/)
    expect(await problemOf(`surveys/${key}/respondents`)).toEqual([403, 'insufficient_scope'])
    expect(await problemOf('participants')).toEqual([403, 'insufficient_scope'])
    const page = await readJson<ResponsePage>(`surveys/${key}/responses?limit=1`, withPeople)
    expect(page.responses[0]?.respondent).toEqual({ name: 'Person 0', email: 'p0@example.org' })
    const { respondents } = await readJson<{ respondents: object[] }>(
      `surveys/${key}/respondents?limit=2`,
      withPeople,
    )
    expect(respondents).toHaveLength(2)
    expect(respondents[1]).toMatchObject({ name: 'Person 1', email: 'p1@example.org' })
    const { participants } = await readJson<{ participants: { participant_id: number }[] }>(
      'participants?q=p7',
      withPeople,
    )
    const one = await readJson<ParticipantRecord>(
      `participants/${participants[0]?.participant_id}`,
      withPeople,
    )
    expect(one).toMatchObject({ survey_count: 1, responses: [{ upload_key: key }] })
    expect(await problemOf('participants?cursor=x', withPeople)).toEqual([400, 'invalid_cursor'])
    expect(await problemOf('participants/0', withPeople)).toEqual([404, 'participant_not_found'])
  })

  it('RDR-2 RDR-7 RDR-8 RDR-9 has media files with transcripts and URLs', async () => {
    const recordingId = await insertRecording(app, [{ startMs: 0, text: 'spoken' }])
    await sql`
      insert into survey_media (survey_id, filename, status, media_level, response_id, upload_key, object_key, recording_id,
        linked_at)
      select ${surveyId}, 'p1@example.org.mp4', 'LINKED', 'RESPONSE', min(id), 'incoming/a', 'accepted/a', ${recordingId}, now()
      from response where survey_id = ${surveyId}`.execute(app.deps.db)
    const { media } = await readJson<{ media: MediaRecord[] }>(`surveys/${key}/media`)
    const mediaKey = media[0]?.media_key
    const record = { recording_status: 'completed', upload_key: key }
    // A file may be named after its respondent.
    expect(media).toMatchObject([{ ...record, filename: `${mediaKey}.mp4` }])
    const seen = await readJson<MediaRecord>(`media/${mediaKey}`, withPeople)
    expect(seen).toMatchObject({ ...record, filename: 'p1@example.org.mp4' })
    expect(await readJson(`media/${mediaKey}`)).toEqual(media[0])
    expect(await (await read(`media/${mediaKey}/transcript?format=txt`)).text()).toBe('spoken\n')
    expect(Object.keys(await readJson(`media/${mediaKey}/urls`))).toEqual(['rendition'])
    expect(await problemOf(`media/${crypto.randomUUID()}`)).toEqual([404, 'media_not_found'])
  })

  it('RDR-12 gives 409 while it is imported for the first time, and 404 after it failed', async () => {
    const place = { projectId: people.open, by: people.ada.user }
    for (const state of ['pending', 'working', 'waiting'] as const) {
      const working = await insertSurveyRow(app.deps.db, place, state)
      for (const part of ['columns', 'responses', 'results', 'media'])
        expect([part, await problemOf(`surveys/${working}/${part}`)]).toEqual([part, [409, 'not_ready']])
      expect((await read(`surveys/${working}`)).status).toBe(200)
    }
    const failed = await insertSurveyRow(app.deps.db, place, 'failed')
    expect(await problemOf(`surveys/${failed}/responses`)).toEqual([404, 'not_found'])
  })

  it('RDR-5 RDR-6 continues with appended rows, marks erased ones, and has a new tag', async () => {
    const before = await read(`surveys/${key}/responses`, lines)
    await before.text()
    let cursor: string | null = ''
    for (let i = 0; i < 12; i += 1)
      cursor = (
        await readJson<ResponsePage>(`surveys/${key}/responses?limit=100${cursor && `&cursor=${cursor}`}`)
      ).next_cursor
    await addPart(app.deps, surveyId, 3, rows(1300, 1310))
    await sql`update survey set status = 'VALIDATING', part_count = 3 where id = ${surveyId}`.execute(
      app.deps.db,
    )
    await importNow(app.deps, surveyId)
    const rest: ResponsePage = await readJson(`surveys/${key}/responses?limit=100&cursor=${cursor}`)
    const appended: ResponsePage = await readJson(
      `surveys/${key}/responses?limit=100&cursor=${rest.next_cursor}`,
    )
    expect([rest.responses.length, appended.responses.length, appended.next_cursor]).toEqual([100, 10, null])
    const { responses } = await stream()
    const erased = responses[9]?.respondent_id ?? 0
    await inTransaction(app.deps.db, (tx) => eraseResponses(tx, surveyId, [erased]))
    const after = await stream()
    expect(after.responses[9]).toMatchObject({ is_erased: true, answers: [] })
    expect(after.responses.filter((one) => one.is_erased)).toHaveLength(1)
    const now = await read(`surveys/${key}/responses`, {
      ...lines,
      'if-none-match': before.headers.get('etag') ?? '',
    })
    expect(now.status).toBe(200)
    await now.text()
  })

  it('RDR-6 a stream of a survey that is closed meanwhile has no last line', async () => {
    const { streamResponses } = await import('./stream-responses.ts')
    const { createStreamSlots } = await import('./stream-slots.ts')
    const { user } = people.ada
    const principal = {
      keyId: 1,
      kind: 'personal',
      teamId: user.team_id,
      userId: user.id,
      role: user.role,
    } as const
    const { body } = await streamResponses(
      { db: app.deps.db, streams: createStreamSlots() },
      { principal, uploadKey: key, query: {}, hasPeople: false, keyId: 1 },
    )
    const chunks: string[] = []
    const reading = (async () => {
      for await (const chunk of body) {
        chunks.push(String(chunk))
        await sql`update project set archived_at = now() where id = ${people.open}`.execute(app.deps.db)
      }
    })()
    await expect(reading).rejects.toThrow()
    await sql`update project set archived_at = null where id = ${people.open}`.execute(app.deps.db)
    expect(chunks.join('')).not.toContain('"end"')
  })
})
