/** Caches one access token and renews it before it expires, with at most one renewal at a time. */
import { type IssuedToken, operations, type Scope } from '../contract.ts'
import { isTransient } from '../errors.ts'
import type { Fetch, KeyCredentials, TokenCredentials } from '../options.ts'
import { tokenError } from './answer-error.ts'
import { exchange, readJson } from './exchange.ts'
import { withRetries } from './retry.ts'
import { orCancelled } from './wait.ts'

export interface Tokens {
  get(signal?: AbortSignal): Promise<string>
  /** Discards a token that was rejected. */
  drop(token: string): void
}

export interface Token {
  text: string
  lifetimeMs: number
}

const renewBeforeMs = 60_000

export function createTokens(fetchToken: () => Promise<Token>, now: () => number = Date.now): Tokens {
  let current: { text: string; renewAt: number } | undefined
  let underWay: Promise<string> | undefined

  async function renew(): Promise<string> {
    const askedAt = now()
    const { text, lifetimeMs } = await fetchToken()
    // A token with a lifetime of less than two minutes is used for half of it.
    current = { text, renewAt: askedAt + Math.max(lifetimeMs - renewBeforeMs, lifetimeMs / 2) }
    return text
  }

  return {
    async get(signal) {
      if (current && now() < current.renewAt) return current.text
      underWay ??= renew().finally(() => {
        underWay = undefined
      })
      return orCancelled(underWay, signal)
    },
    drop(token) {
      if (current?.text === token) current = undefined
    },
  }
}

export interface TokenEndpoint {
  baseUrl: string
  fetch: Fetch
  headers: Record<string, string>
  maxRetries: number
  scopes: readonly Scope[] | undefined
}

const tokenTimeoutMs = 60_000

export function fetchTokenWith(endpoint: TokenEndpoint, key: KeyCredentials): () => Promise<Token> {
  const url = `${endpoint.baseUrl}${operations['token.issue'].path}`
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: key.clientId,
    client_secret: key.clientSecret,
    ...(endpoint.scopes && { scope: endpoint.scopes.join(' ') }),
  }).toString()
  const headers = { ...endpoint.headers, 'content-type': 'application/x-www-form-urlencoded' }
  // Issuing a token changes nothing, so every transient failure may be retried.
  const rules = { maxRetries: endpoint.maxRetries, timeoutMs: tokenTimeoutMs, isRetryable: isTransient }
  return () =>
    withRetries(rules, ({ spend }) =>
      spend(async (signal) => {
        const answer = await exchange(endpoint.fetch, url, { method: 'POST', headers, body: form, signal })
        if (!answer.response.ok) throw tokenError(answer.response, answer.text)
        const { access_token, expires_in } = readJson<IssuedToken>(answer, url)
        return { text: access_token, lifetimeMs: expires_in * 1000 }
      }),
    )
}

/** Tokens from the caller, who knows when they expire, so they are requested for every call. */
export function givenTokens({ accessToken }: TokenCredentials): Tokens {
  return { get: async (signal) => orCancelled(Promise.resolve(accessToken()), signal), drop: () => {} }
}
