import { expect, it } from 'vitest'
import { makeCaller, makeTeam } from '../harness/admin.ts'
import { get, items } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { etagOf, importNow, managerOf, managerScopes, sendNow } from '../harness/manage.ts'
import { makeProject } from '../harness/project.ts'
import { makePdf } from '../harness/samples.ts'

const path = '/api/v1/developer/projects'

describeOurs('reading projects', async () => {
  const team = await makeTeam()
  const { token } = await makeCaller({ team, scopes: managerScopes })
  // Shared by the tests, because each takes a second or more to create.
  const importer = await makeCaller({ team })
  const colleague = await makeCaller({ team, scopes: managerScopes })
  const read = (id: number | string, by = token, headers: Record<string, string> = {}) =>
    get(`${path}/${id}`, { token: by, headers })

  it('RDR-1 a project has its settings, sharing, references and counts by kind', async () => {
    const id = await makeProject(token, {
      name: 'Panel 2026',
      shared_roles: [3, 4],
      transcript_language: 'de-DE',
      remove_audio: true,
      external_id: 'crm-7',
      metadata: { wave: '2' },
    })
    const pdf = { projectId: id, name: 'a.pdf', content: makePdf('one') }
    await importNow(token, { ...pdf, kind: 'files' })
    await sendNow(token, { ...pdf, kind: 'insights' })
    const answer = await read(id)
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      id,
      name: 'Panel 2026',
      project_share_preference: 4,
      shared_roles: [3, 4],
      supported_languages: expect.any(Array),
      transcript_language: 'de-DE',
      default_ai_language: expect.any(String),
      disable_search_ask_ai: false,
      has_auto_ai_notes: false,
      auto_pii_enabled_at_project_level: true,
      privacy: expect.objectContaining({ remove_audio: true }),
      archived: false,
      external_id: 'crm-7',
      metadata: { wave: '2' },
      created_at: expect.stringMatching(/Z$/),
      counts: { audio: 0, video: 0, document: 1, image: 0, insight: 1, survey: 0 },
    })
    const listed = items(await get(path, { token }), 'projects').find((one) => one['id'] === id)
    expect(listed).toEqual(answer.body)
  })

  it('RDR-1 reading projects needs project:manage and access', async () => {
    const id = await makeProject(token, { project_share_preference: 1 })
    expect((await get(path, { token: importer.token })).status).toBe(403)
    expect((await read(id, importer.token)).status).toBe(403)
    const unknown = await read(2_000_000_000, colleague.token)
    const refused = await read(id, colleague.token)
    expect([refused.status, refused.body['code']]).toEqual([404, 'project_not_found'])
    expect({ ...refused.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' })
    expect((await read('x')).status).toBe(404)
  })

  it('RDR-13 MNG-11 the ETag of a project answers 304, and protects a change', async () => {
    const id = await makeProject(token)
    const etag = etagOf(await read(id))
    expect((await read(id, token, { 'if-none-match': etag })).status).toBe(304)
    const { update } = managerOf(token)
    const change = (name: string) => update('projects', id, { name }, { headers: { 'if-match': etag } })
    expect((await change('First')).status).toBe(200)
    expect((await change('Second')).body['code']).toBe('precondition_failed')
    expect((await read(id, token, { 'if-none-match': etag })).status).toBe(200)
  })
})
