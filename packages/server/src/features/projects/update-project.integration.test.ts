/** Reading and changing projects: what is left out stays, and an archived project comes back as it was. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { makeCaller } from '../../../test/harness/people.ts'

let app: TestApp
let token: string

beforeAll(async () => {
  app = await startTestApp()
  token = (await makeCaller(app)).token
}, 120_000)
afterAll(() => app.close())

async function call(method: string, path: string, json?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${app.url}/api/v1/developer/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  return (await answer.json()) as Record<string, unknown>
}

it('changes only what is sent, and brings an archived project back as it was', async () => {
  const created = { name: 'Before', external_id: 'x-1', metadata: { wave: '1' } }
  const { id } = await call('POST', 'import/projects/create', created)
  const path = `projects/${String(id)}`
  const renamed = await call('PATCH', path, { name: 'After' })
  expect(renamed).toMatchObject({ ...created, name: 'After', archived: false })
  expect(await call('PATCH', path, { archived: true })).toMatchObject({ archived: true })
  const listed = async (query: string) =>
    ((await call('GET', `projects?${query}`))['projects'] as object[]).filter(
      (one) => 'id' in one && one.id === id,
    )
  expect(await listed('archived=true')).toMatchObject([{ ...created, name: 'After', archived: true }])
  expect(await listed('limit=100')).toEqual([])
  expect(await call('GET', path)).toMatchObject({ code: 'project_not_found' })
  const restored = await call('PATCH', path, { archived: false })
  expect(await call('GET', path)).toEqual({ ...restored, counts: expect.any(Object) as object })
  expect({ ...restored, updated_at: '' }).toEqual({ ...renamed, updated_at: '' })
})

it('reads projects with their counts, and lists archived ones apart', async () => {
  const { id } = await call('POST', 'import/projects/create', { name: 'Counted' })
  const path = `projects/${String(id)}`
  const nothing = { audio: 0, video: 0, document: 0, image: 0, insight: 0, survey: 0 }
  expect(await call('GET', path)).toMatchObject({ id, name: 'Counted', counts: nothing })
  await call('PATCH', path, { archived: true })
  const listed = async (query: string) => JSON.stringify(await call('GET', `projects?limit=100${query}`))
  expect(await listed('')).not.toContain('"Counted"')
  expect(await listed('&archived=true')).toContain('"Counted"')
})
