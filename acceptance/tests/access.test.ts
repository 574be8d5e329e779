import { expect, it } from 'vitest'
import { admin, makeCaller, makeTeam, makeUser, type RoleName } from '../harness/admin.ts'
import { fetchToken, get, items, post, prefix } from '../harness/api.ts'
import { describeOurs } from '../harness/describe-ours.ts'
import { makeProject } from '../harness/project.ts'

async function visibleIds(token: string): Promise<number[]> {
  const answer = await get(`${prefix}/projects`, { token })
  return items(answer, 'projects').map((project) => Number(project['id']))
}

const sorted = (ids: number[]) => ids.toSorted((a, b) => a - b)

describeOurs('whose projects', async () => {
  const team = await makeTeam()
  const owner = await makeCaller({ team })
  const teamKey = await makeCaller({ team, email: owner.email, isTeamKey: true })
  const stranger = await makeCaller()
  const colleagues: [RoleName, number, string][] = []
  for (const [role, id] of [
    ['full', 0],
    ['viewer', 2],
    ['admin', 3],
    ['collaborator', 4],
  ] as const) {
    colleagues.push([role, id, (await makeCaller({ team, role })).token])
  }
  const projects = {
    private: await makeProject(owner.token, { project_share_preference: 1 }),
    everyone: await makeProject(owner.token, { project_share_preference: 2 }),
    admins: await makeProject(owner.token, { project_share_preference: 4, shared_roles: [3] }),
    withoutViewers: await makeProject(owner.token, { project_share_preference: 4, shared_roles: [0, 3, 4] }),
  }

  it('ACC-1 ACC-2 the owner sees all of their projects', async () => {
    expect(await visibleIds(owner.token)).toEqual(expect.arrayContaining(Object.values(projects)))
  })

  it('ACC-1 ACC-2 a colleague sees what is shared with everyone or with their role', async () => {
    for (const [role, id, token] of colleagues) {
      const seen = await visibleIds(token)
      const expected = [
        projects.everyone,
        ...(id === 3 ? [projects.admins] : []),
        ...([0, 3, 4].includes(id) ? [projects.withoutViewers] : []),
      ]
      expect([role, sorted(seen)]).toEqual([role, sorted(expected)])
    }
  })

  it('ACC-1 ACC-2 a team key has role 0 and sees no private project of its creator', async () => {
    expect(sorted(await visibleIds(teamKey.token))).toEqual(
      sorted([projects.everyone, projects.withoutViewers]),
    )
  })

  it('ACC-2 a team key can always use a project it created, also with a new secret', async () => {
    const { key, token } = await makeCaller({ team, email: owner.email, isTeamKey: true })
    for (const sharing of [
      { project_share_preference: 1 },
      { project_share_preference: 4, shared_roles: [3] },
    ]) {
      const own = await makeProject(token, sharing)
      const begin = (by: string) =>
        post(`${prefix}/files/initialize`, { token: by, json: { project_id: own, file_name: 'a.txt' } })
      expect(await visibleIds(token)).toContain(own)
      expect((await begin(token)).status).toBe(201)
      expect(await visibleIds(owner.token)).toContain(own)
      expect(await visibleIds(teamKey.token)).not.toContain(own)
      expect((await begin(teamKey.token)).status).toBe(404)
      const { client_secret } = await admin<{ client_secret: string }>('key', 'rotate', key.client_id)
      const renewed = await fetchToken({ ...key, client_secret })
      expect((await begin(renewed)).status).toBe(201)
    }
  })

  it('ACC-5 the key of a viewer is read-only', async () => {
    const email = await makeUser(team, 'viewer')
    const { token } = await makeCaller({ team, email })
    const project_id = projects.everyone
    for (const list of ['projects', 'insights', 'files', 'surveys'])
      expect((await get(`${prefix}/${list}`, { token })).status).toBe(200)
    const unknown = '00000000-0000-4000-8000-000000000000'
    const writes: [string, object?][] = [
      ['projects/create', { name: 'By a viewer' }],
      ['insights/initialize', { project_id, filename: 'a.txt' }],
      [`insights/${unknown}/complete`],
      ['files/initialize', { project_id, file_name: 'a.txt' }],
      [`files/${unknown}/complete`],
      ['surveys/initialize', { project_id, name: 'a', file_type: 'CSV', num_parts: 1 }],
      [`surveys/${unknown}/complete`],
      [`surveys/${unknown}/append`, { num_parts: 1 }],
    ]
    for (const [path, json] of writes) {
      const answer = await post(`${prefix}/${path}`, { token, ...(json && { json }) })
      expect([path, answer.status, answer.body['code']]).toEqual([path, 403, 'read_only_role'])
    }
    const begin = () =>
      post(`${prefix}/files/initialize`, { token, json: { project_id, file_name: 'a.txt' } })
    await admin('user', 'role', email, 'collaborator')
    await expect.poll(async () => (await begin()).status, { timeout: 10_000 }).toBe(201)
    await admin('user', 'role', email, 'viewer')
    await expect.poll(async () => (await begin()).status, { timeout: 10_000 }).toBe(403)
  })

  it('ACC-3 archived and deleted projects are absent, and another team sees nothing', async () => {
    const archived = await makeProject(owner.token)
    const deleted = await makeProject(owner.token)
    await admin('project', 'archive', String(archived))
    await admin('project', 'delete', String(deleted), '--yes')
    const seen = await visibleIds(owner.token)
    expect(seen).not.toContain(archived)
    expect(seen).not.toContain(deleted)
    expect(await visibleIds(stranger.token)).toEqual([])
    await admin('project', 'restore', String(archived))
    expect(await visibleIds(owner.token)).toContain(archived)
  })

  it('ACC-2 a changed role takes effect without a new token', async () => {
    const email = await makeUser(team, 'viewer')
    const { token } = await makeCaller({ team, email })
    expect(await visibleIds(token)).not.toContain(projects.admins)
    await admin('user', 'role', email, 'admin')
    await expect.poll(() => visibleIds(token), { timeout: 10_000 }).toContain(projects.admins)
  })
})
