/** A team with ten thousand files next to a hundred thousand of others: lists use indexes. */
import { materialSorts } from '@inlet/contract/workspace'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeTeam, makeUser } from '../../../test/harness/people.ts'
import { measureQuery } from '../../../test/harness/query-plan.ts'
import { seed } from '../../../test/harness/seed.ts'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { listOverviewsQuery } from '../projects/project-overviews.repo.ts'
import { listImportsQuery } from './imports.repo.ts'
import { listMaterialsQuery } from './material-list.repo.ts'

const files = 10_000
const filesOfOthers = 100_000
const projects = 200

const anything = {
  filter: 'all',
  importedBy: undefined,
  createdFrom: undefined,
  createdBefore: undefined,
} as const

let app: TestApp
let principal: Principal
let lastFailureAt: string

async function fillTeam(db: Db, fileCount: number): Promise<Principal> {
  const team = await makeTeam(app.deps)
  const user = await makeUser(app.deps, team)
  await sql`
    insert into project (team_id, owner_id, name, share_preference, supported_languages, transcript_language,
      default_ai_language, changed_at)
    select ${team.id}, ${user.id}, 'Project ' || n, 2, '{en-US}', 'en-US', 'en-US', now() - n * interval '1 minute'
    from generate_series(1, ${projects}::int) n`.execute(db)
  const projectIds = sql`(select array_agg(id order by id) from project where team_id = ${team.id})`
  // One in a hundred has failed, one in two hundred is processing.
  await sql`
    insert into file (team_id, project_id, created_by, name, extension, kind, status, upload_key, object_key,
      failure_code, failure_message, created_at, started_at, completed_at)
    select ${team.id}, (${projectIds})[1 + n % ${projects}], ${user.id}, 'file ' || n, 'pdf',
      (array['audio', 'video', 'document', 'image'])[1 + n % 4],
      case when n % 100 = 0 then 'error' when n % 200 = 1 then 'processing' else 'completed' end,
      'incoming/' || gen_random_uuid(), 'accepted/' || gen_random_uuid(),
      case when n % 100 = 0 then 'damaged' end, case when n % 100 = 0 then 'It is damaged.' end,
      now() - n * interval '1 minute', now(), now()
    from generate_series(1, ${fileCount}::int) n`.execute(db)
  await sql`
    insert into insight (team_id, project_id, created_by, name, extension, phase, state, upload_key, object_key,
      failure_code, created_at, started_at)
    select ${team.id}, (${projectIds})[1 + n % ${projects}], ${user.id}, 'insight ' || n, 'pdf',
      case when n % 2 = 0 then 'failed' else 'processing' end, n % 2, 'incoming/' || gen_random_uuid(),
      'accepted/' || gen_random_uuid(), case when n % 2 = 0 then 'damaged' end, now() - n * interval '1 minute', now()
    from generate_series(1, ${fileCount / 10}::int) n`.execute(db)
  return { keyId: null, kind: 'personal', teamId: team.id, userId: user.id, role: 0 }
}

beforeAll(async () => {
  app = await startTestApp()
  await seed(app.databaseUrl, async (db) => {
    await fillTeam(db, filesOfOthers)
    principal = await fillTeam(db, files)
    for (const table of ['file', 'insight', 'project'])
      await sql`vacuum analyze ${sql.table(table)}`.execute(db)
  })
  const { rows } = await sql<{ at: string }>`
    select min(created_at)::text as at from file where team_id = ${principal.teamId} and status = 'error'`.execute(
    app.deps.db,
  )
  lastFailureAt = rows[0]?.at ?? ''
}, 180_000)
afterAll(() => app.close())

async function measure(query: RawBuilder<unknown>) {
  const { ms, sequentialScans } = await measureQuery(app.deps.db, query)
  // With so few projects, a sequential scan of them is the right plan.
  return { ms, scans: sequentialScans.filter((table) => table === 'file' || table === 'insight') }
}

describe('with ten thousand files', () => {
  it('lists projects with their counts in one query of a few milliseconds', async () => {
    const { ms, scans } = await measure(listOverviewsQuery(principal, { limit: 50, after: undefined }))
    expect(scans).toEqual([])
    expect(ms).toBeLessThan(50)
    const { rows } = await listOverviewsQuery(principal, { limit: projects, after: undefined }).execute(
      app.deps.db,
    )
    const sum = (count: (row: (typeof rows)[number]) => number) =>
      rows.reduce((total, row) => total + count(row), 0)
    expect(sum((row) => row.audio + row.video + row.document + row.image)).toBe(files)
    expect(sum((row) => row.insight)).toBe(files / 10)
    expect(sum((row) => row.failed)).toBe(files / 100 + files / 20)
  })

  it.each(materialSorts)('lists the contents of one project by "%s" in a few milliseconds', async (sort) => {
    const { rows } = await sql<{ id: number }>`
      select max(id) as id from project where team_id = ${principal.teamId}`.execute(app.deps.db)
    for (const group of [undefined, 'recording'] as const) {
      const search = { ...anything, projectId: rows[0]?.id ?? 0, group, sort }
      const { ms, scans } = await measure(
        listMaterialsQuery(principal, search, { limit: 50, after: undefined }),
      )
      expect(scans).toEqual([])
      expect(ms).toBeLessThan(25)
    }
  })

  it.each(['all', 'done', 'needs_attention', 'working'] as const)(
    'imports that are "%s" are listed in a few milliseconds, also far down',
    async (filter) => {
      const search = { filter, projectId: undefined }
      for (const after of [undefined, { at: lastFailureAt, kind: 'file', id: 1 } as const]) {
        const { ms, scans } = await measure(listImportsQuery(principal, search, { limit: 50, after }))
        expect(scans).toEqual([])
        expect(ms).toBeLessThan(25)
      }
    },
  )
})
