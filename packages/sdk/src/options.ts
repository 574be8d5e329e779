/** The options of a client and of its methods. */
import type { Scope } from './contract.ts'
import { InvalidInputError } from './errors.ts'

export type InletOptions = ClientOptions & (KeyCredentials | TokenCredentials)

/** An API key. Its secret belongs on a server; a page in a browser uses `accessToken`. */
export interface KeyCredentials {
  clientId: string
  clientSecret: string
  accessToken?: undefined
}

/** You provide the tokens, for example from your own server to a page in a browser. */
export interface TokenCredentials {
  /** Called for every request, so cache the token. */
  accessToken: () => string | Promise<string>
  clientId?: undefined
  clientSecret?: undefined
}

/** The part of `fetch` that is used; the global one fits. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

export interface Logger {
  debug(message: string, facts: LogFacts): void
}

/** What is known about a request; `requestId` identifies it in the log of the service. */
export interface LogFacts {
  readonly method?: string
  /** Without the query, which may contain a signature. */
  readonly url?: string
  readonly operation?: string
  readonly status?: number
  readonly requestId?: string
  readonly ms?: number
  readonly error?: string
}

export interface ClientOptions {
  /** Where the service is, such as `https://inlet.example`. */
  baseUrl: string
  /** Scopes of the tokens. Default: every scope of the key. */
  scopes?: readonly Scope[] | undefined
  /** Used for calls, and for uploads without XMLHttpRequest. */
  fetch?: Fetch | undefined
  /** For one call with all its retries, 60 s by default. Waiting for the rate limit is not counted. */
  timeoutMs?: number | undefined
  /** How often a failed call is retried, 4 by default. */
  maxRetries?: number | undefined
  /** Concurrent uploads, 4 by default. A file that is sent in parts uses more of these connections while they are free. */
  maxUploads?: number | undefined
  /**
   * Files of at least this size are sent in parts if the service supports it, 64 MiB by default: parts that have arrived
   * are not sent again, and the upload can be resumed for days. `Infinity` turns it off.
   */
  multipartThresholdBytes?: number | undefined
  /** For all uploads of the client together, at least 1,024. No limit by default, and none in browsers. */
  maxBytesPerSecond?: number | undefined
  /** How the client uses the call limit of the key. */
  callBudget?: CallBudget | undefined
  /** Prepended to the user agent of the SDK, such as `my-app/1.0`. */
  userAgent?: string | undefined
  /** Receives a line for each request, retry and wait. `console` fits. */
  logger?: Logger | undefined
}

export interface CallBudget {
  /**
   * Share of the limit, above 0 and up to 1, that polling may use while other calls are being made. At least one call a
   * minute is always allowed. By default, polling may use three quarters of the limit at any time.
   */
  pollShare?: number | undefined
}

/** The calls of a client so far. Tokens and uploads are not counted. */
export interface CallUsage {
  /** Calls that were answered. */
  readonly calls: number
  /** Of these, how many were refused with 429. */
  readonly refused: number
  /** The limit of the key for import calls, once an answer has reported it. Other calls have a limit of their own. */
  readonly callsPerMinute: number | undefined
  /** While import calls wait for that limit: how long until the next one is sent. */
  readonly resumesInMs: number | undefined
}

export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** For this call with all its retries. Waiting for the rate limit is not counted. */
  timeoutMs?: number | undefined
  maxRetries?: number | undefined
  /**
   * For calls that are sent as POST: repeating the same call with the same key within 7 days has no second effect and
   * returns the first answer. Random by default; pass your own to repeat a call after a restart. Do not use it for a
   * different call.
   */
  idempotencyKey?: string | undefined
}

/** Of a call that changes a record. */
export interface ChangeOptions extends RequestOptions {
  /** The ETag of an earlier answer: the call fails with `precondition_failed` if the record has changed since. */
  ifMatch?: string | undefined
}

/** Of a status call. */
export interface StatusOptions extends RequestOptions {
  /** Seconds, at most 45, for which the service may hold the call while it is processing the import. */
  wait?: number | undefined
}

export function checkOptions(options: InletOptions): void {
  const problems: string[] = []
  if (!isHttpUrl(options.baseUrl)) problems.push('baseUrl must be an address such as https://inlet.example')
  if (!options.accessToken) {
    if (!options.clientId) problems.push('clientId is missing')
    if (!options.clientSecret) problems.push('clientSecret is missing')
  }
  for (const name of ['timeoutMs', 'maxRetries', 'maxUploads', 'multipartThresholdBytes'] as const) {
    const value = options[name]
    if (value !== undefined && !(value >= (name === 'maxRetries' ? 0 : 1)))
      problems.push(`${name} must be a positive number`)
  }
  const { pollShare } = options.callBudget ?? {}
  if (pollShare !== undefined && !(pollShare > 0 && pollShare <= 1))
    problems.push('callBudget.pollShare must be above 0 and at most 1')
  if (problems.length === 0) return
  throw new InvalidInputError(`Invalid client options: ${problems.join('; ')}.`, {
    code: 'invalid_options',
  })
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
