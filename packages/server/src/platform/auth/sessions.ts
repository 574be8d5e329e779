/** Turns the token of a session cookie into the person behind it. */
import { LRUCache } from 'lru-cache'
import type { Principal } from './principal.ts'

/** An ended session, a suspended user or a changed role takes effect within this time in every process. */
export const sessionStateSeconds = 5

export interface LiveSession {
  id: number
  principal: Principal
  /** The session has just been extended, so the cookie has to be extended as well. */
  isRenewed: boolean
}

export interface Sessions {
  /** Undefined when there is no such session, it has ended, or its user is suspended. */
  find(token: string): Promise<LiveSession | undefined>
  /** The same without extending the session: for connections that stay open without a person. */
  peek(token: string): Promise<LiveSession | undefined>
  /** Drops the cached session, so that this process does not wait for the time above. */
  forget(token: string): void
}

/** Our tokens have 52 characters; anything much longer is not worth a query. */
const maxTokenLength = 100

export function createSessions(
  readLive: (token: string, options: { isRenewing: boolean }) => Promise<LiveSession | undefined>,
): Sessions {
  const cache = new LRUCache<string, Promise<LiveSession | undefined>>({
    max: 20_000,
    ttl: sessionStateSeconds * 1000,
  })
  return {
    async find(token) {
      if (token.length > maxTokenLength) return undefined
      const known = cache.get(token)
      // The response that renewed the session has already set the cookie; later ones need not.
      if (known) return known.then((session) => session && { ...session, isRenewed: false })
      const found = readLive(token, { isRenewing: true })
      cache.set(token, found)
      found.catch(() => cache.delete(token))
      return found
    },
    peek: (token) => readLive(token, { isRenewing: false }),
    forget(token) {
      cache.delete(token)
    },
  }
}
