import { describe, expect, it } from 'vitest'
import { admin, makeCaller } from '../harness/admin.ts'
import { type Answer, get, items, post, prefix } from '../harness/api.ts'
import { anyCaller } from '../harness/caller.ts'
import { describeOurs } from '../harness/describe-ours.ts'

const create = (token: string, json: Record<string, unknown>): Promise<Answer> =>
  post(`${prefix}/projects/create`, { token, json })

describe('projects', async () => {
  const { token } = await anyCaller()

  it('PRJ-1 listed projects have id and name and nothing else', async () => {
    await create(token, { name: 'Listed' })
    const answer = await get(`${prefix}/projects`, { token })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['count', 'next', 'previous', 'projects'])
    for (const project of items(answer, 'projects')) {
      expect(Object.keys(project).sort()).toEqual(['id', 'name'])
      expect(Number.isInteger(project['id'])).toBe(true)
    }
  })

  it('PRJ-2 create answers 201 with id and name, and the project can be used at once', async () => {
    const answer = await create(token, { name: 'Größe & Œuvre 研究' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({ id: expect.any(Number), name: 'Größe & Œuvre 研究' })
    const used = await post(`${prefix}/files/initialize`, {
      token,
      json: { project_id: answer.body['id'], file_name: 'a.txt' },
    })
    expect(used.status).toBe(201)
  })

  it('PRJ-4 a project name is trimmed, not blank and has at most 200 characters', async () => {
    expect((await create(token, {})).status).toBe(400)
    for (const name of ['', '   ', '\t\n', 'x'.repeat(201), 7, null, ['a']]) {
      expect([name, (await create(token, { name })).status]).toEqual([name, 400])
    }
    expect((await create(token, { name: 'x'.repeat(200) })).status).toBe(201)
    expect((await create(token, { name: 'ü'.repeat(200) })).status).toBe(201)
    expect((await create(token, { name: '  Trimmed  ' })).body['name']).toBe('Trimmed')
  })

  it('PRJ-5 create accepts every setting of the contract', async () => {
    const answer = await create(token, {
      name: 'All settings',
      supported_languages: ['en-US', 'de-DE', 'zh-Hant-TW', 'es-419'],
      transcript_language: 'de-DE',
      default_ai_language: 'fr-FR',
      disable_search_ask_ai: true,
      auto_ai_notes_payload: {},
      project_share_preference: 2,
      shared_roles: [],
      auto_pii_enabled_at_project_level: false,
      redact_pii: true,
      pii_redaction_category: [1, 2, 3, 4, 5, 7, 10, 11, 13, 17, 18, 19, 20, 21, 22, 23, 24, 25],
      pii_redaction_type: ['audio', 'transcript', 'video'],
      anonymize_video: 'blur_faces',
      audio_modulation: true,
      blank_video: false,
      remove_video: false,
      remove_audio: false,
      video_name_blur: true,
      speaker_anonymization: 'only_participants',
    })
    expect(answer.status).toBe(201)
    const nulls = await create(token, { name: 'Nulls', anonymize_video: null, speaker_anonymization: null })
    expect(nulls.status).toBe(201)
  })

  it('PRJ-5 rejects values that are not allowed', async () => {
    const wrong: Record<string, unknown>[] = [
      { project_share_preference: 3 },
      { project_share_preference: '2' },
      { pii_redaction_type: ['audio', 'smell'] },
      { pii_redaction_category: [6] },
      { pii_redaction_category: [1, 99] },
      { anonymize_video: 'blur_feet' },
      { speaker_anonymization: 'everyone' },
      { transcript_language: 'english' },
      { transcript_language: 'en' },
      { supported_languages: ['en_US'] },
      { supported_languages: 'en-US' },
      { redact_pii: 1 },
      { disable_search_ask_ai: 'false' },
      { auto_ai_notes_payload: true },
      { auto_pii_enabled_at_project_level: null },
      { shared_roles: ['admin'], project_share_preference: 4 },
    ]
    for (const settings of wrong) {
      expect([settings, (await create(token, { name: 'Wrong', ...settings })).status]).toEqual([
        settings,
        400,
      ])
    }
  })

  it('PRJ-5 a malformed locale is rejected with the accepted form', async () => {
    for (const [field, value] of [
      ['transcript_language', 'english'],
      ['default_ai_language', 'en_US'],
      ['supported_languages', ['en-US', 'de']],
    ] as const) {
      const { status, body } = await create(token, { name: 'Malformed', [field]: value })
      expect(status).toBe(400)
      expect(body['details']).toEqual([
        {
          field: Array.isArray(value) ? `${field}.1` : field,
          message: 'must be a locale such as en-US: a language, a hyphen and a region',
        },
      ])
    }
  })

  it('PRV-10 accepts settings that leave nothing of a recording', async () => {
    const answer = await create(token, { name: 'Nothing left', remove_audio: true, remove_video: true })
    expect(answer.status).toBe(201)
  })

  it('PRJ-7 share preference 4 needs shared_roles; unknown role ids are ignored', async () => {
    const refused = await create(token, { name: 'Roles', project_share_preference: 4 })
    expect(refused.status).toBe(400)
    expect(refused.body['details']).toMatchObject([{ field: 'shared_roles' }])
    expect(
      (await create(token, { name: 'Roles', project_share_preference: 4, shared_roles: [] })).status,
    ).toBe(400)
    expect(
      (await create(token, { name: 'Roles', project_share_preference: 4, shared_roles: [3, 77] })).status,
    ).toBe(201)
  })
})

describeOurs('projects and the settings of the team', async () => {
  it('PRJ-3 create gives 403 while the team setting forbids it', async () => {
    const { team, token } = await makeCaller()
    await admin('team', 'set', String(team.id), '--project-creation', 'off')
    const refused = await create(token, { name: 'Forbidden' })
    expect(refused.status).toBe(403)
    expect(refused.body['error']).toMatch(/team admin/)
    await admin('team', 'set', String(team.id), '--project-creation', 'on')
    expect((await create(token, { name: 'Allowed' })).status).toBe(201)
  })

  it('PRJ-7 shared_roles without a preference mean preference 4; with 1 or 2 they are ignored', async () => {
    const owner = await makeCaller()
    const { team } = owner
    const admins = await makeCaller({ team, role: 'admin' })
    const viewer = await makeCaller({ team, role: 'viewer' })
    // A team shares with everyone by default.
    const sees = async (token: string, id: unknown) =>
      items(await get(`${prefix}/projects`, { token }), 'projects').some((project) => project['id'] === id)
    const seenBy = async (settings: object) => {
      const { status, body } = await create(owner.token, { name: 'Roles', ...settings })
      expect(status).toBe(201)
      return [await sees(admins.token, body['id']), await sees(viewer.token, body['id'])]
    }
    expect(await seenBy({ shared_roles: [3] })).toEqual([true, false])
    expect(await seenBy({ shared_roles: [99] })).toEqual([false, false])
    expect(await seenBy({ shared_roles: [] })).toEqual([false, false])
    expect(await seenBy({ project_share_preference: 1, shared_roles: [3] })).toEqual([false, false])
    expect(await seenBy({ project_share_preference: 2, shared_roles: [3] })).toEqual([true, true])
  })

  it('PRJ-2 PRJ-7 a project belongs to the key’s user and has the team’s default sharing unless the request sets it', async () => {
    const owner = await makeCaller()
    const colleague = await makeCaller({ team: owner.team })
    await admin('team', 'set', String(owner.team.id), '--default-share', 'private')
    const hidden = await create(owner.token, { name: 'By default private' })
    const shown = await create(owner.token, { name: 'Shared by choice', project_share_preference: 2 })
    const seen = items(await get(`${prefix}/projects`, { token: colleague.token }), 'projects').map(
      (p) => p['id'],
    )
    expect(seen).toContain(shown.body['id'])
    expect(seen).not.toContain(hidden.body['id'])
    await admin(
      'team',
      'set',
      String(owner.team.id),
      '--default-share',
      'roles',
      '--default-roles',
      'full,admin',
    )
    const byRole = await create(owner.token, { name: 'By the team’s roles' })
    const seenNow = items(await get(`${prefix}/projects`, { token: colleague.token }), 'projects').map(
      (p) => p['id'],
    )
    expect(seenNow).toContain(byRole.body['id'])
  })
})
