/** Sends a request to a speech server and retries transient failures. */

import { setTimeout as delay } from 'node:timers/promises'
import { SpeechError } from '../speech-engine.ts'
import { oneLine } from '../transcript.ts'
import type { Endpoint } from './endpoint.ts'
import { readBody } from './read-body.ts'
import { judge, waitBeforeRetryMs } from './retry.ts'

/** A hundred times the size of a response for a minute of speech. */
const maxAnswerBytes = 8_000_000
const maxReasonChars = 300

/** The caller handles `other_form` and `too_large` with a different request. */
export type Reply =
  | { readonly kind: 'ok'; readonly body: string }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'other_form'; readonly reason: string }

/** The result of a request; without a status if there was no complete response. */
type Attempt = {
  readonly status: number | null
  readonly body: string | null
  readonly retryAfter: string | null
  readonly trouble: string
}

/** @throws the signal's reason when aborted; SpeechError. */
export async function requestTranscription(
  endpoint: Endpoint,
  form: FormData,
  signal: AbortSignal | undefined,
): Promise<Reply> {
  for (let failures = 1; ; failures += 1) {
    const attempt = await askOnce(endpoint, form, signal)
    const reply = read(endpoint, attempt)
    if (reply !== null) return reply
    const waitMs = waitBeforeRetryMs({
      failures,
      retryAfter: attempt.retryAfter,
      nowMs: Date.now(),
      random: Math.random(),
    })
    if (failures > endpoint.maxRetries || waitMs === null) {
      throw new SpeechError('engine_failed', `${nameOf(endpoint)} ${attempt.trouble} (${failures} times)`)
    }
    await delay(waitMs, undefined, signal === undefined ? {} : { signal }).catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
  }
}

async function askOnce(
  endpoint: Endpoint,
  form: FormData,
  signal: AbortSignal | undefined,
): Promise<Attempt> {
  signal?.throwIfAborted()
  const clock = AbortSignal.timeout(endpoint.requestTimeoutMs)
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      body: form,
      headers: endpoint.apiKey === undefined ? {} : { authorization: `Bearer ${endpoint.apiKey}` },
      redirect: 'manual',
      signal: signal === undefined ? clock : AbortSignal.any([signal, clock]),
    })
    const { status, headers } = response
    const body = await readBody(response, maxAnswerBytes)
    return { status, body, retryAfter: headers.get('retry-after'), trouble: `answers ${status}` }
  } catch (error) {
    signal?.throwIfAborted()
    const trouble = clock.aborted
      ? `did not respond within ${endpoint.requestTimeoutMs / 1000} seconds`
      : `cannot be reached, or closed the connection${codeOf(error)}`
    return { status: null, body: null, retryAfter: null, trouble }
  }
}

/** Null to retry. */
function read(endpoint: Endpoint, { status, body, trouble }: Attempt): Reply | null {
  if (status === null) return null
  const verdict = judge(status)
  switch (verdict) {
    case 'again':
      return null
    case 'too_large':
      return { kind: 'too_large' }
    case 'other_form':
      return { kind: 'other_form', reason: `${trouble}${reasonIn(endpoint, body)}` }
    case 'refused':
      throw new SpeechError(
        'engine_refused',
        `${nameOf(endpoint)} ${trouble}: ${adviceFor(endpoint, status)}`,
      )
    case 'failed':
      throw new SpeechError('engine_failed', `${nameOf(endpoint)} ${trouble}${reasonIn(endpoint, body)}`)
    case 'ok':
      if (body !== null) return { kind: 'ok', body }
      throw new SpeechError('engine_failed', `${nameOf(endpoint)} returned more than ${maxAnswerBytes} bytes`)
    default:
      return verdict satisfies never
  }
}

export function nameOf({ url }: Endpoint): string {
  return `the speech server at ${url.host}`
}

/** Without the body, because servers may echo part of an unknown key. */
function adviceFor({ url, model }: Endpoint, status: number): string {
  if (status === 404) return `there is no ${url.pathname}, or no model "${model}"`
  if (status < 400) return 'it sends us elsewhere; set the address it points to, if that is meant'
  return `the key is wrong, or not allowed the model "${model}"`
}

function reasonIn({ apiKey }: Endpoint, body: string | null): string {
  const text = oneLine(body ?? '')
  const safe = apiKey === undefined ? text : text.replaceAll(apiKey, '…')
  return safe === '' ? '' : `: ${safe.slice(0, maxReasonChars)}`
}

/** Such as ECONNREFUSED; the message of `fetch` itself is not helpful. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  return typeof code === 'string' ? ` (${code})` : ''
}
