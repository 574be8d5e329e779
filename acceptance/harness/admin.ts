/** Creates teams, users and keys with inlet-admin, if the suite may administer the target. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Credentials, fetchToken } from './api.ts'
import { adminCommand } from './target.ts'

const run = promisify(execFile)
const unique = `${Date.now().toString(36)}-${process.pid}`
let counter = 0

export async function admin<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  const [command, ...before] = adminCommand ?? []
  if (!command) throw new Error('This test needs a target that the suite may administer.')
  const { stdout } = await run(command, [...before, ...args, '--json'])
  return JSON.parse(stdout) as T
}

export interface Team {
  id: number
}

export async function makeTeam(): Promise<Team> {
  counter += 1
  return admin<Team>('team', 'create', `Conformance ${unique} ${counter}`)
}

export type RoleName = 'full' | 'viewer' | 'admin' | 'collaborator'

export async function makeUser(team: Team, role: RoleName = 'full'): Promise<string> {
  counter += 1
  const email = `person-${counter}-${unique}@example.org`
  await admin('user', 'create', email, '--team', String(team.id), '--role', role)
  return email
}

export interface KeyOptions {
  isTeamKey?: boolean
  scopes?: string
  /** Calls per minute. High by default, because only the rate limit tests need the real limit. */
  limit?: number | 'default'
  /** The same for calls outside `import/`, where the limit is the default one otherwise. */
  readLimit?: number
}

export async function makeKey(
  email: string,
  { isTeamKey, scopes, limit = 1000, readLimit }: KeyOptions = {},
): Promise<Credentials> {
  return admin<Credentials>(
    'key',
    'create',
    '--user',
    email,
    ...(isTeamKey ? ['--team'] : []),
    ...(scopes ? ['--scopes', scopes] : []),
    ...(limit === 'default' ? [] : ['--limit', String(limit)]),
    ...(readLimit === undefined ? [] : ['--read-limit', String(readLimit)]),
  )
}

export interface Caller {
  team: Team
  email: string
  key: Credentials
  token: string
}

export async function makeCaller(
  options: KeyOptions & { team?: Team; role?: RoleName; email?: string } = {},
): Promise<Caller> {
  const team = options.team ?? (await makeTeam())
  const email = options.email ?? (await makeUser(team, options.role))
  const key = await makeKey(email, options)
  return { team, email, key, token: await fetchToken(key) }
}
