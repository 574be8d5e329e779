/** How exports end: deleted, expired, failed, or with what they contain. */
import type { ListedExport, ProjectExport } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { addSurvey } from '../../../test/harness/export-survey.ts'
import { exportNow, exportsOf } from '../../../test/harness/exports.ts'
import { fetchToken, findKeyId, makeKey } from '../../../test/harness/people.ts'
import { insertReadFile, makeProject, makeReaders, type Readers } from '../../../test/harness/reading.ts'
import { eraseRespondent } from '../erasures/erase-respondent.ts'
import { sweepExports } from '../exports/exports.public.ts'
import { eraseProject } from '../maintenance/erasure/erase-project.ts'
import { emptyTrash } from '../uploads/uploads.public.ts'

let app: TestApp
let people: Readers
let token: string
let keyId: number

beforeAll(async () => {
  app = await startTestApp({ INLET_READ_RATE_LIMIT_PER_MINUTE: '10000' })
  people = await makeReaders(app)
  const credentials = await makeKey(app.deps, people.ada.user)
  keyId = await findKeyId(app.deps, credentials)
  token = await fetchToken(app.url, credentials)
}, 120_000)
afterAll(() => app.close())

const auditOf = async (key: string) =>
  (
    await sql<{ action: string; details: Record<string, unknown> }>`
      select action, details from audit_entry where subject = ${`export ${key}`} order by id`.execute(
      app.deps.db,
    )
  ).rows

const objectsOf = async (key: string) =>
  (
    await sql<{ volume_key: string }>`
      select v.volume_key from export_volume v join project_export x on x.id = v.export_id
      where x.key = ${key}`.execute(app.deps.db)
  ).rows.map(({ volume_key }) => volume_key)

describe('the life of an export', () => {
  let projectId: number
  beforeAll(async () => {
    projectId = await makeProject(people.ada, 2)
    await addSurvey(app, { user: people.ada.user, keyId, projectId })
  })

  const isStored = async (keys: readonly string[]) =>
    (await Promise.all(keys.map((key) => app.deps.store.head(key)))).every((object) => object !== null)

  async function completed(): Promise<{ key: string; objects: string[] }> {
    const key = await exportsOf(app, token).begin(projectId)
    await exportNow(app.deps, key)
    const objects = await objectsOf(key)
    expect([objects.length, await isStored(objects)]).toEqual([1, true])
    return { key, objects }
  }

  async function expectGone(key: string, objects: readonly string[]): Promise<void> {
    expect((await exportsOf(app, token).get(key)).status).toBe(404)
    await emptyTrash(app.deps)
    expect(await isStored(objects)).toBe(false)
  }

  it('EXP-1 one runs at a time', async () => {
    const api = exportsOf(app, token)
    const answers = await Promise.all(Array.from({ length: 6 }, () => api.request(projectId)))
    expect(
      answers
        .map(({ status }) => String(status))
        .sort()
        .join(' '),
    ).toBe('202 409 409 409 409 409')
    const { exports } = (await (await api.list()).json()) as { exports: ListedExport[] }
    await api.remove(exports[0]?.export_key ?? '')
    expect((await api.request(projectId)).status).toBe(202)
    const again = (await (await api.list()).json()) as { exports: ListedExport[] }
    await api.remove(again.exports[0]?.export_key ?? '')
  })

  it('EXP-2 EXP-8 a deleted export is gone with its volumes', async () => {
    const { key, objects } = await completed()
    expect((await exportsOf(app, token).remove(key)).status).toBe(204)
    await expectGone(key, objects)
    expect((await exportsOf(app, token).remove(key)).status).toBe(404)
    const actions = (await auditOf(key)).map(({ action }) => action)
    expect(actions).toEqual(['exports.request', 'exports.complete', 'exports.delete'])
  })

  it('EXP-7 expires after 7 days', async () => {
    const { key, objects } = await completed()
    await sweepExports(app.deps.db)
    expect(await exportsOf(app, token).read(key)).toMatchObject({ status: 'completed' })
    await sql`update project_export set expires_at = expires_at - interval '7 days' where key = ${key}`.execute(
      app.deps.db,
    )
    await sweepExports(app.deps.db)
    await emptyTrash(app.deps)
    expect(await exportsOf(app, token).read(key)).toMatchObject({ status: 'expired', volumes: [] })
    expect(await isStored(objects)).toBe(false)
    await sql`update project_export set created_at = now() - interval '31 days' where key = ${key}`.execute(
      app.deps.db,
    )
    await sweepExports(app.deps.db)
    expect((await exportsOf(app, token).get(key)).status).toBe(404)
  })

  it('fails when its job is gone', async () => {
    const key = await exportsOf(app, token).begin(projectId)
    await sweepExports(app.deps.db)
    expect(await exportsOf(app, token).read(key)).toMatchObject({ status: 'processing' })
    await sql`delete from job.job where name = 'export-project'`.execute(app.deps.db)
    await sweepExports(app.deps.db)
    expect(await exportsOf(app, token).read(key)).toMatchObject({ status: 'failed', error_code: 'gave_up' })
  })

  it('EXP-7 is deleted when a person is erased', async () => {
    const { key, objects } = await completed()
    await eraseRespondent(app.deps, { email: 'p5@example.org', teamId: people.team.id })
    await expectGone(key, objects)
  })

  it('is deleted when a record that it contains is purged, and not by one that was deleted before', async () => {
    const place = { projectId, by: people.ada.user }
    const kept = await insertReadFile(app, place, { pages: ['a'] })
    const early = await insertReadFile(app, place, { pages: ['b'] })
    const remove = (file: string, query = '') =>
      fetch(`${app.url}/api/v1/developer/files/${file}${query}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await remove(early)).status).toBe(204)
    const { key, objects } = await completed()
    expect((await remove(early, '?permanent=true')).status).toBe(204)
    expect(await exportsOf(app, token).read(key)).toMatchObject({ status: 'completed' })
    expect((await remove(kept, '?permanent=true')).status).toBe(204)
    await expectGone(key, objects)
  })

  it('EXP-7 is deleted when a survey that has moved since is erased', async () => {
    const survey = await addSurvey(app, { user: people.ada.user, keyId, projectId })
    const { key, objects } = await completed()
    const other = await makeProject(people.ada, 2)
    const change = async (method: string, query: string, body?: object) => {
      const answer = await fetch(`${app.url}/api/v1/developer/surveys/${survey}${query}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      return answer.status
    }
    expect(await change('PATCH', '', { project_id: other })).toBe(200)
    expect(await exportsOf(app, token).read(key)).toMatchObject({ status: 'completed' })
    await eraseRespondent(app.deps, { email: 'p6@example.org', teamId: people.team.id })
    await expectGone(key, objects)
  })

  it('EXP-8 has every URL in the audit log', async () => {
    const { key } = await completed()
    const one: ProjectExport = await exportsOf(app, token).read(key)
    const lifeMs = Date.parse(one.volumes[0]?.url_expires_at ?? '') - Date.now()
    expect(Math.abs(lifeMs - 3_600_000)).toBeLessThan(60_000)
    const entries = await auditOf(key)
    expect(entries.map(({ action }) => action)).toEqual([
      'exports.request',
      'exports.complete',
      'exports.url',
    ])
    for (const { details } of entries)
      expect(details).toMatchObject({
        api_key_id: keyId,
        project_id: projectId,
        contents: ['originals', 'derived', 'tables'],
        client_address: '127.0.0.1',
      })
    await exportsOf(app, token).remove(key)
  })

  it('is deleted with its project', async () => {
    const { key, objects } = await completed()
    const headers = { authorization: `Bearer ${token}` }
    const url = `${app.url}/api/v1/developer/projects/${projectId}`
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204)
    await expectGone(key, objects)
    await eraseProject(app.deps, projectId)
  })
})
