/** Tallies equal the counts after any change and under concurrent merges. */
import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { rounds } from '../../../test/harness/full.ts'
import { insertFileRow, insertInsightRow, type RowState } from '../../../test/harness/import-rows.ts'
import { findKeyId, makeKey } from '../../../test/harness/people.ts'
import { makeProject, makeReaders, type Readers } from '../../../test/harness/reading.ts'
import type { Principal } from '../../platform/auth/principal.ts'
import { listOpenFiles } from '../files/files.repo.ts'
import { listOpenInsights } from '../insights/insights.repo.ts'
import type { User } from '../team/team.repo.ts'
import { listOverviews } from './project-overviews.repo.ts'
import { mergeTallies, readTotals } from './tallies.repo.ts'

let app: TestApp
let people: Readers
let projects: number[]
/** Two projects of Ada, one private and one shared, and one of Finn. */
let keys: Record<'ada' | 'team' | 'finn', number>
const states: RowState[] = ['pending', 'working', 'ready', 'failed']
const kinds = ['audio', 'video', 'document', 'image']
const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  const keyOf = async (user: User, kind: 'personal' | 'team') =>
    findKeyId(app.deps, await makeKey(app.deps, user, { kind }))
  keys = {
    ada: await keyOf(people.ada.user, 'personal'),
    team: await keyOf(people.ada.user, 'team'),
    finn: await keyOf(people.finn.user, 'personal'),
  }
  projects = [people.open, people.closed, await makeProject(people.ada, 2)]
})
afterAll(() => app.close())

const deeds: (() => Promise<unknown>)[] = [
  () =>
    insertFileRow(app.deps.db, { projectId: pick(projects), by: people.ada.user }, pick(states), {
      kind: pick(kinds),
    }),
  () => {
    const [by, keyId] = pick([
      [people.ada.user, null],
      [people.ada.user, keys.ada],
      [people.ada.user, keys.team],
      [people.finn.user, keys.finn],
    ] as const)
    const draft = Math.random() < 0.5
    return insertInsightRow(app.deps.db, { projectId: pick(projects), by }, pick(states), { draft, keyId })
  },
  () =>
    sql`update file set status = 'completed', object_bytes = 7 where status = 'processing' and id % 3 = 0`.execute(
      app.deps.db,
    ),
  () =>
    sql`update file set status = 'error', failure_code = 'x' where status = 'processing' and id % 5 = 0`.execute(
      app.deps.db,
    ),
  () => sql`update insight set state = 1 - state where state < 2 and id % 4 = 1`.execute(app.deps.db),
  () =>
    sql`update insight set object_bytes = 11 where phase <> 'awaiting_upload' and id % 3 = 1`.execute(
      app.deps.db,
    ),
  () =>
    sql`update file set project_id = ${pick(projects)} where id = (select max(id) from file)`.execute(
      app.deps.db,
    ),
  () => sql`delete from file where id = (select min(id) from file)`.execute(app.deps.db),
  () => sql`delete from insight where id = (select max(id) from insight)`.execute(app.deps.db),
  () => mergeTallies(app.deps.db),
]

/** Reference: counts rows. */
async function count(from: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(from)}`.execute(app.deps.db)
  return rows[0]?.n ?? -1
}

const personOf = ({ user }: Readers['ada']): Principal => ({
  keyId: null,
  kind: 'personal',
  teamId: user.team_id,
  userId: user.id,
  role: 0,
})

const teamKey = (): Principal => ({ ...personOf(people.ada), kind: 'team', keyId: keys.team })

async function expectExact(): Promise<void> {
  const page = { limit: 50, offset: 0 }
  const ofAda = `where project_id in (${projects.join()})`
  const ofOthers = `where project_id in (${projects.filter((id) => id !== people.closed).join()})`
  for (const [principal, reach, own] of [
    [
      personOf(people.ada),
      ofAda,
      `api_key_id is null and created_by = ${people.ada.user.id} or api_key_id = ${keys.ada}`,
    ],
    [
      { ...personOf(people.ada), keyId: keys.ada },
      ofAda,
      `api_key_id is null and created_by = ${people.ada.user.id} or api_key_id = ${keys.ada}`,
    ],
    [personOf(people.finn), ofOthers, `api_key_id = ${keys.finn}`],
    [teamKey(), ofOthers, `api_key_id = ${keys.team}`],
  ] as const) {
    const drafts = `(state <> 1 or ${own})`
    const files = await listOpenFiles(app.deps.db, principal, page)
    const insights = await listOpenInsights(app.deps.db, principal, page)
    expect(files.count).toBe(await count(`file ${reach}`))
    expect(insights.count).toBe(await count(`insight ${reach} and ${drafts}`))
    expect(insights.items).toHaveLength(Math.min(50, insights.count))
    expect(files.items).toHaveLength(Math.min(50, files.count))
    const overviews = await listOverviews(app.deps.db, principal, { limit: 50, after: undefined })
    for (const { id, video, insight, failed, working } of overviews) {
      const here = `where project_id = ${id}`
      expect(video).toBe(await count(`file ${here} and kind = 'video' and status <> 'pending_upload'`))
      expect(insight).toBe(await count(`insight ${here} and phase <> 'awaiting_upload' and ${drafts}`))
      expect(failed).toBe(
        (await count(`file ${here} and status = 'error'`)) +
          (await count(`insight ${here} and phase = 'failed' and ${drafts}`)),
      )
      expect(working).toBe(
        (await count(`file ${here} and status = 'processing'`)) +
          (await count(`insight ${here} and phase = 'processing' and ${drafts}`)),
      )
    }
  }
  const totals = await readTotals(app.deps.db)
  const { rows } = await sql<{ file_bytes: number; insight_bytes: number }>`
    select (select coalesce(sum(object_bytes), 0)::bigint from file) as file_bytes,
      (select coalesce(sum(object_bytes), 0)::bigint from insight) as insight_bytes`.execute(app.deps.db)
  expect(totals).toMatchObject(rows[0] ?? {})
}

describe('tallies', () => {
  it('follow every change of a record', async () => {
    for (let round = 0; round < rounds(8, 100); round += 1) {
      for (let i = 0; i < 25; i += 1) await pick(deeds)()
      await expectExact()
    }
  })

  it('are exact after concurrent writes and merges', async () => {
    for (let round = 0; round < rounds(3, 30); round += 1) {
      const writers = Array.from({ length: 8 }, async () => {
        for (let i = 0; i < 20; i += 1) await pick(deeds.slice(0, 2))()
      })
      const mergers = Array.from({ length: 3 }, async () => {
        for (let i = 0; i < 10; i += 1) await mergeTallies(app.deps.db)
      })
      await Promise.all([...writers, ...mergers])
      await expectExact()
    }
    await mergeTallies(app.deps.db)
    expect(await count('import_tally_change')).toBe(0)
    await expectExact()
  })

  it('start exact in a database with existing rows and concurrent writes', async () => {
    // The state after 0013: triggers count new changes, existing rows are not counted yet.
    await sql`truncate import_tally, import_tally_change`.execute(app.deps.db)
    const text = await readFile(
      new URL('../../../migrations/0014-count-imports.sql', import.meta.url),
      'utf8',
    )
    const writing = Promise.all(Array.from({ length: 40 }, () => pick(deeds.slice(0, 2))()))
    await app.deps.database.pool.query(text)
    await writing
    const recount = await readFile(
      new URL('../../../migrations/0030-recount-drafts.sql', import.meta.url),
      'utf8',
    )
    const alsoWriting = Promise.all(Array.from({ length: 40 }, () => pick(deeds.slice(0, 2))()))
    await app.deps.database.pool.query(recount)
    await alsoWriting
    await expectExact()
    await app.deps.database.pool.query(recount)
    await expectExact()
  })
})

describe('a caller with access to few projects', () => {
  it('gets a full page below any amount of newer records of others', async () => {
    const principal = personOf(people.finn)
    const before = await listOpenFiles(app.deps.db, principal, { limit: 50, offset: 3 })
    await sql`
      insert into file (team_id, project_id, created_by, name, extension, kind, upload_key)
      select ${people.ada.user.team_id}, ${people.closed}, ${people.ada.user.id}, 'x', 'pdf', 'document',
        gen_random_uuid()::text from generate_series(1, 3000)`.execute(app.deps.db)
    expect(await listOpenFiles(app.deps.db, principal, { limit: 50, offset: 3 })).toEqual(before)
    expect(before.items.length).toBeGreaterThan(0)
  })

  it('INS-11 gets a full page below any number of drafts of others', async () => {
    const callers = [personOf(people.finn), personOf(people.ada), teamKey()]
    const page = { limit: 50, offset: 1 }
    const read = () => Promise.all(callers.map((principal) => listOpenInsights(app.deps.db, principal, page)))
    const before = await read()
    const otherKey = await findKeyId(app.deps, await makeKey(app.deps, people.ada.user, { kind: 'team' }))
    await sql`
      insert into insight (team_id, project_id, created_by, api_key_id, name, extension, upload_key)
      select ${people.ada.user.team_id}, ${people.open}, ${people.ada.user.id}, ${otherKey}, 'x', 'pdf',
        gen_random_uuid()::text from generate_series(1, 3000)`.execute(app.deps.db)
    expect(await read()).toEqual(before)
    expect(before.every(({ items }) => items.length > 0)).toBe(true)
  })
})
