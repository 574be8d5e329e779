import { expect, it } from 'vitest'
import { admin, makeCaller, makeTeam } from '../harness/admin.ts'
import { type Answer, get, items, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { logOf } from '../harness/events.ts'
import { importNow, type ManagedKind, managerOf, managerScopes, sendNow } from '../harness/manage.ts'
import { makeProject } from '../harness/project.ts'
import { makePdf, makeWav } from '../harness/samples.ts'
import { mediaOf, surveysOf, uploadParts } from '../harness/survey.ts'
import { upload } from '../harness/upload.ts'
import { waitForStatus } from '../harness/wait.ts'

describeOurs('the trash', async () => {
  const team = await makeTeam()
  const { token } = await makeCaller({ team, scopes: managerScopes })
  const { update, remove, restore, trash } = managerOf(token)
  const colleague = managerOf((await makeCaller({ team, scopes: managerScopes })).token)
  const stranger = await makeCaller({ scopes: managerScopes })
  const projectId = await makeProject(token, { project_share_preference: 2 })
  const pdf = (kind: 'files' | 'insights', text: string) =>
    importNow(token, { kind, projectId, name: `${text}.pdf`, content: makePdf(text) })
  const statusOf = async (kind: ManagedKind, key: string) =>
    (await get(`${prefix}/${kind}/${key}/status`, { token })).status
  const keysOf = (answer: Answer) => items(answer, 'records').map((item) => item['key'])

  it('MNG-6 deletes records: gone from lists and statuses, and a second time 404', async () => {
    const survey = await surveysOf(token, projectId).importParts(['Email,Why\na@example.org,because\n'])
    const targets: [ManagedKind, string][] = [
      ['files', await pdf('files', 'one')],
      ['insights', await pdf('insights', 'two')],
      ['surveys', survey.key],
    ]
    for (const [kind, key] of targets) {
      expect((await remove(kind, key)).status).toBe(204)
      expect((await remove(kind, key)).status).toBe(404)
      expect(await statusOf(kind, key)).toBe(404)
      expect((await update(kind, key, { name: 'x.pdf' })).status).toBe(404)
    }
    // The file of the survey is gone with it.
    for (const [kind] of targets) {
      const list = await get(`${prefix}/${kind}?project_id=${projectId}`, { token })
      expect([list.body['count'], items(list, kind)]).toEqual([0, []])
    }
  })

  it('MNG-6 deletes a project, for its owner and admins only', async () => {
    const id = await makeProject(token, { project_share_preference: 2 })
    const refused = await colleague.remove('projects', id)
    expect([refused.status, refused.body['code']]).toEqual([403, 'owner_or_admin_only'])
    expect((await remove('projects', id)).status).toBe(204)
    expect((await remove('projects', id)).status).toBe(404)
    expect((await colleague.restore('projects', id)).status).toBe(404)
    expect(keysOf(await trash('?kind=project'))).toEqual([String(id)])
    expect((await restore('projects', id)).body).toMatchObject({ id })
  })

  it('MNG-7 lists what can be restored, page by page, and restores it as it was', async () => {
    const own = await makeProject(token)
    const file = async (name: string) =>
      importNow(token, { kind: 'files', projectId: own, name, content: makePdf(name) })
    const keys = [await file('a.pdf'), await file('b.pdf')]
    const before = await get(`${prefix}/files/${keys[0]}/status?include=details`, { token })
    for (const key of keys) await remove('files', key)
    const first = await trash(`?project_id=${own}&limit=1`)
    expect(keysOf(first)).toEqual([keys[1]])
    const [listed] = items(first, 'records')
    expect(listed).toMatchObject({ kind: 'file', name: 'b.pdf', project_id: own })
    const days =
      (Date.parse(String(listed?.['purge_at'])) - Date.parse(String(listed?.['deleted_at']))) / 86_400_000
    expect(days).toBe(30)
    expect(keysOf(await trash(`?project_id=${own}&cursor=${String(first.body['next_cursor'])}`))).toEqual([
      keys[0],
    ])
    expect((await trash('?cursor=x')).body['code']).toBe('invalid_cursor')
    expect((await trash('?kind=x')).status).toBe(400)
    expect(keysOf(await managerOf(stranger.token).trash())).toEqual([])
    expect((await managerOf(stranger.token).restore('files', String(keys[0]))).status).toBe(404)
    expect((await restore('files', String(keys[0]))).body).toMatchObject({
      wav_key: keys[0],
      project_id: own,
    })
    const { file_url: _, ...after } = (
      await get(`${prefix}/files/${keys[0]}/status?include=details`, { token })
    ).body
    const { file_url: __, ...expected } = before.body
    expect(after).toEqual(expected)
  })

  it('MNG-7 starts interrupted processing again', async () => {
    const key = await sendNow(token, { kind: 'files', projectId, name: 'w.pdf', content: makePdf('work') })
    expect((await remove('files', key)).status).toBe(204)
    expect((await restore('files', key)).status).toBe(200)
    const path = `${prefix}/files/${key}/status`
    await waitForStatus(path, { token, field: 'status', until: ['completed'] })
  })

  it('MNG-8 purges at once, for the owner of the project and admins only', async () => {
    const key = await pdf('files', 'purged')
    const trashed = await pdf('insights', 'trashed')
    await remove('insights', trashed)
    for (const [kind, one] of [
      ['files', key],
      ['insights', trashed],
    ] as const) {
      expect((await colleague.remove(kind, one, '?permanent=true')).body['code']).toBe('owner_or_admin_only')
      expect((await remove(kind, one, '?permanent=true')).status).toBe(204)
      expect((await restore(kind, one)).status).toBe(404)
      expect((await remove(kind, one, '?permanent=true')).status).toBe(404)
    }
    expect((await remove('files', key, '?permanent=maybe')).status).toBe(400)
  })

  it('MNG-10 emits deleted, restored and purged', async () => {
    // Of its own team: imports of other tests may still be processed.
    const own = await makeCaller({ scopes: managerScopes })
    const { remove, restore } = managerOf(own.token)
    const log = logOf(own.token)
    const projectId = await makeProject(own.token)
    const content = makePdf('events')
    const key = await importNow(own.token, { kind: 'files', projectId, name: 'events.pdf', content })
    const after = await log.latest()
    await remove('files', key)
    await restore('files', key)
    await remove('files', key, '?permanent=true')
    const events = await log.all({ after })
    expect(events.map(({ type }) => type)).toEqual(['file.deleted', 'file.restored', 'file.purged'])
    expect(events.every(({ data }) => data.wav_key === key && data.project_id === projectId)).toBe(true)
  })

  it('MNG-6 MNG-7 MNG-10 deletes, restores and purges a media file of a survey', async () => {
    const surveys = surveysOf(token, projectId)
    const survey = await surveys.begin({ media_config: {}, column_mapping: { Email: 'Email' } })
    await uploadParts(survey, ['Email,Why\nada@example.org,because\n'])
    const name = 'ada@example.org.wav'
    for (const media of mediaOf(await surveys.register(survey.key, [name]))) await upload(media, makeWav())
    await surveys.complete(survey.key)
    await surveys.ended(survey.key)
    const media = await surveys.media(survey.key, name)
    const key = String(media?.media_key)
    const after = await logOf(token).latest()
    expect((await managerOf(stranger.token).remove('media', key)).status).toBe(404)
    expect((await remove('media', key)).status).toBe(204)
    expect((await remove('media', key)).status).toBe(404)
    expect(await surveys.media(survey.key, name)).toBeUndefined()
    expect(keysOf(await trash('?kind=media'))).toEqual([key])
    const restored = await restore('media', key)
    expect([restored.status, restored.body]).toMatchObject([200, { media_key: key, filename: name }])
    expect(await surveys.media(survey.key, name)).toMatchObject({ media_key: key, status: 'LINKED' })
    expect((await colleague.remove('media', key, '?permanent=true')).body['code']).toBe('owner_or_admin_only')
    expect((await remove('media', key, '?permanent=true')).status).toBe(204)
    expect((await restore('media', key)).status).toBe(404)
    const events = await logOf(token).all({ after, types: 'media.deleted,media.restored,media.purged' })
    expect(events.map(({ type }) => type)).toEqual(['media.deleted', 'media.restored', 'media.purged'])
    expect(events.every(({ data }) => data.media_key === key && data.project_id === projectId)).toBe(true)
  })

  it('MNG-6 follows the team setting for the time in the trash', async () => {
    const own = managerOf(stranger.token)
    await admin('team', 'set', String(stranger.team.id), '--trash-days', '7')
    const id = await makeProject(stranger.token)
    await own.remove('projects', id)
    const [listed] = items(await own.trash(), 'records')
    const ms = Date.parse(String(listed?.['purge_at'])) - Date.parse(String(listed?.['deleted_at']))
    expect(ms).toBe(7 * 86_400_000)
  })
})
