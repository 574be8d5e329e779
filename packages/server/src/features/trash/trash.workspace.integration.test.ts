/** Managing imports and projects in the workspace: the same rules as for programs, for people. */
import { roles } from '@inlet/contract'
import type { ImportRecord, TrashItem } from '@inlet/contract/workspace'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { insertReadFile, insertReadInsight, insertRecordingFile } from '../../../test/harness/reading.ts'
import { seedSurvey } from '../../../test/harness/seeded-secrets.ts'
import { makeVisitor } from '../../../test/harness/visitors.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof makeVisitor>>
let editor: typeof admin
let viewer: typeof admin

beforeAll(async () => {
  app = await startTestApp()
  admin = await makeVisitor(app, { role: roles.admin })
  editor = await makeVisitor(app, { team: admin.team })
  viewer = await makeVisitor(app, { team: admin.team, role: roles.viewer })
}, 120_000)
afterAll(() => app.close())

async function makeProject(settings: object = {}): Promise<number> {
  const answer = await admin.visitor.post('/projects', {
    name: 'Study',
    project_share_preference: 2,
    ...settings,
  })
  return ((await answer.json()) as { id: number }).id
}

const makeFile = (projectId: number) =>
  insertReadFile(app, { projectId, by: admin.user }, { pages: ['words'], name: 'notes.pdf' })

const read = async <T>(answer: Promise<Response>) => {
  const { status, text } = await answer.then(async (one) => ({ status: one.status, text: await one.text() }))
  return { status, body: (text === '' ? {} : JSON.parse(text)) as T & { code?: string } }
}
const recordOf = (path: string) => admin.visitor.read<ImportRecord>(`${path}/record`)
const trashOf = async (who: typeof admin, projectId: number) =>
  (await who.visitor.read<{ items: TrashItem[] }>(`/trash?project_id=${projectId}`)).items

it('renames an import, and refuses a change of what has changed meanwhile', async () => {
  const projectId = await makeProject()
  const place = { projectId, by: admin.user }
  const file = `/imports/file/${await makeFile(projectId)}`
  const insight = `/imports/insight/${await insertReadInsight(app, place, { pages: ['a'], name: 'a.pdf' })}`
  for (const path of [file, insight]) {
    const { etag } = await recordOf(path)
    const renamed = await read<ImportRecord>(
      editor.visitor.call('PATCH', path, { name: 'Field notes.pdf' }, { 'if-match': etag }),
    )
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Field notes.pdf', project_id: projectId } })
    expect(renamed.body.etag).not.toBe(etag)
    const late = admin.visitor.call('PATCH', path, { name: 'Late.pdf' }, { 'if-match': etag })
    expect(await read(late)).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
    expect((await recordOf(path)).name).toBe('Field notes.pdf')
  }
  const typed = await read(admin.visitor.call('PATCH', file, { name: 'Field notes.mp4' }))
  expect(typed).toMatchObject({ status: 400, body: { details: [{ field: 'name' }] } })
  expect((await admin.visitor.call('PATCH', '/imports/planet/1', { name: 'x' })).status).toBe(404)
})

it('moves an import, unless the privacy settings of its new project forbid it', async () => {
  const [from, to, closed] = [
    await makeProject(),
    await makeProject(),
    await makeProject({ redact_pii: true }),
  ]
  const place = { projectId: from, by: admin.user }
  const { key } = await insertRecordingFile(app, place, [{ startMs: 0, text: 'words' }], { name: 'talk.mp4' })
  const path = `/imports/file/${key}`
  const moved = await read<ImportRecord>(editor.visitor.call('PATCH', path, { project_id: to }))
  expect(moved).toMatchObject({ status: 200, body: { project_id: to } })
  const refused = await read(editor.visitor.call('PATCH', path, { project_id: closed }))
  expect(refused).toMatchObject({ status: 409, body: { code: 'privacy_mismatch' } })
  const own = await makeProject({ project_share_preference: 1 })
  expect((await editor.visitor.call('PATCH', path, { project_id: own })).status).toBe(404)
})

it('deletes to the trash, restores and purges, and leaves purging to owners and admins', async () => {
  const projectId = await makeProject()
  const key = await makeFile(projectId)
  const path = `/imports/file/${key}`
  expect((await viewer.visitor.call('DELETE', path)).status).toBe(403)
  const before = await recordOf(path)
  expect((await editor.visitor.call('DELETE', path)).status).toBe(204)
  expect((await editor.visitor.call('DELETE', path)).status).toBe(404)
  expect((await admin.visitor.get(path)).status).toBe(404)
  const [item] = await trashOf(editor, projectId)
  expect(item).toMatchObject({
    kind: 'file',
    key,
    name: 'notes.pdf',
    project: { id: projectId, name: 'Study' },
  })
  const days = (Date.parse(item?.purge_at ?? '') - Date.parse(item?.deleted_at ?? '')) / 86_400_000
  expect(Math.round(days)).toBe(30)
  expect([item?.can_purge, (await trashOf(admin, projectId))[0]?.can_purge]).toEqual([false, true])
  expect(await trashOf(viewer, projectId)).toEqual([])
  expect((await viewer.visitor.post(`${path}/restore`)).status).toBe(403)
  expect(await read(editor.visitor.post(`${path}/restore`))).toEqual({ status: 200, body: before })
  await editor.visitor.call('DELETE', path)
  expect(await read(editor.visitor.call('DELETE', `${path}?permanent=true`))).toMatchObject({
    status: 403,
    body: { code: 'owner_or_admin_only' },
  })
  expect((await admin.visitor.call('DELETE', `${path}?permanent=true`)).status).toBe(204)
  expect(await trashOf(admin, projectId)).toEqual([])
  expect((await admin.visitor.post(`${path}/restore`)).status).toBe(404)
})

it('deletes a media file of a survey to the trash, restores and purges it', async () => {
  const projectId = await makeProject()
  const [seeded] = await seedSurvey(app, { where: 'media', projectId, by: admin.user, owner: 'ada' })
  const { media_key: key = '', upload_key: survey = '' } = seeded?.params ?? {}
  type Media = { media: { key: string; filename: string }[] }
  const mediaOf = async () => (await editor.visitor.read<Media>(`/surveys/${survey}/media`)).media
  const path = `/imports/media/${key}`
  expect((await viewer.visitor.call('DELETE', path)).status).toBe(403)
  const [media] = await mediaOf()
  const filename = media?.filename ?? ''
  expect(media?.key).toBe(key)
  expect((await editor.visitor.call('DELETE', path)).status).toBe(204)
  expect(await mediaOf()).toEqual([])
  expect((await editor.visitor.call('DELETE', path)).status).toBe(404)
  expect(await trashOf(editor, projectId)).toMatchObject([{ kind: 'media', key, name: filename }])
  expect(await read(editor.visitor.post(`${path}/restore`))).toEqual({
    status: 200,
    body: { media_key: key, filename },
  })
  expect(await mediaOf()).toHaveLength(1)
  await editor.visitor.call('DELETE', path)
  expect((await editor.visitor.call('DELETE', `${path}?permanent=true`)).status).toBe(403)
  expect((await admin.visitor.call('DELETE', `${path}?permanent=true`)).status).toBe(204)
  expect(await trashOf(admin, projectId)).toEqual([])
})

it('pages through the trash', async () => {
  const projectId = await makeProject()
  for (let count = 0; count < 3; count += 1)
    await admin.visitor.call('DELETE', `/imports/file/${await makeFile(projectId)}`)
  const keys = new Set<string>()
  let cursor: string | null = ''
  for (let pages = 0; cursor !== null && pages < 9; pages += 1) {
    const page: { items: TrashItem[]; next_cursor: string | null } = await admin.visitor.read(
      `/trash?project_id=${projectId}&limit=2&cursor=${cursor}`,
    )
    for (const { key } of page.items) keys.add(key)
    cursor = page.next_cursor
  }
  expect(keys.size).toBe(3)
  expect((await admin.visitor.get('/trash?cursor=wrong')).status).toBe(400)
})

it('deletes and restores a project for its owner and team admins', async () => {
  const projectId = await makeProject()
  const key = await makeFile(projectId)
  const path = `/projects/${projectId}`
  expect(await read(editor.visitor.call('DELETE', path))).toMatchObject({ status: 403 })
  expect((await admin.visitor.call('DELETE', path)).status).toBe(204)
  expect((await admin.visitor.get(path)).status).toBe(404)
  expect((await admin.visitor.get(`/imports/file/${key}`)).status).toBe(404)
  expect(await trashOf(admin, projectId)).toMatchObject([{ kind: 'project', key: String(projectId) }])
  expect(await trashOf(editor, projectId)).toEqual([])
  expect((await editor.visitor.post(`${path}/restore`)).status).toBe(404)
  expect((await admin.visitor.post(`${path}/restore`)).status).toBe(200)
  expect((await admin.visitor.get(`/imports/file/${key}`)).status).toBe(200)
})

it('renames a project and keeps sharing to its owner and team admins', async () => {
  const projectId = await makeProject()
  const path = `/projects/${projectId}`
  type Settings = { name: string; is_manager: boolean; etag: string }
  const settings = (who: typeof admin) => who.visitor.read<Settings>(`${path}/settings`)
  const { etag } = await settings(admin)
  expect(await settings(editor)).toMatchObject({ name: 'Study', is_manager: false, etag })
  expect(await settings(viewer)).toMatchObject({ is_manager: false })
  expect(await read(editor.visitor.call('PATCH', path, { name: ' Renamed ' }))).toMatchObject({
    status: 200,
    body: { name: 'Renamed' },
  })
  const late = admin.visitor.call('PATCH', path, { name: 'Late' }, { 'if-match': etag })
  expect(await read(late)).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  expect(await settings(admin)).toMatchObject({ name: 'Renamed', is_manager: true })
  expect(await read(editor.visitor.call('PATCH', path, { archived: true }))).toMatchObject({
    status: 403,
    body: { code: 'owner_or_admin_only' },
  })
  expect((await viewer.visitor.call('PATCH', path, { name: 'No' })).status).toBe(403)
})

it('lists archived projects to those who may bring them back', async () => {
  const projectId = await makeProject()
  const archived = async (who: typeof admin) =>
    (await who.visitor.read<{ projects: { id: number }[] }>('/projects/archived')).projects.map(
      ({ id }) => id,
    )
  const path = `/projects/${projectId}`
  expect((await admin.visitor.call('PATCH', path, { archived: true })).status).toBe(200)
  expect((await admin.visitor.get(`${path}/settings`)).status).toBe(404)
  expect([await archived(admin), await archived(editor), await archived(viewer)]).toEqual([
    [projectId],
    [],
    [],
  ])
  expect((await admin.visitor.call('PATCH', path, { archived: false })).status).toBe(200)
  expect(await archived(admin)).toEqual([])
  expect((await admin.visitor.get(`${path}/settings`)).status).toBe(200)
})
