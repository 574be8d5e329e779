/** Creates a team with a user of each role through inlet-admin. */
import { randomBytes } from 'node:crypto'
import { adminOf } from '../programs/admin-of.ts'

export interface Person {
  email: string
  password: string
  /** A session, because sign-ins are rate limited. */
  cookie: string
}

/** stranger: an admin of another team. newcomer: an admin of a team without projects. */
export type People = Record<'admin' | 'viewer' | 'stranger' | 'newcomer', Person> & {
  /** Has not accepted yet. */
  invited: { email: string; link: string }
}

export async function makePeople(url: string, env: Record<string, string>): Promise<People> {
  const admin = adminOf(env)
  const team = await admin('team', 'create', 'Field research')
  const elsewhere = await admin('team', 'create', 'Elsewhere')
  const fresh = await admin('team', 'create', 'Just installed')
  const create = async (email: string, role: string, name: string, teamId = team['id']) => {
    await admin('user', 'create', email, '--team', String(teamId), '--role', role, '--name', name)
    return String((await admin('user', 'invite', email))['link'])
  }
  const accept = async (email: string, link: string): Promise<Person> => {
    const password = randomBytes(12).toString('base64url')
    const answer = await fetch(`${url}/api/v1/workspace/invitation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ token: new URL(link).hash.slice(1), password }),
    })
    if (!answer.ok)
      throw new Error(`Accepting the invitation for ${email} failed with status ${answer.status}.`)
    return { email, password, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  }
  const people = {
    admin: 'ines@example.test',
    viewer: 'vic@example.test',
    stranger: 'sten@example.test',
    newcomer: 'noah@example.test',
    invited: 'nora@example.test',
  }
  return {
    admin: await accept(people.admin, await create(people.admin, 'admin', 'Ines Moreau')),
    viewer: await accept(people.viewer, await create(people.viewer, 'viewer', 'Vic Lund')),
    stranger: await accept(
      people.stranger,
      await create(people.stranger, 'admin', 'Sten Fremd', elsewhere['id']),
    ),
    newcomer: await accept(
      people.newcomer,
      await create(people.newcomer, 'admin', 'Noah Okafor', fresh['id']),
    ),
    invited: { email: people.invited, link: await create(people.invited, 'full', 'Nora Weiss') },
  }
}
