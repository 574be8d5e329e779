/** The research panel over HTTP. */
import type { Participant, ParticipantActivity } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeKey } from '../../../test/harness/people.ts'
import { makeReaders, type Readers } from '../../../test/harness/reading.ts'
import { importNow, makeSurvey } from '../../../test/harness/surveys.ts'

let app: TestApp
let people: Readers

async function makeAnswered(projectId: number): Promise<void> {
  const { user } = people.ada
  const { client_id } = await makeKey(app.deps, user, { kind: 'team' })
  const { rows } = await sql<{ id: number }>`select id from api_key where client_id = ${client_id}`.execute(
    app.deps.db,
  )
  const owner = { teamId: user.team_id, userId: user.id, keyId: rows[0]?.id ?? 0, projectId }
  const csv =
    'Name,E-mail,Plan\nMaya Rao,maya@example.org,Pro\nNoor,noor@example.org,Free\nMaya Rao,maya@example.org,Pro'
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

it('is searched by name and address, and pages', async () => {
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

it('shows what somebody took part in, in open projects', async () => {
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
  expect(one).toMatchObject({ removal: { response_count: 4, survey_count: 2 }, can_remove: false })
  expect((await people.nobody.get(path)).status).toBe(401)
  expect((await people.nobody.get('/participants')).status).toBe(401)
  expect((await people.stranger.visitor.get(path)).status).toBe(404)
})

it('forgets name and address of whom an admin removes', async () => {
  const [maya] = (await search(people.finn.visitor, 'maya')).participants
  const path = `/participants/${maya?.id}`
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
})
