/** The event log: its order, its readers, and what it reports of every kind of record. */
import { setTimeout as sleep } from 'node:timers/promises'
import { roles } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { fetchEvents, readAllEvents, readEvents } from '../../../test/harness/event-log.ts'
import { insertFileRow, insertInsightRow, insertSurveyRow } from '../../../test/harness/import-rows.ts'
import { callApi } from '../../../test/harness/imports.ts'
import { fetchToken, makeCaller, makeKey, makeUser } from '../../../test/harness/people.ts'
import { type Db, inTransaction, type Tx } from '../../platform/db/database.ts'
import { deleteProject, setProjectState } from '../projects/projects.repo.ts'
import { writeEventCursor } from './event-cursor.ts'
import { dropOldEvents } from './events.repo.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Caller = Awaited<ReturnType<typeof makeCaller>>

async function makeProject({ token }: Pick<Caller, 'token'>, body: object = {}): Promise<number> {
  const answer = await callApi(app.url, token, '/projects/create', { name: 'Project', ...body })
  return ((await answer.json()) as { id: number }).id
}

async function openProject() {
  const caller = await makeCaller(app)
  const projectId = await makeProject(caller, { project_share_preference: 2 })
  const { next_cursor: start } = await readEvents(app.url, caller.token, { after: 'latest' })
  return { ...caller, projectId, start, place: { projectId, by: caller.user } }
}

const setFile = (db: Db | Tx, key: string, status: 'processing' | 'completed') =>
  sql`update file set status = ${status}, completed_at = now() where key = ${key}`.execute(db)

const typesAfter = async (token: string, after: string, query: Record<string, string> = {}) =>
  (await readAllEvents(app.url, token, { after, ...query })).map(({ type }) => type)

describe('the log', () => {
  it('has no gaps for a reader who follows it while transactions commit in any order', async () => {
    const { token, place, start } = await openProject()
    const writers = 12
    const changes = 15
    let isWriting = true
    const write = async () => {
      const key = await insertFileRow(app.deps.db, place, 'working')
      for (let i = 0; i < changes; i += 1) {
        await inTransaction(app.deps.db, async (tx) => {
          await setFile(tx, key, i % 2 === 0 ? 'completed' : 'processing')
          await sleep(Math.random() * 12)
        })
      }
    }
    const writing = Promise.all(Array.from({ length: writers }, write)).finally(() => {
      isWriting = false
    })
    const followed: string[] = []
    let after = start
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting
      const page = await readEvents(app.url, token, { after, limit: 7, wait: isLast ? 0 : 1 })
      followed.push(...page.events.map(({ id }) => id))
      after = page.next_cursor
      if (page.has_more) isLast = false
    }
    await writing
    const all = await readAllEvents(app.url, token, { after: start })
    expect(followed).toEqual(all.map(({ id }) => id))
    expect(all).toHaveLength(writers * changes)
    for (const ofFile of Map.groupBy(all, ({ data }) => data.wav_key).values())
      expect(ofFile.map(({ type }) => type)).toEqual(
        Array.from({ length: changes }, (_, i) => (i % 2 === 0 ? 'file.completed' : 'file.processing')),
      )
  })

  it('is not delayed by a long transaction, and contains nothing that was rolled back', async () => {
    const { token, place, start } = await openProject()
    const [slow, quick, undone] = await Promise.all([
      insertFileRow(app.deps.db, place, 'working'),
      insertFileRow(app.deps.db, place, 'working'),
      insertFileRow(app.deps.db, place, 'working'),
    ])
    const released = Promise.withResolvers<void>()
    const slowChange = inTransaction(app.deps.db, async (tx) => {
      await setFile(tx, slow, 'completed')
      await released.promise
    })
    await inTransaction(app.deps.db, async (tx) => {
      await setFile(tx, undone, 'completed')
      throw new Error('undone')
    }).catch(() => {})
    await setFile(app.deps.db, quick, 'completed')
    const first = await readEvents(app.url, token, { after: start })
    expect(first.events.map(({ data }) => data.wav_key)).toEqual([quick])
    released.resolve()
    await slowChange
    const second = await readEvents(app.url, token, { after: first.next_cursor })
    expect(second.events.map(({ data }) => data.wav_key)).toEqual([slow])
  })

  it('reports every kind of record with its keys, and no names', async () => {
    const { token, place, start, projectId } = await openProject()
    const { db } = app.deps
    const insight = await insertInsightRow(db, place, 'working', { name: 'secret name' })
    await sql`update insight set phase = 'failed', failure_code = 'damaged', failure_message = 'x' where key = ${insight}`.execute(
      db,
    )
    const file = await insertFileRow(db, place, 'working')
    await sql`update file set name = 'another secret name' where key = ${file}`.execute(db)
    const survey = await insertSurveyRow(db, place, 'working')
    await sql`update survey_part set status = 'FAILED', row_count = null
      where survey_id = (select id from survey where upload_key = ${survey})`.execute(db)
    await sql`insert into survey_media (survey_id, filename, upload_key)
      select id, 'clip.mp4', gen_random_uuid() from survey where upload_key = ${survey}`.execute(db)
    await sql`update survey_media set status = 'FAILED', failure_code = 'missing', failure_message = 'x'
      where survey_id = (select id from survey where upload_key = ${survey})`.execute(db)
    const events = await readAllEvents(app.url, token, { after: start })
    expect(events.map(({ type }) => type)).toEqual([
      'insight.failed',
      'file.updated',
      'part.failed',
      'media.failed',
    ])
    expect(events.map(({ data }) => data)).toEqual([
      {
        project_id: projectId,
        insight_key: insight,
        insight_state: 0,
        status: 'failed',
        external_id: null,
        links: { status: `/api/v1/developer/import/insights/${insight}/status` },
      },
      {
        project_id: projectId,
        wav_key: file,
        status: 'processing',
        external_id: null,
        links: { status: `/api/v1/developer/import/files/${file}/status` },
      },
      {
        project_id: projectId,
        upload_key: survey,
        part_number: 1,
        status: 'FAILED',
        external_id: null,
        links: { status: `/api/v1/developer/import/surveys/${survey}/status` },
      },
      {
        project_id: projectId,
        upload_key: survey,
        media_key: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'FAILED',
        external_id: null,
        links: { status: `/api/v1/developer/import/surveys/${survey}/status` },
      },
    ])
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  it('reports the recording of a media file when its transcript is complete', async () => {
    const { token, place, start } = await openProject()
    const { db } = app.deps
    const survey = await insertSurveyRow(db, place, 'ready')
    await sql`
      with made as (
        insert into recording (duration_ms, has_video, has_audio, rendition_key, rendition_type)
        values (1000, false, true, ${`made/${crypto.randomUUID()}`}, 'audio/mp4') returning id),
      written as (insert into transcript (recording_id, engine, model, language) select id, 'a', 'b', 'en' from made)
      insert into survey_media (survey_id, filename, upload_key, status, media_level, response_id, recording_id)
      select s.id, 'clip.mp4', gen_random_uuid(), 'LINKED', 'RESPONSE', 1, made.id
      from survey s, made where s.upload_key = ${survey}`.execute(db)
    await sql`update transcript set completed_at = now() where recording_id = (
      select recording_id from survey_media m join survey s on s.id = m.survey_id where s.upload_key = ${survey})`.execute(
      db,
    )
    expect(await typesAfter(token, start)).toEqual(['media.completed'])
  })
})

describe('who reads the log', () => {
  it('sees drafts of others only once they are shared, and nothing of private projects', async () => {
    const owner = await makeCaller(app)
    const other = await makeCaller(app, { team: owner.team, role: roles.admin })
    const shared = { projectId: await makeProject(owner, { project_share_preference: 2 }), by: owner.user }
    const hidden = { projectId: await makeProject(owner, { project_share_preference: 1 }), by: owner.user }
    const { next_cursor: start } = await readEvents(app.url, owner.token, { after: 'latest' })
    const { db } = app.deps
    const draft = await insertInsightRow(db, shared, 'working', { draft: true })
    await sql`update insight set phase = 'failed', failure_code = 'damaged', failure_message = 'x' where key = ${draft}`.execute(
      db,
    )
    await setFile(db, await insertFileRow(db, hidden, 'working'), 'completed')
    expect(await typesAfter(owner.token, start)).toEqual(['insight.failed', 'file.completed'])
    expect(await typesAfter(other.token, start)).toEqual([])
    await sql`update insight set state = 0 where key = ${draft}`.execute(db)
    expect(await typesAfter(other.token, start)).toEqual(['insight.failed', 'insight.updated'])
    await sql`delete from insight where key = ${draft}`.execute(db)
    expect(await typesAfter(other.token, start)).toEqual(['insight.updated', 'insight.purged'])
  })

  it('still sees a project that was archived, deleted and removed, if they could open it', async () => {
    const owner = await makeCaller(app)
    const other = await makeCaller(app, { team: owner.team })
    const { db } = app.deps
    const shared = await makeProject(owner, { project_share_preference: 2 })
    const hidden = await makeProject(owner, { project_share_preference: 1 })
    const { next_cursor: start } = await readEvents(app.url, owner.token, { after: 'latest' })
    for (const id of [shared, hidden]) {
      for (const state of ['archived', 'live', 'deleted', 'live', 'deleted'] as const)
        await setProjectState(db, id, state)
      await inTransaction(db, (tx) => deleteProject(tx, id))
    }
    const verbs = ['archived', 'unarchived', 'deleted', 'restored', 'deleted', 'purged']
    const types = verbs.map((verb) => `project.${verb}`)
    expect(await typesAfter(other.token, start)).toEqual(types)
    expect(await typesAfter(owner.token, start)).toEqual([...types, ...types])
    const stranger = await makeCaller(app)
    expect(await typesAfter(stranger.token, '')).toEqual([])
  })

  it('needs the scope event:read', async () => {
    const { user } = await makeCaller(app)
    const key = await makeKey(app.deps, user, { scopes: ['file:write'] })
    const answer = await fetchEvents(app.url, await fetchToken(app.url, key))
    expect([answer.status, await answer.json()]).toMatchObject([403, { required_scope: 'event:read' }])
  })
})

describe('a cursor', () => {
  it('of a day that is no longer retained has expired; one that no page produced is invalid', async () => {
    const { token, start } = await openProject()
    const status = async (after: string) => {
      const answer = await fetchEvents(app.url, token, { after })
      return [answer.status, ((await answer.json()) as { code?: string }).code]
    }
    expect(await status(writeEventCursor({ day: '2020-01-01', position: 0 }))).toEqual([
      410,
      'cursor_expired',
    ])
    expect(await status(writeEventCursor({ day: '2999-01-01', position: 0 }))).toEqual([
      400,
      'invalid_cursor',
    ])
    expect(await status(`${start}x`)).toEqual([400, 'invalid_cursor'])
    expect(await status('nonsense')).toEqual([400, 'invalid_cursor'])
  })

  it('of an idle log takes the current day, so that it does not expire', async () => {
    const { token } = await openProject()
    await sql`update event_head set day = day - 3`.execute(app.deps.db)
    const { next_cursor: cursor } = await readEvents(app.url, token, { after: 'latest' })
    const today = new Date().toISOString().slice(0, 10)
    expect(Buffer.from(cursor, 'base64url').toString()).toContain(today)
  })
})

describe('a reader who waits', () => {
  it('is answered as soon as an event commits that it may see', async () => {
    const { token, place, start } = await openProject()
    const stranger = await openProject()
    const { db } = app.deps
    const [own, foreign] = [
      await insertFileRow(db, place, 'working'),
      await insertFileRow(db, stranger.place, 'working'),
    ]
    const startedAt = performance.now()
    const waiting = readEvents(app.url, token, { after: start, wait: 20, types: 'file.completed' })
    await sleep(300)
    await setFile(db, foreign, 'completed')
    await sleep(300)
    await setFile(db, own, 'completed')
    const page = await waiting
    expect(page.events.map(({ data }) => data.wav_key)).toEqual([own])
    expect(performance.now() - startedAt).toBeGreaterThan(500)
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('gets an empty page and a usable cursor when the time is up', async () => {
    const { token, place, start } = await openProject()
    const startedAt = performance.now()
    const page = await readEvents(app.url, token, { after: start, wait: 1 })
    expect(page).toMatchObject({ events: [], has_more: false })
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_000)
    await setFile(app.deps.db, await insertFileRow(app.deps.db, place, 'working'), 'completed')
    expect(await typesAfter(token, page.next_cursor)).toEqual(['file.completed'])
  })

  it('sees nothing more once its key is revoked', async () => {
    const { token, place, start, key } = await openProject()
    const file = await insertFileRow(app.deps.db, place, 'working')
    const waiting = fetchEvents(app.url, token, { after: start, wait: 30 })
    await sleep(300)
    await sql`update api_key set revoked_at = now() where client_id = ${key.client_id}`.execute(app.deps.db)
    // Longer than the state of a key is cached.
    await sleep(5_500)
    await setFile(app.deps.db, file, 'completed')
    expect((await waiting).status).toBe(401)
  })
})

describe('retention', () => {
  it('drops whole days', async () => {
    const { db } = app.deps
    const day = (ago: number) => sql`(now() at time zone 'UTC')::date - ${ago}::int`
    for (const ago of [30, 31, 45]) await sql`select add_event_day(${day(ago)})`.execute(db)
    const dropped = await dropOldEvents(db, 30)
    expect(dropped).toHaveLength(2)
    expect(await dropOldEvents(db, 30)).toEqual([])
  })
})

it('a user of another team never sees events, whatever the cursor', async () => {
  const { start } = await openProject()
  const stranger = await makeCaller(app)
  await makeUser(app.deps, stranger.team)
  expect(await typesAfter(stranger.token, start)).toEqual([])
})
