/** One million projects in a thousand teams (a fifth in CI): lists and access checks use indexes. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { rounds } from '../../../test/harness/full.ts'
import { measureQuery } from '../../../test/harness/query-plan.ts'
import { seed } from '../../../test/harness/seed.ts'
import type { Principal } from '../../platform/auth/principal.ts'
import type { Db } from '../../platform/db/database.ts'
import { findOpenProjectQuery, listOpenProjectsQuery } from './projects.repo.ts'

const teams = rounds(200, 1_000)
const projectsPerTeam = 1_000
const usersPerTeam = 4
const budgetMs = 5

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await seed(app.databaseUrl, fillTables)
}, 180_000)
afterAll(() => app.close())

async function fillTables(db: Db): Promise<void> {
  await sql`insert into team (name) select 'Team ' || n from generate_series(1, ${teams}::int) n`.execute(db)
  await sql`
    insert into app_user (team_id, email, name, role)
    select t.id, 'u' || n || '-' || t.id || '@example.org', 'User', (array[0, 2, 3, 4])[n]
    from team t, generate_series(1, ${usersPerTeam}::int) n order by t.id, n`.execute(db)
  // A third each private, shared with everyone and shared by role; one in twenty archived.
  await sql`
    insert into project (team_id, owner_id, name, share_preference, shared_roles, supported_languages,
      transcript_language, default_ai_language, archived_at)
    select t.id, (select min(u.id) + n % ${usersPerTeam} from app_user u where u.team_id = t.id), 'Project ' || n,
      (array[1, 2, 4])[1 + n % 3], case when n % 3 = 2 then '{0,3}'::smallint[] else '{}' end,
      '{en-US}', 'en-US', 'en-US', case when n % 20 = 0 then now() end
    from generate_series(1, ${projectsPerTeam}::int) n, team t`.execute(db)
  await sql`vacuum analyze project`.execute(db)
  await sql`analyze app_user`.execute(db)
}

const principal = (kind: Principal['kind'], role: Principal['role']): Principal => ({
  keyId: 1,
  kind,
  teamId: 500,
  userId: 1_998,
  role,
})

describe('with one million projects', () => {
  const callers = {
    personal: principal('personal', 0),
    viewer: principal('personal', 2),
    team: principal('team', 0),
  }

  for (const [name, caller] of Object.entries(callers)) {
    it(`lists the first page for a ${name} key within ${budgetMs} ms, by index`, async () => {
      const { ms, sequentialScans } = await measureQuery(
        app.deps.db,
        listOpenProjectsQuery(caller, { limit: 50, offset: 0 }),
      )
      expect(sequentialScans).toEqual([])
      expect(ms).toBeLessThan(budgetMs)
      process.stdout.write(`projects list key=${name} ms=${ms.toFixed(2)}\n`)
    })

    it(`lists a late page for a ${name} key within ${budgetMs} ms, by index`, async () => {
      const { ms, sequentialScans } = await measureQuery(
        app.deps.db,
        listOpenProjectsQuery(caller, { limit: 50, offset: 300 }),
      )
      expect(sequentialScans).toEqual([])
      expect(ms).toBeLessThan(budgetMs)
    })

    it(`checks access to one project for a ${name} key within ${budgetMs} ms, by index`, async () => {
      const { ms, sequentialScans } = await measureQuery(app.deps.db, findOpenProjectQuery(caller, 499_500))
      expect(sequentialScans).toEqual([])
      expect(ms).toBeLessThan(budgetMs)
    })
  }
})
