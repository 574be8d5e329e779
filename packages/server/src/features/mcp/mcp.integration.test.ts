import type { ColumnType } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { callTool, fetchAgentToken, refusalOf, sendMessage } from '../../../test/harness/mcp.ts'
import { findKeyId, makeKey } from '../../../test/harness/people.ts'
import {
  insertReadFile,
  insertReadInsight,
  insertRecording,
  insertRecordingFile,
  makeProject,
  makeReaders,
  type Readers,
} from '../../../test/harness/reading.ts'
import { importNow, makeSurvey, soleAttempt } from '../../../test/harness/surveys.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { handleIndexNotes } from '../responses/index-notes.handler.ts'
import { maxResultChars } from './passages.policy.ts'

let app: TestApp
let people: Readers
let token: string
let place: { projectId: number; by: Readers['ada']['user'] }
beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
  people = await makeReaders(app)
  place = { projectId: people.open, by: people.ada.user }
  token = await fetchAgentToken(app, await makeKey(app.deps, people.finn.user))
})
afterAll(() => app.close())

interface Citation {
  kind: string
  key: string
  project_id: number
  page?: number
  start_ms?: number
  start: number
  end: number
  url: string
}

interface Passage {
  text: string
  citation: Citation
}

const spanOf = (text: string, { start, end }: Citation) => Array.from(text).slice(start, end).join('')

async function read<Result>(name: string, args: object): Promise<Result> {
  const { isError, content, structuredContent } = await callTool(app, token, name, args)
  const text = content[0]?.text ?? ''
  expect([isError, text.slice(0, 300)]).toEqual([undefined, expect.any(String)])
  expect(text.length).toBeLessThanOrEqual(maxResultChars)
  expect(JSON.parse(text)).toEqual(structuredContent)
  return structuredContent as Result
}

/** All results of a tool, page by page. */
async function readAll<Row>(
  name: string,
  field: string,
  args: object,
): Promise<{ rows: Row[]; calls: number }> {
  const rows: Row[] = []
  let cursor: string | null = null
  for (let calls = 1; ; calls += 1) {
    const result: Record<string, unknown> = await read(name, { ...args, ...(cursor && { cursor }) })
    rows.push(...(result[field] as Row[]))
    cursor = result['next_cursor'] as string | null
    if (cursor === null) return { rows, calls }
    expect(calls).toBeLessThan(100)
  }
}

async function insertSurvey(
  csv: string,
  columnMapping: Record<string, ColumnType>,
): Promise<{ key: string; id: number }> {
  const keyId = await findKeyId(app.deps, await makeKey(app.deps, place.by))
  const id = await makeSurvey(app.deps, {
    owner: { teamId: place.by.team_id, userId: place.by.id, keyId, projectId: place.projectId },
    parts: [csv],
    columnMapping,
    mediaConfig: {},
  })
  await importNow(app.deps, id)
  await handleIndexNotes(app.deps, { v: 1, surveyId: id }, soleAttempt())
  const { rows } = await sql<{ key: string }>`
    select upload_key::text as key from survey where id = ${id}`.execute(app.deps.db)
  return { key: onlyRow(rows).key, id }
}

describe('transcripts', () => {
  it('are cut at a line and continue with the cursor', async () => {
    const lines = Array.from({ length: 400 }, (_, i) => ({
      startMs: i * 1000,
      text: `Line ${i}: ${'𝒸afé '.repeat(30)}`,
      speaker: `S${i % 3}`,
    }))
    const { key } = await insertRecordingFile(app, place, lines)
    const { rows, calls } = await readAll<Passage>('get_transcript', 'lines', { key })
    expect(calls).toBeGreaterThan(1)
    expect(rows.map(({ text }) => text)).toEqual(lines.map(({ text }) => text))
    for (const [i, { text, citation }] of rows.entries()) {
      expect(spanOf(lines[i]?.text ?? '', citation)).toBe(text)
      expect(citation).toMatchObject({
        kind: 'transcript',
        key,
        project_id: place.projectId,
        start_ms: i * 1000,
      })
    }
    const part = await readAll<Passage>('get_transcript', 'lines', { key, from_ms: 10_000, to_ms: 12_500 })
    expect(part.rows.at(-1)?.citation.start_ms).toBe(12_000)
    expect(part.rows.length).toBeLessThan(20)
  })

  it('split a line that exceeds a result', async () => {
    const text = '\u0007'.repeat(9_000) + '😀'.repeat(30_000)
    const { key } = await insertRecordingFile(app, place, [{ startMs: 0, text }])
    const { rows, calls } = await readAll<Passage>('get_transcript', 'lines', { key })
    expect(calls).toBeGreaterThan(1)
    expect(rows.map((line) => line.text).join('')).toBe(text)
    for (const line of rows) expect(spanOf(text, line.citation)).toBe(line.text)
  })
})

describe('documents', () => {
  it('are read page by page, as files, images and insights', async () => {
    const pages = Array.from({ length: 150 }, (_, i) =>
      i % 7 === 0 ? '' : `Page ${i + 1}. ${'word '.repeat(300)}`,
    )
    const key = await insertReadFile(app, place, { pages })
    const { rows } = await readAll<Passage>('get_document', 'pages', { key })
    expect(rows.map(({ text }) => text)).toEqual(pages)
    expect(rows[1]?.citation.url).toBe(`${app.deps.publicUrl}/documents/file/${key}?page=2`)
    const rest = await readAll<Passage>('get_document', 'pages', { key, from_page: 149 })
    expect(rest.rows.map(({ citation }) => citation.page)).toEqual([149, 150])
    const image = await insertReadFile(app, place, { kind: 'image', pages: ['A sign.'] })
    expect(await read('get_document', { key: image })).toMatchObject({
      page_count: 1,
      pages: [{ text: 'A sign.', citation: { kind: 'image', url: `${app.deps.publicUrl}/images/${image}` } }],
    })
    const insight = await insertReadInsight(app, place, { pages: ['An insight.'] })
    expect(await read('get_document', { key: insight })).toMatchObject({
      pages: [{ citation: { url: `${app.deps.publicUrl}/documents/insight/${insight}?page=1` } }],
    })
  })
})

describe('surveys', () => {
  it('have results and open answers, without names of respondents', async () => {
    const rows = Array.from(
      { length: 120 },
      (_, i) => `Nia ${i},nia${i}@example.org,${i % 2 ? 'Red' : 'Blue'},Answer ${i} ${'long '.repeat(200)}`,
    )
    const mapping: Record<string, ColumnType> = {
      Name: 'Name',
      'E-mail': 'Email',
      Colour: 'Single choice',
      Why: 'Open-ended',
    }
    const { key } = await insertSurvey(`Name,E-mail,Colour,Why\n${rows.join('\n')}`, mapping)
    const results = await read<{ questions: { position: number; name: string; options: object[] }[] }>(
      'get_survey_results',
      { upload_key: key },
    )
    expect(results).toMatchObject({ total: 120, matching: 120, next_cursor: null })
    expect(results.questions.map(({ name }) => name)).toEqual(['Colour', 'Why'])
    expect(results.questions[0]?.options).toMatchObject([{ count: 60 }, { count: 60 }])
    const filtered = await read('get_survey_results', { upload_key: key, filter: { f: ['2:1'] } })
    expect(filtered).toMatchObject({ total: 120, matching: 60 })
    const answers = await readAll<Passage>('list_survey_answers', 'answers', { upload_key: key, position: 3 })
    expect(answers.calls).toBeGreaterThan(1)
    expect(new Set(answers.rows.map(({ text }) => text)).size).toBe(120)
    expect(JSON.stringify(answers.rows)).not.toMatch(/Nia|@example/)
    const found = await readAll<Passage>('list_survey_answers', 'answers', {
      upload_key: key,
      position: 3,
      words: '"answer 77"',
    })
    expect(found.rows.map(({ text }) => text.slice(0, 9))).toEqual(['Answer 77'])
    expect(await refusalOf(app, token, 'list_survey_answers', { upload_key: key, position: 0 })).toContain(
      'get_survey_results',
    )
  })

  it('with very many questions and options are cut', async () => {
    const header = Array.from({ length: 120 }, (_, i) => `Q${i}`)
    const body = Array.from({ length: 40 }, (_, row) =>
      header.map((name) => `${name} option ${row} ${'x'.repeat(60)}`).join(','),
    )
    const mapping = Object.fromEntries(header.map((name) => [name, 'Single choice' as const]))
    const { key } = await insertSurvey(`${header.join(',')}\n${body.join('\n')}`, mapping)
    const { rows, calls } = await readAll<{ name: string }>('get_survey_results', 'questions', {
      upload_key: key,
    })
    expect(calls).toBeGreaterThan(1)
    expect(rows.map(({ name }) => name)).toEqual(header)
  })
})

describe('search', () => {
  it('returns passages of all kinds whose text equals their span', async () => {
    const long = `${'before '.repeat(400)}zebrafish ${'after '.repeat(400)}`
    const document = await insertReadFile(app, place, { pages: ['nothing', long] })
    const image = await insertReadFile(app, place, { kind: 'image', pages: ['zebrafish on a sign'] })
    const { key: recording } = await insertRecordingFile(app, place, [
      { startMs: 5_000, text: 'A zebrafish 🐟 swims.' },
    ])
    const { key: survey, id } = await insertSurvey('Why\nI like zebrafish', { Why: 'Open-ended' })
    const recordingId = await insertRecording(app, [{ startMs: 0, text: 'zebrafish of a respondent' }])
    await sql`
      insert into survey_media (survey_id, filename, status, media_level, response_id, upload_key, object_key,
        recording_id, linked_at)
      select ${id}, 'maya@example.org.mp4', 'LINKED', 'RESPONSE', id, 'incoming/zebra', 'accepted/zebra', ${recordingId}, now()
      from response where survey_id = ${id}`.execute(app.deps.db)
    const { rows } = await readAll<Passage>('search', 'passages', { query: 'zebrafish', limit: 2 })
    expect(new Set(rows.map(({ citation }) => citation.kind))).toEqual(
      new Set(['transcript', 'document', 'image', 'answer']),
    )
    expect(rows).toHaveLength(new Set(rows.map(({ citation }) => citation.url)).size)
    const texts = new Map([
      [document, long],
      [image, 'zebrafish on a sign'],
      [recording, 'A zebrafish 🐟 swims.'],
      [survey, 'I like zebrafish'],
    ])
    for (const { text, citation } of rows) {
      expect(text).toContain('zebrafish')
      const whole = texts.get(citation.key)
      if (whole !== undefined) expect(spanOf(whole, citation)).toBe(text)
      const tool = citation.kind === 'transcript' ? 'get_transcript' : 'get_document'
      if (citation.kind !== 'answer')
        expect(JSON.stringify(await read(tool, { key: citation.key }))).not.toContain('maya@example.org')
      expect(JSON.stringify(citation)).not.toContain('maya@example.org')
    }
    const only = await readAll<Passage>('search', 'passages', { query: 'zebrafish', kinds: ['image'] })
    expect(only.rows.map(({ citation }) => citation.key)).toEqual([image])
    expect((await readAll('search', 'passages', { query: 'nowhereword' })).rows).toEqual([])
    expect(await refusalOf(app, token, 'search', { query: 'a', project_ids: [people.closed] })).toContain(
      'project',
    )
  })
})

it('finds other forms of words, and some of the words if no passage has all', async () => {
  const key = await insertReadFile(app, place, { pages: ['The gardeners watered their orchids.'] })
  const find = (query: string) => read<{ passages: Passage[]; is_partial: boolean }>('search', { query })
  for (const [query, isPartial] of [
    ['gardener watering orchid', false],
    ['orchid submarine', true],
  ] as const) {
    const { passages, is_partial } = await find(query)
    expect([passages.map(({ citation }) => citation.key), is_partial]).toEqual([[key], isPartial])
    expect(passages[0]?.text).toContain('orchids')
  }
})

describe('projects that are excluded from AI', () => {
  it('do not exist for any tool, and appear once they are included', async () => {
    const projectId = await makeProject(people.ada, 2, { disable_search_ask_ai: true, name: 'Excluded' })
    const excluded = { ...place, projectId }
    const { key } = await insertRecordingFile(app, excluded, [{ startMs: 0, text: 'quokka spoken' }])
    const document = await insertReadFile(app, excluded, { pages: ['quokka written'] })
    const names = async () =>
      (await readAll<{ name: string }>('list_projects', 'projects', {})).rows.map(({ name }) => name)
    const found = async () => (await readAll('search', 'passages', { query: 'quokka' })).rows.length
    expect(await names()).not.toContain('Excluded')
    expect(await found()).toBe(0)
    const unknown = crypto.randomUUID()
    for (const [tool, args, nowhere] of [
      ['list_materials', { project_id: projectId }, { project_id: 999_999_999 }],
      [
        'search',
        { query: 'quokka', project_ids: [projectId] },
        { query: 'quokka', project_ids: [999_999_999] },
      ],
      ['get_transcript', { key }, { key: unknown }],
      ['get_document', { key: document }, { key: unknown }],
    ] as const)
      expect(await refusalOf(app, token, tool, args)).toBe(await refusalOf(app, token, tool, nowhere))
    await sql`update project set disable_search_ask_ai = false where id = ${projectId}`.execute(app.deps.db)
    expect(await names()).toContain('Excluded')
    expect(await found()).toBe(2)
    expect((await readAll('list_materials', 'materials', { project_id: projectId })).rows).toHaveLength(2)
  })
})

describe('messages', () => {
  it('other than a single tool call are refused or answered', async () => {
    const batch = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '[]',
    })
    expect([batch.status, await batch.json()]).toMatchObject([400, { error: { code: -32_600 } }])
    const listen = await sendMessage(app, token, { method: 'subscriptions/listen' })
    expect([listen.status, await listen.json()]).toMatchObject([404, { error: { code: -32_601 } }])
    const unknown = await sendMessage(app, token, { method: 'tools/call', params: { name: 'drop_table' } })
    expect(await unknown.json()).toMatchObject({ error: { code: -32_602 } })
    const garbage = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: '{',
    })
    expect(garbage.status).toBe(400)
    const large = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: ' '.repeat(200_000),
    })
    expect(large.status).toBe(413)
  })

  it('report an internal error without its cause', async () => {
    await sql`alter table extraction_page rename to extraction_page_away`.execute(app.deps.db)
    const key = await insertKeyOf()
    const sentence = await refusalOf(app, token, 'get_document', { key })
    await sql`alter table extraction_page_away rename to extraction_page`.execute(app.deps.db)
    expect(sentence).toMatch(/Request \S+\.$/)
    expect(sentence).not.toContain('extraction')
  })
})

/** A document whose pages exist. */
async function insertKeyOf(): Promise<string> {
  const { rows } = await sql<{ key: string }>`
    select key::text from file where kind = 'document' and project_id = ${place.projectId} limit 1`.execute(
    app.deps.db,
  )
  return onlyRow(rows).key
}
