/** Idempotency keys of renamed, moved, deleted and private surveys, which the contract cannot create yet. */
import { readFile } from 'node:fs/promises'
import type { InitializedSurvey } from '@inlet/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeProject } from '../../../test/harness/imports.ts'
import { makeCaller } from '../../../test/harness/people.ts'
import { beginSurvey, postSurvey, setCompleted } from '../../../test/harness/survey-uploads.ts'
import { makeVisitor } from '../../../test/harness/visitors.ts'
import { eraseSurvey } from './erasure/erase-survey.ts'

let app: TestApp
let caller: Awaited<ReturnType<typeof makeCaller>>
let projectId: number
beforeAll(async () => {
  app = await startTestApp()
  caller = await makeCaller(app)
  projectId = await makeProject(app.url, caller.token)
})
afterAll(() => app.close())

const requestOf = (idempotency_key: string, settings: object = {}) => ({
  project_id: projectId,
  name: 'First name',
  file_type: 'CSV',
  num_parts: 1,
  idempotency_key,
  ...settings,
})
const begin = (key: string, settings?: object) =>
  beginSurvey(app.url, caller.token, projectId, requestOf(key, settings))
const repeat = (key: string, settings?: object) =>
  postSurvey<InitializedSurvey>(app.url, caller.token, 'initialize', requestOf(key, settings))

it('IDM-9 compares with the first request after the survey was renamed or moved', async () => {
  const { upload_key } = await begin('moved')
  const elsewhere = await makeProject(app.url, caller.token)
  await sql`update survey set name = 'Renamed', project_id = ${elsewhere} where upload_key = ${upload_key}`.execute(
    app.deps.db,
  )
  const same = await repeat('moved')
  expect([same.status, same.body.upload_key]).toEqual([200, upload_key])
  expect(same.body).not.toHaveProperty('idempotency_mismatch')
  const asItIs = await repeat('moved', { name: 'Renamed', project_id: elsewhere })
  expect(asItIs.body.idempotency_mismatch).toEqual(['project_id', 'name'])
})

it('IDM-9 SUR-4 returns 404 and reveals nothing when the project is not accessible', async () => {
  const { upload_key } = await begin('out of reach')
  const stranger = await makeCaller(app, { team: caller.team })
  const theirs = await makeProject(app.url, stranger.token)
  await sql`update project set share_preference = 1 where id = ${theirs}`.execute(app.deps.db)
  await sql`update survey set project_id = ${theirs} where upload_key = ${upload_key}`.execute(app.deps.db)
  const same = await repeat('out of reach')
  const changed = await repeat('out of reach', { name: 'Another', num_parts: 5 })
  for (const { status, body } of [same, changed]) {
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'survey_not_found' })
    expect(body).not.toHaveProperty('idempotency_mismatch')
    expect(JSON.stringify(body)).not.toContain(upload_key)
  }
})

it('IDM-9 frees a key when its survey is deleted', async () => {
  const { upload_key } = await begin('deleted')
  const { rows } = await sql<{ id: number }>`select id from survey where upload_key = ${upload_key}`.execute(
    app.deps.db,
  )
  await eraseSurvey(app.deps.db, rows[0]?.id ?? 0)
  const again = await repeat('deleted', { name: 'Another' })
  expect(again.status).toBe(201)
  expect(again.body.upload_key).not.toBe(upload_key)
})

it('IDM-9 keeps a key when the project is archived and restored', async () => {
  const restored = await makeProject(app.url, caller.token)
  const { upload_key } = await begin('restored', { project_id: restored })
  await sql`update project set archived_at = now() where id = ${restored}`.execute(app.deps.db)
  await sql`update project set archived_at = null where id = ${restored}`.execute(app.deps.db)
  const again = await repeat('restored', { project_id: restored })
  expect([again.status, again.body.upload_key]).toEqual([200, upload_key])
})

it('IDM-8 reports a mismatch to the workspace, which stops the upload', async () => {
  const { visitor } = await makeVisitor(app)
  const created = await visitor.post('/projects', { name: 'Workspace' })
  const { id } = (await created.json()) as { id: number }
  const begun = (settings: object) =>
    visitor.post('/surveys', requestOf('from a browser', { project_id: id, ...settings }))
  expect([(await begun({})).status, await (await begun({})).json()]).toEqual([
    201,
    expect.not.objectContaining({ idempotency_mismatch: expect.anything() }),
  ])
  expect(await (await begun({ num_parts: 2 })).json()).toMatchObject({ idempotency_mismatch: ['num_parts'] })
})

it('IDM-8 compares older surveys with the known fields of their first request', async () => {
  const plain = await begin('plain')
  const appended = await begin('appended')
  await setCompleted(app.deps.db, appended.upload_key)
  await postSurvey(app.url, caller.token, `${appended.upload_key}/append`, { num_parts: 2 })
  await applyMigrationAgain()
  expect((await repeat('plain')).body).not.toHaveProperty('idempotency_mismatch')
  expect((await repeat('plain', { num_parts: 2 })).body.idempotency_mismatch).toEqual(['num_parts'])
  for (const num_parts of [1, 2, 3]) {
    const { body } = await repeat('appended', { num_parts })
    expect([body.upload_key, body.num_parts]).toEqual([appended.upload_key, 3])
    expect(body).not.toHaveProperty('idempotency_mismatch')
  }
  expect((await repeat('appended', { name: 'Another' })).body.idempotency_mismatch).toEqual(['name'])

  // As written by the previous release while both run.
  await sql`update survey set first_project_id = null, first_name = null, first_part_count = null
    where upload_key = ${plain.upload_key}`.execute(app.deps.db)
  await setCompleted(app.deps.db, plain.upload_key)
  await postSurvey(app.url, caller.token, `${plain.upload_key}/append`, { num_parts: 2 })
  const after = await repeat('plain', { name: 'Another', num_parts: 3 })
  expect(after.body.idempotency_mismatch).toEqual(['name', 'num_parts'])
  expect((await repeat('plain')).body).not.toHaveProperty('idempotency_mismatch')
})

async function applyMigrationAgain(): Promise<void> {
  const file = new URL('../../../migrations/0022-first-survey-request.sql', import.meta.url)
  await sql`alter table survey drop column first_project_id, drop column first_name, drop column first_part_count`.execute(
    app.deps.db,
  )
  const statements = (await readFile(file, 'utf8')).replaceAll(/--.*$/gm, '').split(';')
  for (const statement of statements.slice(0, -1)) await sql.raw(statement).execute(app.deps.db)
}
