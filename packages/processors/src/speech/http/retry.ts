/** Classifies response statuses and computes retry delays. */

export type Verdict = 'ok' | 'again' | 'other_form' | 'too_large' | 'refused' | 'failed'

const verdicts = new Map<number, Verdict>([
  [400, 'other_form'],
  [422, 'other_form'],
  [401, 'refused'],
  [403, 'refused'],
  [404, 'refused'],
  [408, 'again'],
  [413, 'too_large'],
  [425, 'again'],
  [429, 'again'],
])

export function judge(status: number): Verdict {
  if (status >= 200 && status < 300) return 'ok'
  // Redirects are not followed: a recording is sent only to the configured server.
  if (status >= 300 && status < 400) return 'refused'
  return verdicts.get(status) ?? (status >= 500 ? 'again' : 'failed')
}

const firstWaitMs = 1000
const maxWaitMs = 60_000
/** A longer delay is left to the next attempt of the job. */
const maxAskedWaitMs = 10 * 60_000

export type Retry = {
  /** The number of failed requests: 1 after the first. */
  readonly failures: number
  /** The `Retry-After` header of the last response. */
  readonly retryAfter: string | null
  readonly nowMs: number
  /** From 0 to 1, for jitter. */
  readonly random: number
}

/** Null if the delay would be too long. */
export function waitBeforeRetryMs({ failures, retryAfter, nowMs, random }: Retry): number | null {
  const ownMs = Math.min(maxWaitMs, firstWaitMs * 2 ** (failures - 1)) * (0.5 + random / 2)
  const askedMs = readRetryAfter(retryAfter, nowMs)
  if (askedMs === null) return ownMs
  if (askedMs > maxAskedWaitMs) return null
  // Never sooner than requested, with jitter.
  return askedMs + firstWaitMs * 0.5 * random
}

/** In seconds or as a date. */
function readRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs)
}
