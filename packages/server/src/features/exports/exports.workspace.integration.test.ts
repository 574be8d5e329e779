/** Exports that people request in the workspace. */
import type { ExportVolume, WorkspaceExport } from '@inlet/contract/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { addSurvey } from '../../../test/harness/export-survey.ts'
import { exportNow, exportsOf, unpack } from '../../../test/harness/exports.ts'
import { fetchToken, findKeyId, makeKey } from '../../../test/harness/people.ts'
import { insertReadFile, makeProject, makeReaders, type Readers } from '../../../test/harness/reading.ts'

let app: TestApp
let people: Readers
let projectId: number

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
  projectId = await makeProject(people.finn, 2)
  await insertReadFile(app, { projectId, by: people.finn.user }, { pages: ['Page of the plan'] })
  const keyId = await findKeyId(app.deps, await makeKey(app.deps, people.finn.user))
  await addSurvey(app, { user: people.finn.user, keyId, projectId })
}, 120_000)
afterAll(() => app.close())

type Person = Readers['ada']
const path = () => `/exports?project_id=${projectId}`
const listOf = async ({ visitor }: Person) =>
  (await visitor.read<{ exports: WorkspaceExport[] }>(path())).exports
const request = ({ visitor }: Person, body: object = { contents: ['tables'], has_people: false }) =>
  visitor.post('/exports', { project_id: projectId, ...body })
const download = async ({ visitor }: Person, key: string) =>
  ((await (await visitor.post(`/exports/${key}/download`)).json()) as { volumes: ExportVolume[] }).volumes

async function exported(person: Person, body?: object): Promise<string> {
  const { export_key: key } = (await (await request(person, body)).json()) as { export_key: string }
  await exportNow(app.deps, key)
  return key
}

it('is for the owner of the project and team admins, who each see their own', async () => {
  const { ada, finn, vera, stranger } = people
  const codeOf = async (answer: Promise<Response>) =>
    ((await (await answer).json()) as { code?: string }).code
  expect(await codeOf(request(vera))).toBe('read_only_role')
  expect(await codeOf(vera.visitor.get(path()))).toBe('owner_or_admin_only')
  expect(await codeOf(request(stranger))).toBe('project_not_found')
  const key = await exported(finn)
  expect((await listOf(finn)).map((one) => [one.export_key, one.status])).toEqual([[key, 'completed']])
  expect(await listOf(ada)).toEqual([])
  expect((await ada.visitor.post(`/exports/${key}/download`)).status).toBe(404)
  // The owner's own API key does not see it either.
  const token = await fetchToken(app.url, await makeKey(app.deps, finn.user))
  expect((await exportsOf(app, token).get(key)).status).toBe(404)
  expect((await finn.visitor.call('DELETE', `/exports/${key}`)).status).toBe(204)
  expect(await listOf(finn)).toEqual([])
})

it('contains names and e-mail addresses only on request', async () => {
  const without = await exported(people.finn, { contents: ['originals'], has_people: false })
  const withPeople = await exported(people.finn, { contents: ['originals'], has_people: true })
  const [latest] = await listOf(people.finn)
  expect(latest).toMatchObject({ export_key: withPeople, has_people: true, contents: ['originals'] })
  for (const [key, isComplete] of [
    [without, false],
    [withPeople, true],
  ] as const) {
    const volumes = await download(people.finn, key)
    const bundle = await unpack({ ...(latest as WorkspaceExport), volumes })
    expect(bundle.paths.includes('participants.ndjson')).toBe(isComplete)
    expect(bundle.paths.some((one) => one.endsWith('parts/1.csv'))).toBe(isComplete)
    expect(bundle.paths.filter((one) => one.endsWith('pages.ndjson'))).toHaveLength(1)
  }
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where subject = ${`export ${withPeople}`} and user_id = ${people.finn.user.id}
    order by id`.execute(app.deps.db)
  expect(rows.map(({ action }) => action)).toEqual(['exports.request', 'exports.complete', 'exports.url'])
})

it('fails when the person loses the project before it is written', async () => {
  const { ada } = people
  const { export_key: key } = (await (await request(ada)).json()) as { export_key: string }
  const again = await request(people.finn)
  expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([409, 'export_running'])
  await sql`update app_user set suspended_at = now() where id = ${ada.user.id}`.execute(app.deps.db)
  await exportNow(app.deps, key)
  await sql`update app_user set suspended_at = null where id = ${ada.user.id}`.execute(app.deps.db)
  expect((await listOf(ada))[0]).toMatchObject({ status: 'failed', error_code: 'access_lost' })
  expect(await download(ada, key)).toEqual([])
})

it('is not in the event log, which only API keys read', async () => {
  const key = await exported(people.finn)
  const { rows } = await sql`
    select from event_outbox where data ->> 'export_key' = ${key}
    union all select from event where data ->> 'export_key' = ${key}`.execute(app.deps.db)
  expect(rows).toEqual([])
})
