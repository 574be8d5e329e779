/** Calls one operation of the API: gets a token, waits for the rate limit, sends the request, and retries if that is safe. */
import { operations } from '../contract.ts'
import { type InletError, RateLimitedError, UnauthorizedError } from '../errors.ts'
import type { Fetch, Logger, RequestOptions } from '../options.ts'
import { randomText } from '../upload/form.ts'
import type { Throttle } from '../upload/throttle.ts'
import { allowanceOf, type Pacers, policyNames } from './allowances.ts'
import { answerError } from './answer-error.ts'
import { callPolicies, isInProgress, isRetryable } from './call-policy.ts'
import { type Exchanged, exchange, readJson } from './exchange.ts'
import type { Priority, Turn } from './pacer.ts'
import { readRateLimit } from './rate-limit-headers.ts'
import { withRetries } from './retry.ts'
import type { Slots } from './slots.ts'
import type { Tokens } from './tokens.ts'

/** What all methods of one client share. */
export interface Core {
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly headers: Record<string, string>
  readonly tokens: Tokens
  readonly pacers: Pacers
  readonly uploadSlots: Slots
  readonly multipart: MultipartUse
  /** Small imports that are begun before they have an upload slot. */
  readonly aheadSlots: Slots
  readonly timeoutMs: number | undefined
  readonly maxRetries: number
  readonly pollShare: number | undefined
  readonly usage: { calls: number; refused: number }
  readonly logger?: Logger | undefined
  readonly throttle?: Throttle | undefined
}

/** Whether files are sent in parts. */
export interface MultipartUse {
  readonly thresholdBytes: number
  /** The service has said so. */
  isUnavailable: boolean
}

export interface Call {
  operation: keyof typeof callPolicies
  params?: Record<string, string>
  /** A list is sent as a repeated parameter. */
  query?: Record<string, string | number | readonly string[] | undefined>
  /** A function is called when the request is about to be sent; a retry calls it again. */
  body?: object | (() => object)
  /** The ETag that the record must still have. */
  ifMatch?: string | undefined
  /** The response is text, not JSON. */
  isText?: boolean
  /** The response is read by the caller, line by line. */
  isStream?: boolean
  /** Overrides the priority of the operation. */
  priority?: Priority
  /** How long the service may hold the call until there is something to report. */
  waitSeconds?: number | undefined
}

export interface Answer<T> {
  data: T
  response: Response
  requestId: string | undefined
}

/** Maximum number of 429 responses per call. With many programs on one key, this is about ten minutes. */
const mostRefusals = 20
/** The service counts a call when it arrives. After this time, a call that it holds has certainly arrived. */
const arrivalMs = 5000
/** Shorter waits are not worth a line in the log. */
const worthLoggingMs = 100

export async function call<T>(core: Core, request: Call, options: RequestOptions = {}): Promise<Answer<T>> {
  const policy = callPolicies[request.operation]
  const allowance = allowanceOf(request.operation)
  const url = urlOf(core.baseUrl, request)
  const maxRetries = options.maxRetries ?? core.maxRetries
  const idempotencyKey =
    operations[request.operation].method === 'POST' ? (options.idempotencyKey ?? randomText()) : undefined
  let isTokenRenewed = false
  let refusals = 0

  const isStaleToken = (error: InletError) =>
    error instanceof UnauthorizedError && error.code === 'invalid_token'
  const rules = {
    maxRetries,
    // Every attempt may use half of it, and needs the time for which the service may hold the call.
    timeoutMs: (options.timeoutMs ?? core.timeoutMs ?? policy.timeoutMs) + 2000 * (request.waitSeconds ?? 0),
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
    isInProgress,
    onRetry({ message }: InletError, pauseMs: number) {
      const operation = request.operation
      const seconds = (pauseMs / 1000).toFixed(1)
      core.logger?.debug(`${operation} is retried in ${seconds} s: ${message}`, { operation, error: message })
    },
  }
  return withRetries(rules, async ({ spend }) => {
    const token = await core.tokens.get(options.signal)
    const askedAt = performance.now()
    const turn = await core.pacers[allowance].enter(request.priority ?? policy.priority, {
      signal: options.signal,
      pollShare: core.pollShare,
    })
    logWait(core, request, performance.now() - askedAt)
    let answer: Exchanged | undefined
    const arrival = request.waitSeconds ? expectArrival(turn) : undefined
    try {
      answer = await spend((signal) =>
        exchange(core.fetch, url, requestOf(core, request, { token, idempotencyKey, signal }), {
          isStream: request.isStream ?? false,
        }),
      )
    } finally {
      clearTimeout(arrival)
      const rateLimit = answer && readRateLimit(answer.response.headers, policyNames[allowance])
      turn.over(answer && rateLimit && { status: answer.response.status, rateLimit })
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
    if (request.isStream) return { data: response.body as T, response, requestId }
    const data = request.isText ? (text as T) : readJson<T>(answer, url)
    return { data, response, requestId }
  })
}

function logWait({ logger }: Core, { operation }: Call, waitedMs: number): void {
  const ms = Math.round(waitedMs)
  if (ms >= worthLoggingMs)
    logger?.debug(`${operation} waited ${(ms / 1000).toFixed(1)} s for the rate limit`, { operation, ms })
}

function expectArrival(turn: Turn): ReturnType<typeof setTimeout> {
  return setTimeout(() => turn.counted(), arrivalMs)
}

interface Attempt {
  token: string
  idempotencyKey: string | undefined
  signal: AbortSignal
}

function requestOf(core: Core, { operation, ...request }: Call, attempt: Attempt): RequestInit {
  const { token, idempotencyKey, signal } = attempt
  const body = typeof request.body === 'function' ? (request.body as () => object)() : request.body
  return {
    method: operations[operation].method,
    headers: {
      ...core.headers,
      ...(request.isText && { accept: 'text/*, */*;q=0.1' }),
      ...(request.isStream && { accept: 'application/x-ndjson' }),
      authorization: `Bearer ${token}`,
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...(request.ifMatch !== undefined && { 'if-match': request.ifMatch }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  }
}

function urlOf(baseUrl: string, { operation, params = {}, query = {}, waitSeconds }: Call): string {
  const path = operations[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, wait: waitSeconds }))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one))
  const asked = search.toString()
  return asked === '' ? `${baseUrl}${path}` : `${baseUrl}${path}?${asked}`
}
