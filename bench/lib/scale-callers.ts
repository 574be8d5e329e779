/** Tokens and sessions of the callers. Each program has many keys, so that no rate limit is reached. */
import { scopes } from '@inlet/contract'
import type { Deps } from '@inlet/server/src/app/deps.ts'
import { createKey } from '@inlet/server/src/features/keys/create-key.ts'
import { startSession } from '@inlet/server/src/features/sign-in/session-life.ts'
import type { Caller } from './scale-calls.ts'
import { admin, collaborator, largeTeam } from './scale-world.ts'

const keysEach = 20
const callsAMinute = 1000
const smallTeam = 1003

/** Headers of the n-th call. */
export type Headers = (n: number) => Record<string, string>

export async function makeCallers(deps: Deps): Promise<Record<Caller, Headers>> {
  return {
    team: await program(deps, { teamId: largeTeam, userId: admin, kind: 'team' }),
    collaborator: await program(deps, { teamId: largeTeam, userId: collaborator, kind: 'personal' }),
    small: await program(deps, { teamId: smallTeam, userId: smallTeam, kind: 'team' }),
    'admin-web': await person(deps, admin),
    'collaborator-web': await person(deps, collaborator),
    'small-web': await person(deps, smallTeam),
  }
}

async function program(
  deps: Deps,
  owner: { teamId: number; userId: number; kind: 'team' | 'personal' },
): Promise<Headers> {
  const tokens: string[] = []
  for (let i = 0; i < keysEach; i += 1) {
    const key = await createKey(deps, { ...owner, name: 'scale', scopes, rateLimitPerMinute: callsAMinute })
    tokens.push(await deps.tokens.issue(key.client_id, scopes))
  }
  return (n) => ({ authorization: `Bearer ${tokens[n % tokens.length]}` })
}

async function person(deps: Deps, userId: number): Promise<Headers> {
  const token = await startSession(deps, userId)
  const cookie = `${deps.sessionCookie.name}=${token}`
  return () => ({ cookie })
}
