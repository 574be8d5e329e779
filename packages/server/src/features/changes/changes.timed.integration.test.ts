/** The change stream: recipients, latency, and lost connections. */
import { roles } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { type EventStreamClient, followChanges } from '../../../test/harness/event-stream-client.ts'
import { insertFileRow, insertInsightRow, insertSurveyRow } from '../../../test/harness/import-rows.ts'
import { makeTeam } from '../../../test/harness/people.ts'
import { waitFor } from '../../../test/harness/processes.ts'
import { makeVisitor, type Visitor, visitAs } from '../../../test/harness/visitors.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { failFile, reportFileProgress } from '../files/files.repo.ts'
import { setProjectState } from '../projects/projects.repo.ts'
import { completeRecording } from '../recording-processing/recording-lifecycle.repo.ts'
import { type Team, type User, updateUser } from '../team/team.repo.ts'

type Person = { user: User; visitor: Visitor }

let app: TestApp
let team: Team
let ada: Person
let finn: Person
let open: number
const readers: EventStreamClient[] = []

beforeAll(async () => {
  app = await startTestApp()
  team = await makeTeam(app.deps)
  ada = await makeVisitor(app, { team, role: roles.admin })
  finn = await makeVisitor(app, { team })
  open = await makeProject(ada, 2)
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => app.close())

async function makeProject({ visitor }: Person, sharing: 1 | 2): Promise<number> {
  const answer = await visitor.post('/projects', { name: 'Project', project_share_preference: sharing })
  return ((await answer.json()) as { id: number }).id
}

async function follow({ visitor }: Pick<Person, 'visitor'>, headers: Record<string, string> = {}) {
  const reader = await followChanges(visitor, headers)
  readers.push(reader)
  if (reader.status === 200) await waitFor(async () => reader.events.length > 0)
  return reader
}

const idOf = async (key: string) => {
  const { rows } = await sql<{ id: number }>`select id from file where key = ${key}`.execute(app.deps.db)
  return rows[0]?.id ?? 0
}

const finish = async (key: string) => {
  const id = await idOf(key)
  await inTransaction(app.deps.db, (tx) => completeRecording(tx, { owner: 'file', id }))
}

/** Ignores project changes, which may still arrive from the set-up. */
const imports = (reader: EventStreamClient) =>
  new Set(reader.changes().flatMap(({ kind, key }) => (kind === 'project' ? [] : [key])))

const listeners = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and application_name = 'inlet-changes'`.execute(
    app.deps.db,
  )
  return rows.map(({ pid }) => pid)
}

describe('the change stream', () => {
  it('delivers twenty imports to fifty windows within a second over one listening connection', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, () => makeVisitor(app, { team })))
    const windows = await Promise.all([...people, ...people].map((person) => follow(person)))
    expect(windows.map(({ events }) => events[0]?.event)).toEqual(Array(50).fill('ready'))
    expect(await listeners()).toHaveLength(1)
    const delays: number[] = []
    // Best of three, because other load on the machine must not count.
    for (let round = 1; round <= 3; round += 1) {
      const place = { projectId: open, by: ada.user }
      const keys = await Promise.all(
        Array.from({ length: 20 }, () => insertFileRow(app.deps.db, place, 'working')),
      )
      await Promise.all(keys.map(finish))
      const committedAt = performance.now()
      await Promise.all(windows.map((window) => window.waitForEvents('change', 20 * round, 30_000)))
      const last = Math.max(...windows.map(({ events }) => events.at(-1)?.at ?? 0))
      delays.push(last - committedAt)
      for (const window of windows) {
        const received = window.changes().slice(-20)
        expect(new Set(received.map(({ key }) => key))).toEqual(new Set(keys))
        expect(received[0]).toMatchObject({ kind: 'file', project_id: open, change: 'status' })
      }
    }
    expect(Math.min(...delays)).toBeLessThan(1_000)
    expect(await listeners()).toHaveLength(1)
  })

  it('reports every kind of change and progress, and nothing that was rolled back', async () => {
    const window = await follow(ada)
    const { db } = app.deps
    const place = { projectId: open, by: ada.user }
    const file = await insertFileRow(db, place, 'working', { kind: 'video' })
    const insight = await insertInsightRow(db, place, 'working')
    const survey = await insertSurveyRow(db, place, 'working')
    const id = await idOf(file)
    await inTransaction(db, async (tx) => {
      await failFile(tx, id, { code: 'damaged', message: 'x' })
      throw new Error('Rolled back.')
    }).catch(() => {})
    await reportFileProgress(db, id, { stage: 'converting', percent: 12, secondsLeft: 40 })
    await window.waitForEvents('change', 1)
    await sql`update insight set phase = 'failed', failure_code = 'x', completed_at = now() where key = ${insight}`.execute(
      db,
    )
    await sql`update survey set response_count = 7 where upload_key = ${survey}`.execute(db)
    await window.waitForEvents('change', 3)
    await sql`update project set name = 'Renamed' where id = ${open}`.execute(db)
    await sql`delete from file where key = ${file}`.execute(db)
    await window.waitForEvents('change', 5)
    const told = window.changes().map(({ kind, key, change }) => ({ kind, key, change }))
    expect(told).toEqual(
      expect.arrayContaining([
        { kind: 'file', key: file, change: 'progress' },
        { kind: 'insight', key: insight, change: 'status' },
        { kind: 'survey', key: survey, change: 'progress' },
        { kind: 'project', key: String(open), change: 'details' },
        { kind: 'file', key: file, change: 'removed' },
      ]),
    )
    expect(told).toHaveLength(5)
  })

  it('delivers changes only to people with access', async () => {
    const stranger = await makeVisitor(app)
    const mine = await makeProject(ada, 1)
    const [own, colleague, other] = [await follow(ada), await follow(finn), await follow(stranger)]
    const { db } = app.deps
    const hidden = await insertFileRow(db, { projectId: mine, by: ada.user }, 'working')
    const draft = await insertInsightRow(db, { projectId: open, by: ada.user }, 'working', { draft: true })
    const shared = await insertFileRow(db, { projectId: open, by: ada.user }, 'working')
    await finish(hidden)
    await sql`update insight set phase = 'failed', failure_code = 'x', completed_at = now() where key = ${draft}`.execute(
      db,
    )
    await finish(shared)
    await colleague.waitForEvents('change', 1)
    await waitFor(async () => imports(own).size === 3)
    expect(imports(own)).toEqual(new Set([hidden, draft, shared]))
    expect(imports(colleague)).toEqual(new Set([shared]))
    // Publishing a draft is announced to everyone.
    await sql`update insight set state = 0 where key = ${draft}`.execute(db)
    await waitFor(async () => imports(colleague).has(draft))
    expect(other.changes()).toEqual([])
  })

  it('stops reporting a project after access is revoked and makes lists reload', async () => {
    const project = await makeProject(ada, 2)
    const [own, colleague] = [await follow(ada), await follow(finn)]
    const { db } = app.deps
    const [first, second] = await Promise.all(
      [1, 2].map(() => insertFileRow(db, { projectId: project, by: ada.user }, 'working')),
    )
    await finish(first ?? '')
    await waitFor(async () => imports(colleague).has(first))
    await sql`update project set share_preference = 1 where id = ${project}`.execute(db)
    await colleague.waitForEvents('resync', 1)
    await finish(second ?? '')
    await waitFor(async () => imports(own).has(second))
    expect(imports(colleague)).toEqual(new Set([first]))
    await setProjectState(db, project, 'archived')
    await own.waitForEvents('resync', 1)
  })

  it('sends resync to a reconnecting window', async () => {
    const first = await follow(ada)
    expect(first.events[0]?.event).toBe('ready')
    const again = await follow(ada, { 'last-event-id': first.events[0]?.id ?? '' })
    expect(again.events[0]?.event).toBe('resync')
  })

  it('recovers from a lost database connection', async () => {
    const windows = [await follow(ada), await follow(finn)]
    const [pid] = await listeners()
    await sql`select pg_terminate_backend(${pid}::int)`.execute(app.deps.db)
    await Promise.all(windows.map((window) => window.waitForEvents('resync', 1, 20_000)))
    const key = await insertFileRow(app.deps.db, { projectId: open, by: ada.user }, 'working')
    await finish(key)
    await Promise.all(windows.map((window) => window.waitForEvents('change')))
    expect(await listeners()).toHaveLength(1)
  })

  it('is limited to eight windows per session', async () => {
    const { visitor } = await makeVisitor(app, { team })
    const windows = await Promise.all(Array.from({ length: 8 }, () => follow({ visitor })))
    const ninth = await follow({ visitor })
    expect(ninth.status).toBe(429)
    const other = await follow({ visitor: await visitAs(app, ada.user) })
    expect(other.status).toBe(200)
    windows[0]?.close()
    await waitFor(async () => (await follow({ visitor })).status === 200)
  })

  it('ends within ten seconds after suspension or sign-out', async () => {
    const [suspended, gone] = [await makeVisitor(app, { team }), await makeVisitor(app, { team })]
    const windows = [await follow(suspended), await follow(gone)]
    await updateUser(app.deps.db, suspended.user.id, { isSuspended: true })
    await gone.visitor.call('DELETE', '/session')
    await waitFor(async () => windows.every(({ isEnded }) => isEnded), 10_000)
    expect((await follow(suspended)).status).toBe(401)
  })

  it('requires a session', async () => {
    const answer = await fetch(`${app.url}/api/v1/workspace/changes`)
    expect(answer.status).toBe(401)
  })
})

describe('a stopping server', () => {
  it('closes the streams instead of waiting for them', async () => {
    const other = await startTestApp()
    const { visitor } = await makeVisitor(other)
    const window = await followChanges(visitor)
    await window.waitForEvents('ready')
    const began = Date.now()
    await other.close()
    expect(Date.now() - began).toBeLessThan(10_000)
    await waitFor(async () => window.isEnded, 5_000)
  })
})

describe('team-wide changes', () => {
  it('are sent to all members, personal keys only to their owner', async () => {
    const [hers, his] = await Promise.all([followChanges(ada.visitor), followChanges(finn.visitor)])
    readers.push(hers, his)
    await Promise.all([hers.waitForEvents('ready'), his.waitForEvents('ready')])
    const key = { name: 'ci', kind: 'personal', scopes: ['project:read'] }
    const made = (await (await ada.visitor.post('/keys', key)).json()) as { key: { client_id: string } }
    const member = { name: 'New', email: `new-${team.id}@example.org`, role: 0 }
    expect((await ada.visitor.post('/team/members', member)).status).toBe(201)
    await ada.visitor.call('PATCH', '/team', {
      allow_manual_project_creation: true,
      default_share_preference: 1,
    })
    const kindsOf = (reader: EventStreamClient) => new Set(reader.changes().map(({ kind }) => kind))
    await waitFor(async () => kindsOf(hers).size >= 3 && kindsOf(his).size >= 2, 10_000, 20)
    expect(kindsOf(hers)).toEqual(new Set(['api_key', 'member', 'team']))
    expect(kindsOf(his)).toEqual(new Set(['member', 'team']))
    expect(hers.changes()).toContainEqual({
      kind: 'api_key',
      key: made.key.client_id,
      project_id: 0,
      change: 'details',
    })
  })

  it('report participants with the project of their survey, and team keys without their id', async () => {
    const mine = await makeProject(ada, 1)
    const [hers, his] = [await follow(ada), await follow(finn)]
    for (const projectId of [mine, open]) {
      const key = await insertSurveyRow(app.deps.db, { projectId, by: ada.user }, 'ready')
      await sql`with people as (
          insert into participant (team_id, email) select ${team.id}, ${`${key}-`} || i || '@example.org'
          from generate_series(1, 3) i returning id)
        insert into participant_respondent (survey_id, respondent_id, participant_id)
        select (select id from survey where upload_key = ${key}), row_number() over (), id from people`.execute(
        app.deps.db,
      )
    }
    const made = await ada.visitor.post('/keys', { name: 'ci', kind: 'team', scopes: ['project:read'] })
    const { key } = (await made.json()) as { key: { client_id: string } }
    await waitFor(async () => hers.changes().some(({ kind }) => kind === 'api_key'), 10_000, 20)
    await waitFor(async () => his.changes().some(({ kind }) => kind === 'api_key'), 10_000, 20)
    const panel = (reader: EventStreamClient) =>
      reader.changes().flatMap((one) => (one.kind === 'participant' ? [`${one.key} ${one.project_id}`] : []))
    expect(panel(hers).sort()).toEqual([`0 ${mine}`, `0 ${open}`].sort())
    expect(panel(his)).toEqual([`0 ${open}`])
    expect(JSON.stringify(his.changes())).not.toContain(key.client_id)
  })
})
