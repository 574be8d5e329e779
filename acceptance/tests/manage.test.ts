import { expect, it } from 'vitest'
import { makeCaller, makeTeam } from '../harness/admin.ts'
import { get, items, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { logOf } from '../harness/events.ts'
import { etagOf, importNow, managerOf, managerScopes, sendNow } from '../harness/manage.ts'
import { makeProject } from '../harness/project.ts'
import { readScopes } from '../harness/results.ts'
import { makePdf, makeWav } from '../harness/samples.ts'
import { surveysOf } from '../harness/survey.ts'

const csv = 'Email,Why\nada@example.org,because\n'

describeOurs('managing records', async () => {
  const team = await makeTeam()
  const { token } = await makeCaller({ team, scopes: managerScopes })
  const { update } = managerOf(token)
  // Shared by the tests, because each takes a second or more to create.
  const colleague = await makeCaller({ team, scopes: managerScopes })
  const stranger = await makeCaller({ scopes: managerScopes })
  const admin = await makeCaller({ team, role: 'admin', scopes: managerScopes })
  const ofTeam = await makeCaller({ team, isTeamKey: true, role: 'admin', scopes: managerScopes })
  const [from, to] = [await makeProject(token, { project_share_preference: 2 }), await makeProject(token)]
  const pdf = (text: string) => makePdf(text)
  const listed = async (kind: 'files' | 'insights' | 'surveys', projectId: number) => {
    const answer = await get(`${prefix}/${kind}?project_id=${projectId}&limit=100`, { token })
    return items(answer, kind).map((item) => item['upload_key'] ?? item['wav_key'] ?? item['insight_key'])
  }

  it('MNG-1 changes a file, and leaves what is absent as it is', async () => {
    const key = await importNow(token, { kind: 'files', projectId: from, name: 'a.pdf', content: pdf('one') })
    const named = await update('files', key, { name: 'b.pdf', external_id: 'x-1', metadata: { a: 'b' } })
    expect(named.status).toBe(200)
    expect(named.body).toMatchObject({
      wav_key: key,
      name: 'b.pdf',
      project_id: from,
      external_id: 'x-1',
      metadata: { a: 'b' },
      kind: 'document',
      status: 'completed',
    })
    const cleared = await update('files', key, { external_id: null })
    expect(cleared.body).toMatchObject({ name: 'b.pdf', external_id: null, metadata: { a: 'b' } })
    const status = await get(`${prefix}/files/${key}/status?include=details`, { token })
    expect(status.body).toMatchObject({ name: 'b.pdf', metadata: { a: 'b' } })
    for (const json of [{ name: 5 }, { project_id: 'x' }, { metadata: { a: 1 } }, { external_id: '\u0000' }])
      expect((await update('files', key, json)).status).toBe(400)
  })

  it('MNG-1 publishes an insight and makes it a draft again', async () => {
    const key = await importNow(token, {
      kind: 'insights',
      projectId: from,
      name: 'a.pdf',
      content: pdf('two'),
    })
    const seen = async () =>
      (await get(`${prefix}/insights/${key}/status`, { token: colleague.token })).status
    expect(await seen()).toBe(200)
    const draft = await update('insights', key, { insight_state: 1, name: 'c.pdf' })
    expect(draft.body).toMatchObject({ insight_key: key, insight_state: 1, name: 'c.pdf' })
    expect(await seen()).toBe(404)
    expect((await managerOf(colleague.token).update('insights', key, { insight_state: 0 })).status).toBe(404)
    expect((await update('insights', key, { insight_state: 0 })).body['insight_state']).toBe(0)
    expect(await seen()).toBe(200)
    expect((await update('insights', key, { insight_state: 2 })).status).toBe(400)
  })

  it('MNG-2 applies the rules of names, and keeps the extension of a file', async () => {
    const key = await sendNow(token, { kind: 'files', projectId: from, name: 'a.pdf', content: pdf('three') })
    for (const name of ['a.docx', 'a', '', '  ', 'a\u0007.pdf', '\u202ea.pdf', `${'a'.repeat(500)}.pdf`])
      expect((await update('files', key, { name })).status).toBe(400)
    expect((await update('files', key, { name: 'A.PDF' })).body['name']).toBe('A.PDF')
    const survey = await surveysOf(token, from).begin()
    for (const name of ['', ' ', 'a'.repeat(201), 'a\u0000'])
      expect((await update('surveys', survey.key, { name })).status).toBe(400)
    expect((await update('surveys', survey.key, { name: 'Ü' })).body['name']).toBe('Ü')
  })

  it('MNG-3 moves records between accessible projects only', async () => {
    const file = await importNow(token, {
      kind: 'files',
      projectId: from,
      name: 'm.pdf',
      content: pdf('four'),
    })
    const survey = await surveysOf(token, from).importParts([csv], { column_mapping: { Why: 'Open-ended' } })
    const foreign = await makeProject(stranger.token)
    for (const project_id of [foreign, 2_000_000_000, -1])
      expect((await update('files', file, { project_id })).body['code']).toBe('project_not_found')
    expect((await update('files', file, { project_id: to })).body['project_id']).toBe(to)
    expect((await update('surveys', survey.key, { project_id: to })).body['project_id']).toBe(to)
    expect(await listed('files', to)).toContain(file)
    expect(await listed('files', from)).not.toContain(file)
    expect(await listed('surveys', to)).toEqual([survey.key])
    // The file of the survey moved with it.
    expect(await listed('files', to)).toHaveLength(2)
    const inPrivate = await makeProject(token, { project_share_preference: 1 })
    const seen = async () => (await get(`${prefix}/files/${file}/status`, { token: colleague.token })).status
    expect(await seen()).toBe(200)
    await update('files', file, { project_id: inPrivate })
    expect(await seen()).toBe(404)
  })

  it('MNG-3 keeps recordings without protection out of protected projects', async () => {
    const isProtected = await makeProject(token, { redact_pii: true })
    const wav = { kind: 'files', name: 'a.wav', content: makeWav() } as const
    const open = await sendNow(token, { ...wav, projectId: from })
    const refused = await update('files', open, { project_id: isProtected })
    expect([refused.status, refused.body['code']]).toEqual([409, 'privacy_mismatch'])
    const closed = await sendNow(token, { ...wav, projectId: isProtected })
    expect((await update('files', closed, { project_id: from })).status).toBe(200)
  })

  it('MNG-4 changes settings of a project; sharing and archiving are for the owner and admins', async () => {
    const id = await makeProject(token, { project_share_preference: 2, transcript_language: 'de-DE' })
    const changed = await update('projects', id, { name: ' Renamed ', disable_search_ask_ai: true })
    expect(changed.body).toMatchObject({
      id,
      name: 'Renamed',
      disable_search_ask_ai: true,
      transcript_language: 'de-DE',
      auto_pii_enabled_at_project_level: false,
      archived: false,
    })
    const privacy = await update('projects', id, { blank_video: true })
    expect(privacy.body).toMatchObject({
      auto_pii_enabled_at_project_level: true,
      privacy: { blank_video: true },
    })
    const off = { auto_pii_enabled_at_project_level: false, remove_audio: true }
    expect((await update('projects', id, off)).body['auto_pii_enabled_at_project_level']).toBe(false)
    for (const json of [
      { name: ' ' },
      { project_share_preference: 3 },
      { project_share_preference: 4 },
      { transcript_language: 'x' },
    ])
      expect((await update('projects', id, json)).status).toBe(400)
    const roles = await update('projects', id, { shared_roles: [3, 99] })
    expect(roles.body).toMatchObject({ project_share_preference: 4, shared_roles: [3] })
    await update('projects', id, { project_share_preference: 2 })
    const byColleague = managerOf(colleague.token)
    expect((await byColleague.update('projects', id, { name: 'By a colleague' })).status).toBe(200)
    for (const json of [{ project_share_preference: 1 }, { archived: true }]) {
      for (const caller of [byColleague, managerOf(ofTeam.token)]) {
        const refused = await caller.update('projects', id, json)
        expect([refused.status, refused.body['code']]).toEqual([403, 'owner_or_admin_only'])
      }
    }
    expect((await managerOf(admin.token).update('projects', id, { archived: true })).body['archived']).toBe(
      true,
    )
  })

  it('MNG-5 an archived project disappears and takes no imports until it is brought back', async () => {
    const id = await makeProject(token, { project_share_preference: 2 })
    const key = await importNow(token, { kind: 'files', projectId: id, name: 'a.pdf', content: pdf('five') })
    expect((await update('projects', id, { archived: true })).status).toBe(200)
    const ids = async () =>
      items(await get(`${prefix}/projects?limit=100`, { token }), 'projects').map((one) => one['id'])
    expect(await ids()).not.toContain(id)
    expect((await get(`${prefix}/files/${key}/status`, { token })).status).toBe(404)
    expect((await update('projects', id, { name: 'x' })).status).toBe(404)
    const refused = await managerOf(colleague.token).update('projects', id, { archived: false })
    expect(refused.status).toBe(404)
    expect((await update('projects', id, { archived: false })).body['archived']).toBe(false)
    expect(await ids()).toContain(id)
    expect((await get(`${prefix}/files/${key}/status`, { token })).status).toBe(200)
  })

  it('MNG-5 lists archived projects for those who may bring them back', async () => {
    const id = await makeProject(token, { project_share_preference: 2 })
    const hidden = await makeProject(token, { project_share_preference: 1 })
    for (const one of [id, hidden]) await update('projects', one, { archived: true })
    const listed = async (by: string, query = '?archived=true') =>
      items(await get(`/api/v1/developer/projects${query}`, { token: by }), 'projects').map(
        (one) => one['id'],
      )
    expect(await listed(token)).toEqual(expect.arrayContaining([hidden, id]))
    expect(await listed(admin.token)).toContain(id)
    // Private to its owner.
    expect(await listed(admin.token)).not.toContain(hidden)
    for (const by of [colleague, ofTeam, stranger]) expect(await listed(by.token)).not.toContain(id)
    expect(await listed(token, '')).not.toContain(id)
    expect((await get(`/api/v1/developer/projects/${id}`, { token })).status).toBe(404)
    await update('projects', id, { archived: false })
    expect(await listed(token)).not.toContain(id)
    expect(await listed(token, '?archived=false')).toContain(id)
    expect((await get('/api/v1/developer/projects?archived=yes', { token })).status).toBe(400)
  })

  it('MNG-10 emits an event for each change', async () => {
    // Of its own team: imports of other tests may still be processed.
    const own = await makeCaller({ scopes: managerScopes })
    const { update } = managerOf(own.token)
    const log = logOf(own.token)
    const [projectId, project] = [await makeProject(own.token), await makeProject(own.token)]
    const key = await importNow(own.token, { kind: 'files', projectId, name: 'e.pdf', content: pdf('six') })
    const after = await log.latest()
    await update('files', key, { metadata: { a: 'c' } })
    await update('files', key, { name: 'f.pdf', project_id: project })
    await update('files', key, { name: 'f.pdf' })
    await update('projects', project, { name: 'Renamed' })
    await update('projects', project, { archived: true })
    const events = await log.all({ after })
    expect(events.map(({ type }) => type)).toEqual([
      'file.updated',
      'file.updated',
      'project.updated',
      'project.archived',
    ])
    expect(events[1]?.data).toMatchObject({ wav_key: key, project_id: project })
    expect(JSON.stringify(events)).not.toContain('f.pdf')
  })

  it('MNG-11 refuses a change of a record that has changed since its ETag', async () => {
    // Processed, because that changes its ETag as well.
    const key = await importNow(token, {
      kind: 'insights',
      projectId: from,
      name: 'a.pdf',
      content: pdf('seven'),
    })
    const targets = [
      ['insights', key, { external_id: '1' }, { external_id: '2' }],
      ['surveys', (await surveysOf(token, from).begin()).key, { name: '1' }, { name: '2' }],
      ['projects', await makeProject(token), { name: '1' }, { name: '2' }],
    ] as const
    for (const [kind, one, first, second] of targets) {
      const etag = etagOf(await update(kind, one, first))
      expect(etag).toMatch(/^"[^"]+"$/)
      const headers = { 'if-match': etag }
      expect((await update(kind, one, second, { headers })).status).toBe(200)
      const late = await update(kind, one, first, { headers })
      expect([late.status, late.body['code']]).toEqual([412, 'precondition_failed'])
      expect((await update(kind, one, first)).status).toBe(200)
    }
  })

  it('MNG-11 accepts the ETag with which the record was read', async () => {
    const reader = await makeCaller({ team, scopes: `${managerScopes},${readScopes}` })
    const projectId = await makeProject(reader.token)
    const source = { projectId, name: 'a.pdf', content: pdf('eight') }
    const keys = {
      insights: await importNow(reader.token, { kind: 'insights', ...source }),
      files: await importNow(reader.token, { kind: 'files', ...source }),
      surveys: (await surveysOf(reader.token, projectId).begin()).key,
    }
    const change = managerOf(reader.token).update
    for (const kind of ['insights', 'files', 'surveys'] as const) {
      const read = await get(`/api/v1/developer/${kind}/${keys[kind]}`, { token: reader.token })
      expect(read.status).toBe(200)
      const headers = { 'if-match': etagOf(read) }
      expect((await change(kind, keys[kind], { external_id: '1' }, { headers })).status).toBe(200)
      expect((await change(kind, keys[kind], { external_id: '2' }, { headers })).status).toBe(412)
    }
  })

  it('MNG-12 refuses viewers and keys without the scope', async () => {
    const viewer = await makeCaller({ team, role: 'viewer', scopes: managerScopes })
    const ingest = await makeCaller({ team })
    const key = await sendNow(token, { kind: 'files', projectId: from, name: 'a.pdf', content: pdf('eight') })
    const refused = await managerOf(viewer.token).update('files', key, { name: 'b.pdf' })
    expect([refused.status, refused.body['code']]).toEqual([403, 'read_only_role'])
    for (const kind of ['projects', 'insights', 'files', 'surveys'] as const) {
      const answer = await managerOf(ingest.token).update(kind, key, {})
      expect([answer.status, answer.body['required_scope']]).toEqual([403, `${kind.slice(0, -1)}:manage`])
    }
  })
})
