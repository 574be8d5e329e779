/** Turns the token of a session cookie into the person behind it. */
import { LRUCache } from 'lru-cache'
import type { Principal } from './principal.ts'

/** An ended session, a suspended user or a changed role acts after this long at the latest, in every process. */
export const sessionStateSeconds = 5

export interface LiveSession {
  id: number
  principal: Principal
  /** Its end has just been moved, so the cookie's has to be moved as well. */
  isRenewed: boolean
}

export interface Sessions {
  /** Undefined when there is no such session, it has ended, or its user is suspended. */
  find(token: string): Promise<LiveSession | undefined>
  /** The same without moving its end: for what stays open by itself, and is no sign of a person. */
  peek(token: string): Promise<LiveSession | undefined>
  /** This process need not wait for the time above to pass. */
  forget(token: string): void
}

/** A token of ours has 52 characters; nothing longer is worth a query. */
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
      // The answer that renewed the session has told the cookie; those after it need not.
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
