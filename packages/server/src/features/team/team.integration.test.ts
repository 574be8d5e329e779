/** Keys and team settings over HTTP: permissions. */
import type { ApiKey, Member } from '@inlet/contract/workspace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/harness/app.ts'
import { fetchToken } from '../../../test/harness/people.ts'
import { makeReaders, type Readers } from '../../../test/harness/reading.ts'

let app: TestApp
let people: Readers

beforeAll(async () => {
  app = await startTestApp()
  people = await makeReaders(app)
})
afterAll(() => app.close())

const foreign = { origin: 'https://evil.example' }
const newKey = (kind: 'personal' | 'team') => ({ name: ' ci ', kind, scopes: ['project:read'] })

describe('keys', () => {
  it('work, reveal their secret once, and are listed by their last four characters', async () => {
    const answer = await people.finn.visitor.post('/keys', newKey('personal'))
    expect(answer.status).toBe(201)
    const { key, client_secret } = (await answer.json()) as { key: ApiKey; client_secret: string }
    expect(key).toMatchObject({
      name: 'ci',
      state: 'live',
      secrets: [{ last_four: client_secret.slice(-4) }],
    })
    expect(await fetchToken(app.url, { client_id: key.client_id, client_secret })).toBeTruthy()
    const listed = await people.finn.visitor.read<{ keys: ApiKey[]; can_make_team_keys: boolean }>('/keys')
    expect(listed.can_make_team_keys).toBe(false)
    expect(JSON.stringify(listed)).not.toContain(client_secret)
    expect(listed.keys[0]?.last_used_at).not.toBeNull()

    const rotated = await people.finn.visitor.post(`/keys/${key.client_id}/rotate`, { overlap_hours: 24 })
    const after = (await rotated.json()) as { key: ApiKey; client_secret: string }
    expect(after.key.secrets.map(({ expires_at }) => expires_at === null)).toEqual([true, false])
    for (const secret of [client_secret, after.client_secret])
      expect(await fetchToken(app.url, { client_id: key.client_id, client_secret: secret })).toBeTruthy()

    const revoked = await people.finn.visitor.call('DELETE', `/keys/${key.client_id}`)
    expect(await revoked.json()).toMatchObject({ state: 'revoked' })
    await expect(fetchToken(app.url, { client_id: key.client_id, client_secret })).rejects.toThrow()
    expect(
      (await people.finn.visitor.post(`/keys/${key.client_id}/rotate`, { overlap_hours: 0 })).status,
    ).toBe(404)
  })

  it('of the team are managed by admins, personal ones only by their owner', async () => {
    expect((await people.finn.visitor.post('/keys', newKey('team'))).status).toBe(403)
    const manager = { ...newKey('personal'), scopes: ['file:manage'] }
    expect((await people.finn.visitor.post('/keys', manager)).status).toBe(403)
    expect((await people.vera.visitor.post('/keys', newKey('personal'))).status).toBe(403)
    const made = await people.ada.visitor.post('/keys', newKey('team'))
    const { key: team } = (await made.json()) as { key: ApiKey }
    const own = (await (await people.finn.visitor.post('/keys', newKey('personal'))).json()) as {
      key: ApiKey
    }
    const seenBy = async ({ visitor }: Readers['ada']) =>
      (await visitor.read<{ keys: ApiKey[] }>('/keys')).keys.map(({ client_id }) => client_id)
    expect(await seenBy(people.ada)).toEqual([team.client_id])
    expect(await seenBy(people.finn)).not.toContain(team.client_id)
    const closed: [Readers['ada'], string][] = [
      [people.finn, team.client_id],
      [people.ada, own.key.client_id],
      [people.stranger, team.client_id],
    ]
    for (const [{ visitor }, id] of closed) {
      expect((await visitor.call('DELETE', `/keys/${id}`)).status).toBe(404)
      expect((await visitor.post(`/keys/${id}/rotate`, { overlap_hours: 0 })).status).toBe(404)
    }
    expect((await people.anonymous.get('/keys')).status).toBe(401)
    expect((await people.ada.visitor.call('POST', '/keys', newKey('team'), foreign)).status).toBe(403)
    const past = { ...newKey('personal'), expires_at: '2020-01-01T00:00:00Z' }
    expect((await people.ada.visitor.post('/keys', past)).status).toBe(400)
  })
})

describe('the team', () => {
  it('is readable by all members and changed by admins', async () => {
    expect(await people.vera.visitor.read('/team')).toMatchObject({ allow_manual_project_creation: true })
    const change = { allow_manual_project_creation: false }
    expect((await people.finn.visitor.call('PATCH', '/team', change)).status).toBe(403)
    expect((await people.ada.visitor.call('PATCH', '/team', change, foreign)).status).toBe(403)
    const changed = await people.ada.visitor.call('PATCH', '/team', change)
    expect(await changed.json()).toMatchObject({
      allow_manual_project_creation: false,
      default_share_preference: 2,
    })
    expect((await people.ada.visitor.call('PATCH', '/team', { default_share_preference: 3 })).status).toBe(
      400,
    )
    expect((await people.anonymous.get('/team')).status).toBe(401)
  })

  it('lets admins invite, suspend and change roles of others', async () => {
    const { members } = await people.ada.visitor.read<{ members: Member[] }>('/team/members')
    expect(members.map(({ id }) => id)).toEqual(
      [people.ada, people.finn, people.vera].map(({ user }) => user.id),
    )
    expect((await people.finn.visitor.get('/team/members')).status).toBe(403)
    expect((await people.anonymous.get('/team/members')).status).toBe(401)

    const nora = { name: 'Nora', email: 'nora@example.org', role: 0 }
    const invited = await people.ada.visitor.post('/team/members', nora)
    expect(invited.status).toBe(201)
    const { member, link } = (await invited.json()) as { member: Member; link: string }
    expect(link).toContain('/invitation#')
    expect(
      (await people.ada.visitor.post('/team/members', { ...nora, email: 'NORA@example.org' })).status,
    ).toBe(409)
    expect((await people.finn.visitor.post('/team/members', nora)).status).toBe(403)
    expect((await people.ada.visitor.post(`/team/members/${member.id}/invitation`)).status).toBe(201)

    const path = `/team/members/${people.vera.user.id}`
    expect((await people.stranger.visitor.call('PATCH', path, { role: 0 })).status).toBe(404)
    expect((await people.stranger.visitor.post(`${path}/invitation`)).status).toBe(404)
    expect((await people.finn.visitor.call('PATCH', path, { role: 0 })).status).toBe(403)
    const changed = await people.ada.visitor.call('PATCH', path, { role: 4, is_suspended: true })
    expect(await changed.json()).toMatchObject({ role: 4, is_suspended: true })
    const own = await people.ada.visitor.call('PATCH', `/team/members/${people.ada.user.id}`, { role: 0 })
    expect(own.status).toBe(409)
  })
})
