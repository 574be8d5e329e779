/** What a client is made with, and what each of its methods takes. */
import type { Scope } from './contract.ts'
import { InvalidInputError } from './errors.ts'

export type InletOptions = ClientOptions & (KeyCredentials | TokenCredentials)

/** An API key. Its secret belongs on a server; a page in a browser uses `accessToken`. */
export interface KeyCredentials {
  clientId: string
  clientSecret: string
  accessToken?: undefined
}

/** Somebody else fetches the tokens, such as your own server for a page in a browser. */
export interface TokenCredentials {
  /** Asked again when a token is no longer accepted. */
  accessToken: () => string | Promise<string>
  clientId?: undefined
  clientSecret?: undefined
}

/** As much of `fetch` as is used; the global one will do. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface ClientOptions {
  /** Where the service is, such as `https://inlet.example`. */
  baseUrl: string
  /** What the tokens of an API key are asked for. Left out: every scope the key holds. */
  scopes?: readonly Scope[] | undefined
  /** Used for calls, and for uploads where XMLHttpRequest is not there. */
  fetch?: Fetch | undefined
  /** For one call with all its repetitions, 60 s unless said. Waiting for a turn under the rate limit is not counted. */
  timeoutMs?: number | undefined
  /** How often a failed call is repeated, 4 unless said. */
  maxRetries?: number | undefined
  /** How many files are uploaded at a time, 4 unless said. */
  maxUploads?: number | undefined
  /** Put in front of the SDK's own name, such as `my-app/1.0`. */
  userAgent?: string | undefined
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** For this call with all its repetitions. Waiting for a turn under the rate limit is not counted. */
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
}

export function checkOptions(options: InletOptions): void {
  const problems: string[] = []
  if (!isHttpUrl(options.baseUrl)) problems.push('baseUrl must be an address such as https://inlet.example')
  if (!options.accessToken) {
    if (!options.clientId) problems.push('clientId is missing')
    if (!options.clientSecret) problems.push('clientSecret is missing')
  }
  for (const name of ['timeoutMs', 'maxRetries', 'maxUploads'] as const) {
    const value = options[name]
    if (value !== undefined && !(value >= (name === 'maxRetries' ? 0 : 1)))
      problems.push(`${name} must be a positive number`)
  }
  if (problems.length === 0) return
  throw new InvalidInputError(`The client cannot be made: ${problems.join('; ')}.`, {
    code: 'invalid_options',
  })
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
