import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminJson, runAdmin } from '../../../test/harness/admin.ts'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { testEnv } from '../../../test/harness/config.ts'
import { beginImport, completeImport, makeProject, uploadTo } from '../../../test/harness/imports.ts'
import { makeCaller, makeTeam } from '../../../test/harness/people.ts'
import { readUsedBytes } from './storage.repo.ts'

const MiB = 1024 ** 2

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

describe('the storage quota of a team', () => {
  it('is not exceeded by imports that complete at the same time', async () => {
    const { token, team } = await makeCaller(app)
    const projectId = await makeProject(app.url, token)
    await sql`update team set storage_quota_bytes = ${MiB} where id = ${team.id}`.execute(app.deps.db)
    const begun = await Promise.all(
      Array.from({ length: 6 }, (_, i) => beginImport(app.url, token, projectId, 'files', `note-${i}.txt`)),
    )
    await Promise.all(begun.map((one) => uploadTo(one, 'x'.repeat(400 * 1024))))
    const statuses = await Promise.all(begun.map((one) => completeImport(app.url, token, one)))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 200, 403, 403, 403, 403])
    expect(await readUsedBytes(app.deps.db, team.id)).toBe(800 * 1024)
  })

  it('is set and shown by inlet-admin', async () => {
    const team = await makeTeam(app.deps)
    const env = testEnv(app.databaseUrl)
    const quota = (...args: string[]) => adminJson<object>(env, 'team', 'quota', String(team.id), ...args)
    expect(await quota()).toMatchObject({ quota: 'default', quota_bytes: null, used_bytes: 0 })
    expect(await quota('--gigabytes', '2')).toMatchObject({ quota: 'own', quota_bytes: 2 * 1024 * MiB })
    expect(await quota('--unlimited')).toMatchObject({ quota: 'unlimited', quota_bytes: null })
    expect(await quota('--default')).toMatchObject({ quota: 'default' })
    expect((await runAdmin(env, 'team', 'quota', '999999')).err).toContain('does not exist')
  }, 120_000)
})
