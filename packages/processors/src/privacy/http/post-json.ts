/** Posts JSON to an analyzer and retries transient failures. */

import { setTimeout as sleep } from 'node:timers/promises'
import { PrivacyError } from '../span.ts'

export type HttpOptions = {
  readonly baseUrl: string
  /** Sent as a bearer token. */
  readonly apiKey?: string | undefined
  /** Per attempt. */
  readonly timeoutMs?: number | undefined
  readonly maxAttempts?: number | undefined
  /** The delay before the first retry; it doubles with every further one. */
  readonly retryDelayMs?: number | undefined
  readonly maxAnswerBytes?: number | undefined
}

export type Question = {
  readonly analyzer: string
  readonly url: string
  readonly body: unknown
  readonly signal?: AbortSignal | undefined
}

const longestPauseMs = 30_000

/**
 * @throws PrivacyError if no attempt succeeds; the signal's reason when aborted. Messages name the analyzer and the
 * status, never the request or response, which contain personal data.
 */
export async function postJson(question: Question, options: HttpOptions): Promise<unknown> {
  const { maxAttempts = 4, retryDelayMs = 500 } = options
  for (let attempt = 1; ; attempt += 1) {
    question.signal?.throwIfAborted()
    const outcome = await tryOnce(question, options)
    if (outcome.kind === 'answer') return outcome.answer
    if (outcome.kind === 'refused' || attempt >= maxAttempts) throw outcome.error
    const pauseMs = Math.min(
      longestPauseMs,
      Math.max(outcome.retryAfterMs, retryDelayMs * 2 ** (attempt - 1)),
    )
    await sleep(pauseMs, undefined, { signal: question.signal }).catch(() =>
      question.signal?.throwIfAborted(),
    )
  }
}

type Outcome =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'refused'; readonly error: PrivacyError }
  | { readonly kind: 'busy'; readonly error: PrivacyError; readonly retryAfterMs: number }

async function tryOnce(question: Question, options: HttpOptions): Promise<Outcome> {
  const { analyzer, url, body, signal } = question
  const { apiKey, timeoutMs = 60_000, maxAnswerBytes = 8 * 1024 * 1024 } = options
  const clock = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify(body),
      // A redirect leads to a server that the operator did not configure.
      redirect: 'manual',
      signal: signal === undefined ? clock : AbortSignal.any([signal, clock]),
    })
    if (response.status === 200)
      return {
        kind: 'answer',
        answer: parse(analyzer, await readBounded(analyzer, response, maxAnswerBytes)),
      }
    await response.body?.cancel()
    const isBusy =
      response.status === 408 || response.status === 425 || response.status === 429 || response.status >= 500
    if (!isBusy)
      return {
        kind: 'refused',
        error: new PrivacyError('analyzer_refused', `${analyzer} returned status ${response.status}`),
      }
    const error = new PrivacyError('analyzer_unreachable', `${analyzer} returned status ${response.status}`)
    return { kind: 'busy', error, retryAfterMs: retryAfterMs(response) }
  } catch (cause) {
    signal?.throwIfAborted()
    if (cause instanceof PrivacyError) return { kind: 'refused', error: cause }
    const reason = clock.aborted ? `did not respond within ${timeoutMs} ms` : 'cannot be reached'
    return {
      kind: 'busy',
      error: new PrivacyError('analyzer_unreachable', `${analyzer} ${reason}`, { cause }),
      retryAfterMs: 0,
    }
  }
}

function retryAfterMs(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? '0')
  return Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : 0
}

async function readBounded(analyzer: string, response: Response, maxBytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  const body: AsyncIterable<Uint8Array> | null = response.body
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes)
      throw new PrivacyError('analyzer_bad_answer', `${analyzer} returned more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function parse(analyzer: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PrivacyError('analyzer_bad_answer', `${analyzer} returned invalid JSON`)
  }
}

/** `path` relative to the configured base URL, which may end in a slash. */
export function urlBelow(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path}`
}
