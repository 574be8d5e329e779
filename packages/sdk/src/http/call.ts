/** Calls one operation of the API: gets a token, waits for the rate limit, sends the request, and retries if that is safe. */
import { operations } from '../contract.ts'
import { type InletError, RateLimitedError, UnauthorizedError } from '../errors.ts'
import type { Fetch, RequestOptions } from '../options.ts'
import { answerError } from './answer-error.ts'
import { callPolicies, isRetryable } from './call-policy.ts'
import { type Exchanged, exchange, readJson } from './exchange.ts'
import type { Pacer, Priority } from './pacer.ts'
import { readAllowance } from './rate-limit-headers.ts'
import { withRetries } from './retry.ts'
import type { Slots } from './slots.ts'
import type { Tokens } from './tokens.ts'

/** What all methods of one client share. */
export interface Core {
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly headers: Record<string, string>
  readonly tokens: Tokens
  readonly pacer: Pacer
  readonly uploadSlots: Slots
  readonly timeoutMs: number | undefined
  readonly maxRetries: number
  readonly pollShare: number | undefined
  readonly usage: { calls: number; refused: number }
}

export interface Call {
  operation: keyof typeof callPolicies
  params?: Record<string, string>
  query?: Record<string, string | number | undefined>
  body?: object
  /** Overrides the priority of the operation. */
  priority?: Priority
}

export interface Answer<T> {
  data: T
  response: Response
  requestId: string | undefined
}

/** Maximum number of 429 responses per call. With many programs on one key, this is about ten minutes. */
const mostRefusals = 20

export async function call<T>(core: Core, request: Call, options: RequestOptions = {}): Promise<Answer<T>> {
  const policy = callPolicies[request.operation]
  const url = urlOf(core.baseUrl, request)
  const maxRetries = options.maxRetries ?? core.maxRetries
  let isTokenRenewed = false
  let refusals = 0

  const isStaleToken = (error: InletError) =>
    error instanceof UnauthorizedError && error.code === 'invalid_token'
  const rules = {
    maxRetries,
    timeoutMs: options.timeoutMs ?? core.timeoutMs ?? policy.timeoutMs,
    signal: options.signal,
    isRetryable(error: InletError) {
      if (isStaleToken(error)) return !isTokenRenewed
      if (error instanceof RateLimitedError) return maxRetries > 0 && refusals < mostRefusals
      return isRetryable(policy, error)
    },
    isDelayedElsewhere(error: InletError) {
      if (isStaleToken(error)) isTokenRenewed = true
      else if (error instanceof RateLimitedError) refusals += 1
      else return false
      return true
    },
  }
  return withRetries(rules, async ({ spend }) => {
    const token = await core.tokens.get(options.signal)
    const turn = await core.pacer.enter(request.priority ?? policy.priority, {
      signal: options.signal,
      pollShare: core.pollShare,
    })
    let answer: Exchanged | undefined
    try {
      answer = await spend((signal) => exchange(core.fetch, url, requestOf(core, request, token, signal)))
    } finally {
      const allowance = answer && readAllowance(answer.response.headers)
      turn.over(answer && allowance && { status: answer.response.status, allowance })
    }
    const { response, text } = answer
    core.usage.calls += 1
    if (response.status === 429) core.usage.refused += 1
    if (!response.ok) {
      const error = answerError(response, text)
      if (isStaleToken(error)) core.tokens.drop(token)
      throw error
    }
    const requestId = response.headers.get('x-request-id') ?? undefined
    return { data: readJson<T>(answer, url), response, requestId }
  })
}

function requestOf(core: Core, { operation, body }: Call, token: string, signal: AbortSignal): RequestInit {
  return {
    method: operations[operation].method,
    headers: {
      ...core.headers,
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  }
}

function urlOf(baseUrl: string, { operation, params = {}, query = {} }: Call): string {
  const path = operations[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  const asked = search.toString()
  return asked === '' ? `${baseUrl}${path}` : `${baseUrl}${path}?${asked}`
}
