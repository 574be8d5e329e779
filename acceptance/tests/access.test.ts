import { expect, it } from 'vitest'
import { admin, makeCaller, makeTeam, makeUser, type RoleName } from '../harness/admin.ts'
import { get, items, prefix } from '../harness/api.ts'
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

  it('ACC-1 ACC-2 a team key acts as a full seat and never sees a private project, not even of its maker', async () => {
    expect(sorted(await visibleIds(teamKey.token))).toEqual(
      sorted([projects.everyone, projects.withoutViewers]),
    )
    const own = await makeProject(teamKey.token, { project_share_preference: 1 })
    expect(await visibleIds(teamKey.token)).not.toContain(own)
    expect(await visibleIds(owner.token)).toContain(own)
  })

  it('ACC-3 archived and deleted projects are gone, and another team sees nothing', async () => {
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

  it('ACC-2 a changed role acts without a new token', async () => {
    const email = await makeUser(team, 'viewer')
    const { token } = await makeCaller({ team, email })
    expect(await visibleIds(token)).not.toContain(projects.admins)
    await admin('user', 'role', email, 'admin')
    await expect.poll(() => visibleIds(token), { timeout: 10_000 }).toContain(projects.admins)
  })
})
