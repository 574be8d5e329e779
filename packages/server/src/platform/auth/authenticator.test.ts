import type { Scope } from '@inlet/contract'
import { describe, expect, it } from 'vitest'
import { AppError } from '../errors.ts'
import { createAuthenticator } from './authenticator.ts'
import type { KeyPrincipal } from './principal.ts'
import type { Tokens } from './tokens.ts'

/** Uses the client id itself as the token. */
const tokens: Tokens = {
  issue: (clientId) => Promise.resolve(clientId),
  jwks: () => Promise.resolve({ keys: [] }),
  async verify(token) {
    if (token === 'forged') throw new AppError('invalid_token')
    return {
      clientId: token,
      scopes: ['file:write', 'project:read'],
      audience: 'api' as const,
      expiresAtMs: Infinity,
    }
  },
}

const principal = (clientId: string, scopes: Scope[]): KeyPrincipal => ({
  keyId: 1,
  clientId,
  kind: 'personal',
  teamId: 1,
  userId: 1,
  role: 0,
  scopes,
  rateLimitPerMinute: null,
  readRateLimitPerMinute: null,
})

function build(answers: (KeyPrincipal | undefined | Error)[]) {
  const lookups: string[] = []
  const authenticator = createAuthenticator(tokens, async (clientId) => {
    lookups.push(clientId)
    const answer = answers[lookups.length - 1]
    if (answer instanceof Error) throw answer
    return answer
  })
  return { authenticator, lookups }
}

describe('authenticate', () => {
  it('grants only the scopes that both the token and the key hold', async () => {
    const { authenticator } = build([principal('ada', ['survey:write', 'file:write'])])
    await expect(authenticator.authenticate('Bearer ada')).resolves.toEqual(principal('ada', ['file:write']))
  })

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Bearer a b', 'Basic YTpi', 'ada', 'XBearer ada'])(
    'asks for a token when the header is %j',
    async (header) => {
      const { authenticator, lookups } = build([])
      await expect(authenticator.authenticate(header)).rejects.toMatchObject({ code: 'unauthenticated' })
      expect(lookups).toEqual([])
    },
  )

  it('accepts the scheme in any letter case', async () => {
    const { authenticator } = build([principal('ada', [])])
    await expect(authenticator.authenticate('bEARER ada')).resolves.toMatchObject({ clientId: 'ada' })
  })

  it('does not look up the key of a token that fails verification', async () => {
    const { authenticator, lookups } = build([])
    await expect(authenticator.authenticate('Bearer forged')).rejects.toMatchObject({ code: 'invalid_token' })
    expect(lookups).toEqual([])
  })

  it('rejects a valid token whose key is no longer active', async () => {
    const { authenticator } = build([undefined])
    await expect(authenticator.authenticate('Bearer ada')).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('looks a key up once for a burst of requests, and separately for each other key', async () => {
    const { authenticator, lookups } = build([principal('ada', []), principal('bob', [])])
    await Promise.all(Array.from({ length: 50 }, () => authenticator.authenticate('Bearer ada')))
    await authenticator.authenticate('Bearer bob')
    await authenticator.authenticate('Bearer ada')
    expect(lookups).toEqual(['ada', 'bob'])
  })

  it('fails a whole burst with the error of its lookup, and looks the key up again afterwards', async () => {
    const { authenticator, lookups } = build([new Error('database unavailable'), principal('ada', [])])
    const burst = await Promise.allSettled([1, 2, 3].map(() => authenticator.authenticate('Bearer ada')))
    expect(burst.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(authenticator.authenticate('Bearer ada')).resolves.toMatchObject({ clientId: 'ada' })
    expect(lookups).toEqual(['ada', 'ada'])
  })
})
