/** All callers of the access matrix, with every kind of credential. */
import { type Role, roles } from '@inlet/contract'
import type { Team, User } from '../../src/features/team/team.repo.ts'
import type { TestApp } from '../harness/app.ts'
import { fetchToken, findKeyId, makeKey, makeTeam, makeUser } from '../harness/people.ts'
import { visitAs, visitorWith, workspaceOrigin } from '../harness/visitors.ts'

export const persons = ['admin', 'owner', 'full', 'collaborator', 'viewer', 'stranger'] as const
export type Person = (typeof persons)[number]
/** The owner owns the projects; the stranger is an admin of another team. */
export type Who = Person | 'team key' | 'other team key' | 'anonymous'

export type Surface = 'import' | 'workspace'

export interface Credential {
  who: Who
  surface: Surface
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Response>
}

export interface People {
  team: Team
  users: Record<Person, User>
  /** Ids of keys: the personal key of each person, and the team keys. */
  keyIds: Record<Person | 'team key' | 'other team key', number>
  credentials: Credential[]
  /** A credential with a session of its own, for operations that end the session. */
  newSession(who: Who): Promise<Credential>
}

const roleOf: Record<Person, Role> = {
  admin: roles.admin,
  owner: roles.fullSeat,
  full: roles.fullSeat,
  collaborator: roles.collaborator,
  viewer: roles.viewer,
  stranger: roles.admin,
}

export async function makePeople(app: TestApp): Promise<People> {
  // The first team runs the instance, and its admin is the operator.
  const team = await makeTeam(app.deps)
  const otherTeam = await makeTeam(app.deps)
  const users = {} as People['users']
  const keyIds = {} as People['keyIds']
  const credentials: Credential[] = [
    { who: 'anonymous', surface: 'workspace', call: workspaceCall(app, '') },
    { who: 'anonymous', surface: 'import', call: importCall(app, undefined) },
  ]

  async function addKey(who: keyof People['keyIds'], user: User, kind: 'personal' | 'team'): Promise<void> {
    const key = await makeKey(app.deps, user, { kind })
    keyIds[who] = await findKeyId(app.deps, key)
    credentials.push({ who, surface: 'import', call: importCall(app, await fetchToken(app.url, key)) })
  }

  async function newSession(who: Who): Promise<Credential> {
    const user = users[who as Person]
    const cookie = user ? (await visitAs(app, user)).cookie : ''
    return { who, surface: 'workspace', call: workspaceCall(app, cookie) }
  }

  for (const person of persons) {
    users[person] = await makeUser(app.deps, person === 'stranger' ? otherTeam : team, roleOf[person])
    credentials.push(await newSession(person))
    await addKey(person, users[person], 'personal')
  }
  await addKey('team key', users.admin, 'team')
  await addKey('other team key', users.admin, 'team')
  return { team, users, keyIds, credentials, newSession }
}

/** The paths come from the contract and are complete. */
function workspaceCall(app: TestApp, cookie: string): Credential['call'] {
  const visitor = visitorWith({ url: app.url }, cookie)
  return (method, path, body, headers = {}) =>
    visitor.call(method, path.replace('/api/v1/workspace', ''), body, { ...headers, origin: workspaceOrigin })
}

function importCall({ url }: TestApp, token: string | undefined): Credential['call'] {
  return (method, path, body, headers = {}) =>
    fetch(`${url}${path}`, {
      method,
      headers: {
        ...headers,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
}
