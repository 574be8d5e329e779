/** Moved records follow their new project: search, lists and events, also while they are being processed. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { findKeyId, makeCaller } from '../../../test/harness/people.ts'
import {
  indexNow,
  insertReadFile,
  insertReadInsight,
  insertRecordingFile,
} from '../../../test/harness/reading.ts'
import { addMedia, importNow, makeSurvey, soleAttempt } from '../../../test/harness/surveys.ts'
import { onlyRow } from '../../platform/db/only-row.ts'
import { handleIndexNotes } from '../responses/index-notes.handler.ts'

let app: TestApp
let caller: Awaited<ReturnType<typeof makeCaller>>
let from: number
let to: number

async function call(method: string, path: string, json?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${app.url}/api/v1/developer/${path}`, {
    method,
    headers: { authorization: `Bearer ${caller.token}`, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  })
  return (await answer.json()) as Record<string, unknown>
}

const makeProject = async (settings: object = {}) =>
  Number((await call('POST', 'import/projects/create', { name: 'Moves', ...settings }))['id'])

/** Projects and numbers of the entries of a source. */
async function entriesOf(kind: string, sourceId: number): Promise<unknown[]> {
  const { rows } = await sql`
    select project_id, count(*) as n from search_entry where kind = ${kind} and source_id = ${sourceId}
    group by 1 order by 1`.execute(app.deps.db)
  return rows
}

async function idOf(column: 'extraction_id' | 'recording_id', table: 'file' | 'insight', key: string) {
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(column)} as id from ${sql.table(table)} where key = ${key}`.execute(app.deps.db)
  return onlyRow(rows).id
}

beforeAll(async () => {
  app = await startTestApp()
  caller = await makeCaller(app)
  from = await makeProject()
  to = await makeProject()
}, 120_000)
afterAll(() => app.close())

describe('moving', () => {
  it('takes the text of documents out of the old project at once and indexes it in the new one', async () => {
    const place = { projectId: from, by: caller.user }
    const file = await insertReadFile(app, place, { pages: ['one', 'two'] })
    const insight = await insertReadInsight(app, place, { pages: ['three'] })
    const pages = await idOf('extraction_id', 'file', file)
    const insightPages = await idOf('extraction_id', 'insight', insight)
    expect(await entriesOf('page', pages)).toEqual([{ project_id: from, n: 2 }])
    expect((await call('PATCH', `files/${file}`, { project_id: to }))['project_id']).toBe(to)
    expect((await call('PATCH', `insights/${insight}`, { project_id: to }))['project_id']).toBe(to)
    expect(await entriesOf('page', pages)).toEqual([])
    await indexNow(app, 'page', pages)
    await indexNow(app, 'page', insightPages)
    expect(await entriesOf('page', pages)).toEqual([{ project_id: to, n: 2 }])
    expect(await entriesOf('page', insightPages)).toEqual([{ project_id: to, n: 1 }])
  })

  it('enqueues the indexing of a transcript again', async () => {
    const place = { projectId: from, by: caller.user }
    const { key, recordingId } = await insertRecordingFile(app, place, [{ startMs: 0, text: 'hello' }])
    await call('PATCH', `files/${key}`, { project_id: to, name: 'moved.mp4' })
    expect(await entriesOf('segment', recordingId)).toEqual([])
    const { rows } = await sql`
      select data ->> 'kind' as kind from job.job where name = 'index-text' and state < 'active'
        and singleton_key = ${`segment ${recordingId}`}`.execute(app.deps.db)
    expect(rows).toEqual([{ kind: 'segment' }])
  })

  it('moves a survey with its file, its media files and its answers', async () => {
    const keyId = await findKeyId(app.deps, caller.key)
    const owner = { teamId: caller.team.id, userId: caller.user.id, keyId, projectId: from }
    const surveyId = await makeSurvey(app.deps, {
      owner,
      parts: ['Email,Why\nada@example.org,because\n'],
      columnMapping: { Email: 'Email', Why: 'Open-ended' },
      mediaConfig: {},
    })
    await addMedia(app.deps, surveyId, 'ada@example.org.mp4', 'film')
    await importNow(app.deps, surveyId)
    const { rows } = await sql<{ upload_key: string }>`
      select upload_key from survey where id = ${surveyId}`.execute(app.deps.db)
    const { upload_key } = onlyRow(rows)
    const isProtected = await makeProject({ redact_pii: true })
    expect((await call('PATCH', `surveys/${upload_key}`, { project_id: isProtected }))['code']).toBe(
      'privacy_mismatch',
    )
    expect(await call('PATCH', `surveys/${upload_key}`, { project_id: to, name: 'Moved' })).toMatchObject({
      project_id: to,
      name: 'Moved',
    })
    await handleIndexNotes(app.deps, { v: 1, surveyId }, soleAttempt())
    expect(await entriesOf('note', surveyId)).toEqual([{ project_id: to, n: 1 }])
    const file = await sql`
      select f.project_id, f.name, s.first_project_id, s.first_name from survey s join file f on f.id = s.file_id
      where s.id = ${surveyId}`.execute(app.deps.db)
    expect(file.rows).toEqual([
      {
        project_id: to,
        name: 'Moved',
        first_project_id: from,
        first_name: expect.not.stringMatching('Moved'),
      },
    ])
  })

  it('keeps one of two concurrent changes that require the same ETag', async () => {
    const key = await insertReadFile(app, { projectId: from, by: caller.user }, { pages: ['x'] })
    const send = (name: string, ifMatch?: string) =>
      fetch(`${app.url}/api/v1/developer/files/${key}`, {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${caller.token}`,
          'content-type': 'application/json',
          ...(ifMatch !== undefined && { 'if-match': ifMatch }),
        },
        body: JSON.stringify({ name }),
      })
    const etag = (await send('0.pdf')).headers.get('etag') ?? ''
    const answers = await Promise.all(['1', '2', '3', '4'].map((n) => send(`${n}.pdf`, etag)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412, 412, 412])
  })

  it('records each change in the audit log without names', async () => {
    const { rows } = await sql<{ action: string; details: object }>`
      select action, details from audit_entry where user_id = ${caller.user.id} order by id`.execute(
      app.deps.db,
    )
    expect(rows.map(({ action }) => action)).toContain('surveys.update')
    expect(JSON.stringify(rows)).toContain('"fields":["project_id","name"]')
    expect(JSON.stringify(rows)).not.toContain('moved.mp4')
  })
})
