/** Turns a bearer token into the principal behind it. */
import { LRUCache } from 'lru-cache'
import { AppError } from '../errors.ts'
import type { KeyPrincipal } from './principal.ts'
import type { Audience, Tokens } from './tokens.ts'

/** A revoked key, a suspended user or a changed role takes effect within this time. */
const keyStateSeconds = 5

export interface Authenticator {
  authenticate(authorization: string | undefined, audience?: Audience): Promise<KeyPrincipal>
}

export function createAuthenticator(
  tokens: Tokens,
  /** The active key of a client id; undefined when it is revoked, expired, or its user is suspended. */
  findLiveKey: (clientId: string) => Promise<KeyPrincipal | undefined>,
): Authenticator {
  const keys = new LRUCache<string, Promise<KeyPrincipal | undefined>>({
    max: 20_000,
    ttl: keyStateSeconds * 1000,
  })

  function liveKey(clientId: string): Promise<KeyPrincipal | undefined> {
    let found = keys.get(clientId)
    if (!found) {
      // Caching the promise means that a burst on one key queries the database once.
      found = findLiveKey(clientId)
      keys.set(clientId, found)
      found.catch(() => keys.delete(clientId))
    }
    return found
  }

  return {
    async authenticate(authorization, audience) {
      const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
      if (token === undefined) throw new AppError('unauthenticated')
      const claims = await tokens.verify(token, audience)
      const key = await liveKey(claims.clientId)
      if (!key) throw new AppError('invalid_token')
      return { ...key, scopes: claims.scopes.filter((scope) => key.scopes.includes(scope)) }
    },
  }
}
