/** Teams, users, keys and tokens for tests, created by the same use cases as in production. */
import { type Role, type Scope, scopes } from '@inlet/contract'
import type { Deps } from '../../src/app/deps.ts'
import { type Credentials, createKey } from '../../src/features/keys/create-key.ts'
import { findKeyId as findId, type KeyKind } from '../../src/features/keys/keys.repo.ts'
import { insertTeam, insertUser, type Team, type User } from '../../src/features/team/team.repo.ts'

let counter = 0

export async function makeTeam({ db }: Pick<Deps, 'db'>): Promise<Team> {
  counter += 1
  return insertTeam(db, `Team ${counter}`)
}

export async function makeUser({ db }: Pick<Deps, 'db'>, team: Team, role: Role = 0): Promise<User> {
  counter += 1
  const email = `user-${process.pid}-${counter}@example.org`
  return insertUser(db, { team_id: team.id, email, name: `User ${counter}`, role })
}

export interface KeyOptions {
  kind?: KeyKind
  scopes?: readonly Scope[]
  limit?: number
}

export async function makeKey(
  deps: Pick<Deps, 'db' | 'secrets'>,
  user: User,
  { kind = 'personal', scopes: held = scopes, limit = 1000 }: KeyOptions = {},
): Promise<Credentials> {
  return createKey(deps, {
    teamId: user.team_id,
    userId: user.id,
    kind,
    name: 'test key',
    scopes: held,
    rateLimitPerMinute: limit,
  })
}

/** The id of the key in the database. */
export async function findKeyId({ db }: Pick<Deps, 'db'>, { client_id }: Credentials): Promise<number> {
  const id = await findId(db, client_id)
  if (id === undefined) throw new Error(`The key ${client_id} does not exist.`)
  return id
}

export async function fetchToken(baseUrl: string, key: Credentials, scope?: string): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...key, ...(scope && { scope }) })
  const answer = await fetch(`${baseUrl}/api/v1/oauth/token`, { method: 'POST', body: form })
  const body = (await answer.json()) as { access_token?: string }
  if (!body.access_token) throw new Error(`No token: ${JSON.stringify(body)}`)
  return body.access_token
}

/** A new user with a key and a token. */
export async function makeCaller(
  app: { url: string; deps: Deps },
  options: KeyOptions & { team?: Team; role?: Role } = {},
) {
  const team = options.team ?? (await makeTeam(app.deps))
  const user = await makeUser(app.deps, team, options.role)
  const key = await makeKey(app.deps, user, options)
  const token = await fetchToken(app.url, key)
  return { team, user, key, token }
}
