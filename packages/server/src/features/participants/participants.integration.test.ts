/** Participants over HTTP. */
import { roles } from '@inlet/contract'
import type { Participant, ParticipantActivity } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { readAllEvents } from '../../../test/harness/event-log.ts'
import { fetchToken, findKeyId, makeCaller, makeKey } from '../../../test/harness/people.ts'
import { makeReaders, type Readers } from '../../../test/harness/reading.ts'
import { importNow, makeSurvey } from '../../../test/harness/surveys.ts'
import { makeVisitor } from '../../../test/harness/visitors.ts'

let app: TestApp
let people: Readers

const everybody =
  'Name,E-mail,Plan\nMaya Rao,maya@example.org,Pro\nNoor,noor@example.org,Free\nMaya Rao,maya@example.org,Pro'

async function makeAnswered(projectId: number, csv = everybody): Promise<void> {
  const { user } = people.ada
  const keyId = await findKeyId(app.deps, await makeKey(app.deps, user, { kind: 'team' }))
  const owner = { teamId: user.team_id, userId: user.id, keyId, projectId }
  const columnMapping = { Name: 'Name', 'E-mail': 'Email', Plan: 'Single choice' } as const
  await importNow(app.deps, await makeSurvey(app.deps, { owner, parts: [csv], columnMapping }))
}

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  await makeAnswered(people.open)
  await makeAnswered(people.closed)
}, 60_000)
afterAll(() => app.close())

const search = (visitor: Readers['finn']['visitor'], q: string) =>
  visitor.read<{ participants: Participant[]; next_cursor: string | null }>(`/participants?q=${q}`)

const makeToken = async ({ user }: Readers['ada']) => fetchToken(app.url, await makeKey(app.deps, user))

async function readErasures(token: string): Promise<object[]> {
  const events = await readAllEvents(app.url, token, { types: 'respondent.erased' })
  return events.map(({ data: { project_id, upload_key, respondent_id } }) => ({
    project_id,
    upload_key,
    respondent_id,
  }))
}

async function listRespondentsOf(email: string) {
  const { rows } = await sql<{ project_id: number; upload_key: string; respondent_id: number }>`
    select s.project_id, s.upload_key::text as upload_key, r.id as respondent_id
    from respondent r join survey s on s.id = r.survey_id where r.email = ${email} order by s.id`.execute(
    app.deps.db,
  )
  return rows
}

it('searches participants by name and address, with pages', async () => {
  const { visitor } = people.finn
  expect((await search(visitor, 'rao')).participants).toMatchObject([{ name: 'Maya Rao', survey_count: 1 }])
  expect((await search(visitor, 'noor@ex')).participants).toMatchObject([{ email: 'noor@example.org' }])
  expect((await search(people.ada.visitor, 'maya')).participants).toMatchObject([{ survey_count: 2 }])
  expect((await search(people.stranger.visitor, 'maya')).participants).toEqual([])
  const page = await visitor.read<{ participants: Participant[]; next_cursor: string | null }>(
    '/participants?limit=1',
  )
  const next = await visitor.read<{ participants: Participant[]; next_cursor: string | null }>(
    `/participants?limit=1&cursor=${page.next_cursor}`,
  )
  expect([...page.participants, ...next.participants].map(({ name }) => String(name)).sort()).toEqual([
    'Maya Rao',
    'Noor',
  ])
  expect(next.next_cursor).toBeNull()
})

it('shows the surveys of a participant in accessible projects', async () => {
  const [maya] = (await search(people.finn.visitor, 'maya')).participants
  const path = `/participants/${maya?.id}`
  const one = await people.finn.visitor.read<{
    activity: ParticipantActivity[]
    removal: object
    can_remove: boolean
  }>(path)
  expect(one.activity.map(({ kind, project }) => [kind, project.id])).toEqual([
    ['response', people.open],
    ['response', people.open],
  ])
  expect(one).toMatchObject({ removal: { response_count: 2, survey_count: 1 }, can_remove: false })
  expect((await people.anonymous.get(path)).status).toBe(401)
  expect((await people.anonymous.get('/participants')).status).toBe(401)
  expect((await people.stranger.visitor.get(path)).status).toBe(404)
})

it('removes name and address when an admin removes a participant', async () => {
  const [maya] = (await search(people.finn.visitor, 'maya')).participants
  const path = `/participants/${maya?.id}`
  const respondents = await listRespondentsOf('maya@example.org')
  expect((await people.finn.visitor.call('DELETE', path)).status).toBe(403)
  expect((await people.vera.visitor.call('DELETE', path)).status).toBe(403)
  expect((await people.stranger.visitor.call('DELETE', path)).status).toBe(404)
  const foreign = { origin: 'https://evil.example' }
  expect((await people.ada.visitor.call('DELETE', path, undefined, foreign)).status).toBe(403)
  const removed = await people.ada.visitor.call('DELETE', path)
  expect(await removed.json()).toEqual({ response_count: 4, recording_count: 0, survey_count: 2 })
  expect((await people.ada.visitor.call('DELETE', path)).status).toBe(404)
  const { rows } = await sql`select from respondent where email = 'maya@example.org'`.execute(app.deps.db)
  expect(rows).toEqual([])
  const responses = await sql<{ n: number }>`select count(*) as n from response`.execute(app.deps.db)
  expect(responses.rows).toEqual([{ n: 6 }])
  const counts = await sql`
    select number, respondent_count as told, (select count(*) from respondent r where r.survey_id = p.survey_id) as known
    from survey_part p`.execute(app.deps.db)
  expect(counts.rows).toEqual(Array(2).fill({ number: 1, told: 1, known: 1 }))
  expect(respondents).toHaveLength(2)
  expect(await readErasures(await makeToken(people.ada))).toEqual(respondents)
})

it('reports a removal only to keys that can open the project, and none that is refused', async () => {
  const csv = 'Name,E-mail,Plan\nKim,kim@example.org,Pro'
  await makeAnswered(people.open, csv)
  await makeAnswered(people.closed, csv)
  const [kim] = (await search(people.ada.visitor, 'kim')).participants
  const removed = await listRespondentsOf('kim@example.org')
  const ada = await makeToken(people.ada)
  const before = await readErasures(ada)
  await sql`update survey set status = 'PROCESSING', retype_position = 0, retype_from = '', retype_type = '',
    retype_step = 'read', retype_part = 1 where project_id = ${people.closed}`.execute(app.deps.db)
  expect((await people.ada.visitor.call('DELETE', `/participants/${kim?.id}`)).status).toBe(409)
  await sql`update survey set status = 'COMPLETED', retype_position = null where project_id = ${people.closed}`.execute(
    app.deps.db,
  )
  expect(await readErasures(ada)).toEqual(before)

  const attempts = [1, 2].map(() => people.ada.visitor.call('DELETE', `/participants/${kim?.id}`))
  const statuses = (await Promise.all(attempts)).map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 404])
  expect((await readErasures(ada)).slice(before.length)).toEqual(removed)
  const inOpen = removed.filter(({ project_id }) => project_id === people.open)
  expect(inOpen).toHaveLength(1)
  expect((await readErasures(await makeToken(people.finn))).slice(-1)).toEqual(inOpen)
  expect(await readErasures((await makeCaller(app)).token)).toEqual([])
})

it('ACC-6 hides participants without an accessible survey', async () => {
  await makeAnswered(people.closed, 'Name,E-mail,Plan\nQuinn Hidden,quinn@example.org,Pro')
  const [quinn] = (await search(people.ada.visitor, 'quinn')).participants
  expect(quinn).toMatchObject({ name: 'Quinn Hidden', survey_count: 1 })
  const admin = await makeVisitor(app, { team: people.team, role: roles.admin })
  for (const { visitor } of [people.finn, people.vera, admin]) {
    for (const q of ['quinn', 'hidden', 'quinn@example']) {
      expect((await search(visitor, q)).participants).toEqual([])
      expect(await visitor.read(`/search/names?q=${q}`)).toEqual({ hits: [] })
    }
    const all = await visitor.read<{ participants: Participant[] }>('/participants')
    expect(all.participants.map(({ email }) => email)).toEqual(['noor@example.org'])
    const unknown = await visitor.get('/participants/999999')
    const hidden = await visitor.get(`/participants/${quinn?.id}`)
    expect([hidden.status, without(await hidden.json())]).toEqual([404, without(await unknown.json())])
  }
  expect((await admin.visitor.call('DELETE', `/participants/${quinn?.id}`)).status).toBe(404)
})

it('ACC-6 shows only what accessible surveys contain', async () => {
  await makeAnswered(people.closed, 'Name,E-mail,Plan\nRobin Hidden,robin@example.org,Pro')
  await sql`update participant set created_at = created_at - interval '1 year' where email = 'robin@example.org'`.execute(
    app.deps.db,
  )
  await makeAnswered(people.open, 'Name,E-mail,Plan\n,robin@example.org,Free')
  const [robin] = (await search(people.finn.visitor, 'robin')).participants
  expect(robin).toMatchObject({ name: null, email: 'robin@example.org', survey_count: 1 })
  expect(Date.now() - Date.parse(robin?.created_at ?? '')).toBeLessThan(3_600_000)
  expect((await search(people.finn.visitor, 'hidden')).participants).toEqual([])
  expect(await people.finn.visitor.read('/search/names?q=hidden')).toEqual({ hits: [] })
  expect(await people.finn.visitor.read('/search/names?q=robin')).toMatchObject({
    hits: [{ name: 'robin@example.org' }],
  })
  expect((await search(people.ada.visitor, 'hidden')).participants).toMatchObject(
    [{ name: 'Quinn Hidden' }, { name: 'Robin Hidden' }].reverse(),
  )
})

it('ACC-6 removes a participant from every survey and reports only accessible ones', async () => {
  const admin = await makeVisitor(app, { team: people.team, role: roles.admin })
  const [robin] = (await search(admin.visitor, 'robin')).participants
  const removed = await admin.visitor.call('DELETE', `/participants/${robin?.id}`)
  expect(await removed.json()).toEqual({ response_count: 1, recording_count: 0, survey_count: 1 })
  const { rows } = await sql`select from respondent where email = 'robin@example.org'`.execute(app.deps.db)
  expect(rows).toEqual([])
  const { rows: audited } = await sql`
    select subject from audit_entry where action = 'participants.remove'`.execute(app.deps.db)
  expect(audited).toContainEqual({ subject: `participant ${robin?.id}` })
})

it('ACC-6 fills pages for callers with access to few surveys', async () => {
  await sql`insert into participant (team_id, email, name)
    select ${people.team.id}, 'p' || i || '@example.org', 'Person ' || i from generate_series(1, 1500) i`.execute(
    app.deps.db,
  )
  await sql`insert into participant_respondent (survey_id, respondent_id, participant_id)
    select s.id, 1000000 + c.id, c.id from participant c, survey s
    where s.project_id = ${people.closed} and s.id = (select max(id) from survey where project_id = ${people.closed})
      and c.name like 'Person %'`.execute(app.deps.db)
  const { visitor } = people.finn
  const first = await visitor.read<{ participants: Participant[] }>('/participants')
  expect(first.participants.map(({ email }) => email)).toEqual(['noor@example.org'])
  const own = await people.ada.visitor.read<{ participants: Participant[] }>('/participants?limit=3')
  expect(own.participants).toHaveLength(3)
})

/** Removes the fields that differ between responses. */
function without(body: unknown): object {
  const { request_id: _, ...rest } = body as Record<string, unknown>
  return rest
}
