/** Corrections, merges and the CSV of participants over HTTP. */

import type { RouteResponse } from '@inlet/contract'
import type { getParticipant, mergeParticipants, Participant } from '@inlet/contract/workspace'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { findKeyId, makeKey } from '../../../test/harness/people.ts'
import { makeReaders, type Readers } from '../../../test/harness/reading.ts'
import { importNow, makeSurvey } from '../../../test/harness/surveys.ts'
import type { Visitor } from '../../../test/harness/visitors.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { eraseRespondent } from '../erasures/erase-respondent.ts'
import { lockParticipants, mergeInto } from './participant-edits.repo.ts'
import {
  deleteParticipantsOfSurvey,
  deleteStaleParticipants,
  renameParticipants,
  restoreAddresses,
  restoreParticipantLinks,
  restoreParticipants,
  upsertParticipants,
} from './participants.public.ts'

type Detail = RouteResponse<typeof getParticipant, 200>
type Merge = RouteResponse<typeof mergeParticipants, 200>

let app: TestApp
let people: Readers

async function importPeople(projectId: number, rows: readonly string[]): Promise<number> {
  const { user } = people.ada
  const keyId = await findKeyId(app.deps, await makeKey(app.deps, user, { kind: 'team' }))
  const owner = { teamId: user.team_id, userId: user.id, keyId, projectId }
  const columnMapping = { Name: 'Name', 'E-mail': 'Email', Plan: 'Single choice' } as const
  const parts = [['Name,E-mail,Plan', ...rows.map((row) => `${row},Pro`)].join('\n')]
  const survey = await makeSurvey(app.deps, { owner, parts, columnMapping })
  await importNow(app.deps, survey)
  const { rows: found } = await sql<{ id: number }>`select max(id) as id from survey`.execute(app.deps.db)
  return found[0]?.id ?? 0
}

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
}, 60_000)
afterAll(() => app.close())

const search = async (visitor: Visitor, q: string, rest = '') =>
  (await visitor.read<{ participants: Participant[] }>(`/participants?q=${encodeURIComponent(q)}${rest}`))
    .participants

async function find(visitor: Visitor, q: string): Promise<Detail> {
  const [one] = await search(visitor, q)
  if (!one) throw new Error(`Nobody is called ${q}.`)
  return visitor.read<Detail>(`/participants/${one.id}`)
}

const send = async (visitor: Visitor, method: string, path: string, body?: object, etag?: string) => {
  const response = await visitor.call(method, path, body, etag ? { 'if-match': etag } : {})
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const merge = async (visitor: Visitor, kept: number, participants: number[], values?: object) => {
  const response = await visitor.post(`/participants/${kept}/merge`, {
    participants,
    ...(values && { values }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as Merge
}

/** What a merge changes. */
async function snapshot(): Promise<unknown> {
  const { rows } = await sql`
    select c.id, c.email, c.name, c.edited_name, c.edited_email, c.notes, c.merged_into, (
      select json_agg(json_build_array(pr.survey_id, pr.respondent_id) order by pr.survey_id, pr.respondent_id)
      from participant_respondent pr where pr.participant_id = c.id) as respondents
    from participant c order by c.id`.execute(app.deps.db)
  return rows
}

it('corrects name, e-mail and notes, and shows the values of surveys again', async () => {
  await importPeople(people.open, ['Maya Rao,maya@example.org', 'Noor,noor@example.org'])
  const { visitor } = people.finn
  const maya = await find(visitor, 'maya')
  expect(maya).toMatchObject({ notes: null, edits: { name: null, email: null }, merged: [] })
  const path = `/participants/${maya.id}`
  const changes = {
    name: ' Maya R. Rao ',
    email: 'MAYA.RAO@example.net',
    notes: 'Calls only.\nIn the morning.',
  }
  const changed = await send(visitor, 'PATCH', path, changes, maya.etag)
  expect(changed).toMatchObject({
    status: 200,
    body: {
      name: 'Maya R. Rao',
      email: 'maya.rao@example.net',
      notes: changes.notes,
      imported: { name: 'Maya Rao' },
    },
  })
  expect(await send(visitor, 'PATCH', path, { name: 'Lost' }, maya.etag)).toMatchObject({ status: 412 })
  expect(await search(visitor, 'r. rao')).toMatchObject([{ email: 'maya.rao@example.net' }])
  expect(await search(visitor, 'maya@example.org')).toMatchObject([{ id: maya.id }])
  expect(await visitor.read('/search/names?q=rao')).toMatchObject({ hits: [{ name: 'Maya R. Rao' }] })
  const reset = await send(visitor, 'PATCH', path, { name: null, email: null, notes: null })
  expect(reset.body).toMatchObject({ name: 'Maya Rao', email: 'maya@example.org', notes: null })
  expect(reset.body['etag']).toBe(maya.etag)
})

it('refuses invalid values, viewers and strangers', async () => {
  const { visitor } = people.finn
  const maya = await find(visitor, 'maya')
  const path = `/participants/${maya.id}`
  for (const body of [
    { name: ' ' },
    { email: 'maya' },
    { name: 'a\u202eb' },
    { notes: 'a\u0000b' },
    { id: 5 },
  ])
    expect((await send(visitor, 'PATCH', path, body)).status).toBe(400)
  const tries: [Visitor, number][] = [
    [people.vera.visitor, 403],
    [people.stranger.visitor, 404],
    [people.anonymous, 401],
  ]
  for (const [who, status] of tries) {
    expect((await send(who, 'PATCH', path, { notes: 'x' })).status).toBe(status)
    for (const action of ['merge', 'unmerge'])
      expect((await send(who, 'POST', `${path}/${action}`, { participants: [1] })).status).toBe(status)
  }
})

it('merges participants, links later imports to the kept one, and undoes it', async () => {
  await importPeople(people.open, ['M. Rao,m.rao@example.com', 'Maya Rao,maya@example.org'])
  const { visitor } = people.finn
  const [kept, other] = [await find(visitor, 'maya@example'), await find(visitor, 'm.rao')]
  await send(visitor, 'PATCH', `/participants/${other.id}`, { notes: 'Moved to Lyon.' })
  const before = await snapshot()
  const { participant, before: values } = await merge(visitor, kept.id, [other.id], {
    notes: 'Moved to Lyon.',
  })
  expect(participant).toMatchObject({ name: 'Maya Rao', email: 'maya@example.org', notes: 'Moved to Lyon.' })
  const merged = await visitor.read<Detail>(`/participants/${other.id}`)
  expect(merged).toMatchObject({ id: kept.id, survey_count: 2, merged: [{ id: other.id, name: 'M. Rao' }] })
  expect(merged.activity).toHaveLength(3)
  expect(await search(visitor, 'm.rao')).toMatchObject([{ id: kept.id, email: 'maya@example.org' }])
  expect((await send(visitor, 'PATCH', `/participants/${other.id}`, { notes: 'x' })).status).toBe(404)
  expect((await people.ada.visitor.call('DELETE', `/participants/${other.id}`)).status).toBe(404)
  const again = { participants: [other.id] }
  expect(await send(visitor, 'POST', `/participants/${kept.id}/merge`, again)).toMatchObject({
    status: 404,
    body: { code: 'participants_not_mergeable' },
  })
  const survey = await importPeople(people.open, ['M. Rao,m.rao@example.com'])
  expect(await visitor.read<Detail>(`/participants/${kept.id}`)).toMatchObject({ survey_count: 3 })
  await inTransaction(app.deps.db, async (tx) => {
    await renameParticipants(tx, survey)
    await deleteParticipantsOfSurvey(tx, survey)
  })
  const undone = await send(
    visitor,
    'POST',
    `/participants/${kept.id}/unmerge`,
    { ...again, values },
    participant.etag,
  )
  expect(undone).toMatchObject({ status: 200, body: { notes: null } })
  expect(await snapshot()).toEqual(before)
  const audited = await sql`
    select action from audit_entry where action like 'participants.%' order by id desc limit 2`.execute(
    app.deps.db,
  )
  expect(audited.rows).toEqual([{ action: 'participants.unmerge' }, { action: 'participants.merge' }])
})

it('shows of a merged participant only what accessible surveys contain', async () => {
  await importPeople(people.closed, ['Hidden Person,hidden@example.org'])
  await importPeople(people.open, ['Shown Person,shown@example.org'])
  const { visitor } = people.ada
  const [hidden, shown] = [await find(visitor, 'hidden@'), await find(visitor, 'shown@')]
  const { participant } = await merge(visitor, hidden.id, [shown.id])
  expect(participant).toMatchObject({ name: 'Hidden Person', email: 'hidden@example.org' })
  const { finn } = people
  expect(await search(finn.visitor, 'hidden')).toEqual([])
  expect(await search(finn.visitor, 'shown')).toMatchObject([
    { id: hidden.id, name: 'Shown Person', email: 'shown@example.org', survey_count: 1 },
  ])
  const seen = await finn.visitor.read<Detail>(`/participants/${hidden.id}`)
  expect(JSON.stringify(seen)).not.toContain('idden')
  expect(seen.merged).toMatchObject([{ id: shown.id }])
  const csv = await (await finn.visitor.get('/participants/export.csv')).text()
  expect(csv).not.toContain('hidden@')
})

it('restores the exact state when merges are undone in reverse', async () => {
  const rows = Array.from({ length: 6 }, (_, i) => `Group ${i},group${i}@example.org`)
  await importPeople(people.open, rows)
  await importPeople(people.open, rows.slice(0, 3))
  const { visitor } = people.finn
  const ids = (await search(visitor, 'group')).map(({ id }) => id)
  expect(ids).toHaveLength(6)
  const merges = fc.uniqueArray(fc.nat(5), { minLength: 2, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(merges, { minLength: 1, maxLength: 4 }),
      fc.string({ maxLength: 9 }),
      async (all, text) => {
        const undo: (() => Promise<void>)[] = []
        for (const places of all) {
          const rest = new Set((await search(visitor, 'group')).map(({ id }) => id))
          const [kept = 0, ...others] = places.map((place) => ids[place] ?? 0).filter((id) => rest.has(id))
          if (others.length === 0) continue
          const state = await snapshot()
          const notes = text.replaceAll(/[^\w ]/g, '').trim() || 'x'
          const { before, participant } = await merge(visitor, kept, others, {
            name: `Group ${notes}`,
            notes,
          })
          undo.unshift(async () => {
            const body = { participants: others, values: before }
            const path = `/participants/${kept}/unmerge`
            expect((await send(visitor, 'POST', path, body, participant.etag)).status).toBe(200)
            expect(await snapshot()).toEqual(state)
          })
        }
        for (const run of undo) await run()
      },
    ),
    { numRuns: process.env['INLET_FULL'] ? 100 : 8 },
  )
})

it('links everyone to the kept participant while surveys are imported and others are merged', async () => {
  const survey = await importPeople(people.open, ['Left,left@example.org', 'Right,right@example.org'])
  const { visitor } = people.finn
  const [left, right] = [await find(visitor, 'left'), await find(visitor, 'right')]
  const { rows } = await sql<{ team_id: number }>`select team_id from survey where id = ${survey}`.execute(
    app.deps.db,
  )
  const target = { id: survey, teamId: rows[0]?.team_id ?? 0 }
  for (let round = 1; round <= 8; round += 1) {
    const late = [{ id: 1_000 + round, email: 'right@example.org', name: null }]
    const [one, two] = await Promise.all([
      send(visitor, 'POST', `/participants/${left.id}/merge`, { participants: [right.id] }),
      send(visitor, 'POST', `/participants/${right.id}/merge`, { participants: [left.id] }),
      inTransaction(app.deps.db, (tx) => upsertParticipants(tx, target, late)),
    ])
    expect([one.status, two.status].sort((a, b) => a - b)).toEqual([200, 404])
    const [kept, other] = one.status === 200 ? [left, right] : [right, left]
    const links = await sql<{ participant_id: number }>`
      select distinct participant_id from participant_respondent
      where participant_id in (${left.id}, ${right.id})`.execute(app.deps.db)
    expect(links.rows).toEqual([{ participant_id: kept.id }])
    await send(visitor, 'POST', `/participants/${kept.id}/unmerge`, { participants: [other.id] })
  }
})

it('drops addresses of deleted surveys and keeps the participant', async () => {
  const first = await importPeople(people.open, ['Old,old@example.org', 'Middle,middle@example.org'])
  await importPeople(people.open, ['New,new@example.org'])
  const { visitor } = people.finn
  const [old, middle, recent] = [
    await find(visitor, 'old@'),
    await find(visitor, 'middle@'),
    await find(visitor, 'new@'),
  ]
  await merge(visitor, middle.id, [recent.id])
  await merge(visitor, old.id, [middle.id])
  expect(await inTransaction(app.deps.db, (tx) => deleteParticipantsOfSurvey(tx, first))).toBe(0)
  const left = await visitor.read<Detail>(`/participants/${old.id}`)
  expect(left).toMatchObject({ id: old.id, name: 'New', email: 'new@example.org', merged: [] })
  const { rows } = await sql`
    select id from participant where email in ('old@example.org', 'middle@example.org', 'new@example.org')`.execute(
    app.deps.db,
  )
  expect(rows).toEqual([{ id: old.id }])
})

it('erases a person under every address of the participant', async () => {
  await importPeople(people.open, ['Eve,eve@example.org'])
  await importPeople(people.closed, ['Iva,iva@example.org'])
  const { visitor } = people.ada
  const [eve, other] = [await find(visitor, 'eve@'), await find(visitor, 'iva@')]
  await send(visitor, 'PATCH', `/participants/${eve.id}`, { email: 'eve@new.example', notes: 'Private' })
  await merge(visitor, eve.id, [other.id])
  await sql`delete from job.job where name = 'index-notes'`.execute(app.deps.db)
  const erased = await eraseRespondent(app.deps, { email: 'Eve@new.example', teamId: people.team.id })
  expect(erased).toMatchObject({ surveys: 2, panelEntries: 1, busySurveys: [] })
  const { rows } = await sql`
    select email from respondent where email like 'eve%' or email like 'iva%' union all
    select email from participant where email like 'eve%' or email like 'iva%' or edited_email like 'eve%'`.execute(
    app.deps.db,
  )
  expect(rows).toEqual([])
})

it('restores participants of a bundle once each', async () => {
  const one = { email: 'twice@example.org', created_at: '2026-01-01T00:00:00.000Z' }
  await inTransaction(app.deps.db, (tx) =>
    restoreParticipants(tx, people.team.id, [
      { ...one, name: 'First', notes: null },
      { ...one, name: 'Second', notes: 'Second' },
    ]),
  )
  await inTransaction(app.deps.db, (tx) =>
    restoreParticipants(tx, people.team.id, [{ ...one, name: 'Third', notes: 'Kept' }]),
  )
  const { rows } = await sql`select name, notes from participant where email = ${one.email}`.execute(
    app.deps.db,
  )
  expect(rows).toEqual([{ name: 'First', notes: 'Kept' }])
})

it('restores the imported address of a corrected participant, which erasing reaches', async () => {
  const survey = await importPeople(people.open, ['Rob,rob@old.example'])
  const { visitor } = people.ada
  const { id } = await find(visitor, 'rob@old')
  await sql`delete from participant where id = ${id}`.execute(app.deps.db)
  const { rows: found } = await sql<{ id: number }>`
    select id from respondent where survey_id = ${survey}`.execute(app.deps.db)
  await inTransaction(app.deps.db, async (tx) => {
    const email = 'rob@new.example'
    const created_at = '2026-01-01T00:00:00.000Z'
    await restoreParticipants(tx, people.team.id, [{ email, name: 'Rob', notes: null, created_at }])
    const links = found.map((respondent) => ({ respondent_id: respondent.id, email }))
    await restoreParticipantLinks(tx, { id: survey, teamId: people.team.id }, links)
    await restoreAddresses(tx, people.team.id, [email])
    expect(await deleteStaleParticipants(tx, survey)).toBe(0)
  })
  expect(await find(visitor, 'rob@new')).toMatchObject({ email: 'rob@new.example' })
  expect(await find(visitor, 'rob@old')).toMatchObject({ email: 'rob@new.example' })
  await sql`delete from job.job where name = 'index-notes'`.execute(app.deps.db)
  const erased = await eraseRespondent(app.deps, { email: 'rob@new.example', teamId: people.team.id })
  expect(erased).toMatchObject({ surveys: 1, panelEntries: 1 })
  const { rows: left } = await sql`select email from respondent where email like 'rob@%'`.execute(app.deps.db)
  expect(left).toEqual([])
})

it('filters by project and exports without active formulas', async () => {
  await importPeople(people.closed, ['Zed,zed@example.org', 'Zora,zora@example.org'])
  const { visitor } = people.ada
  const inClosed = await search(visitor, '', `&project_id=${people.closed}`)
  expect(inClosed.map(({ name }) => name)).toContain('Zed')
  expect(inClosed.map(({ email }) => email)).not.toContain('noor@example.org')
  expect(await search(visitor, 'zo', `&project_id=${people.open}`)).toEqual([])
  expect(await search(visitor, 'zo', `&project_id=${people.closed}`)).toMatchObject([{ name: 'Zora' }])
  expect(await search(people.finn.visitor, '', `&project_id=${people.closed}`)).toEqual([])
  const zed = await find(visitor, 'zed')
  await send(visitor, 'PATCH', `/participants/${zed.id}`, { name: '=cmd|a', notes: 'a\n+b "c"' })
  const response = await visitor.get(`/participants/export.csv?q=cmd&project_id=${people.closed}`)
  expect(response.headers.get('content-disposition')).toContain('participants.csv')
  const bytes = Buffer.from(await response.arrayBuffer())
  const [header, row] = bytes.toString().split('\r\n')
  expect(header).toBe('\ufeffName,E-mail,Surveys,Added,Notes')
  expect(row).toMatch(/^'=cmd\|a,zed@example\.org,1,2\d{3}-[^,]+,"a\n'\+b ""c"""$/)
  expect((await people.anonymous.get('/participants/export.csv')).status).toBe(401)
})

it('refuses to remove a participant that is merged at that moment', async () => {
  await importPeople(people.open, ['Kept One,kept.one@example.org', 'Alias One,alias.one@example.org'])
  const { visitor } = people.ada
  const [kept, alias] = [await find(visitor, 'kept.one'), await find(visitor, 'alias.one')]
  const { promise: merged, resolve: finish } = Promise.withResolvers<void>()
  const merging = inTransaction(app.deps.db, async (tx) => {
    await lockParticipants(tx, people.team.id, [kept.id, alias.id])
    await mergeInto(tx, kept.id, [alias.id])
    await merged
  })
  const removal = visitor.call('DELETE', `/participants/${alias.id}`)
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock'`.execute(
        app.deps.db,
      )
      return rows.length
    })
    .toBeGreaterThan(0)
  finish()
  await merging
  expect((await removal).status).toBe(404)
  expect(await find(visitor, 'kept.one')).toMatchObject({ merged: [{ id: alias.id }] })
})
