/** Reads the rate-limit headers of a response. */

export interface RateLimit {
  /** Calls allowed in the window. */
  limit: number | undefined
  windowMs: number | undefined
  /** Remaining calls at the time of the response. */
  left: number | undefined
  /** Until the oldest counted call leaves the window. */
  resetMs: number | undefined
  /** From the Retry-After header of a 429. */
  retryAfterMs: number | undefined
}

/** Numbers of another policy than the given one are ignored. */
export function readRateLimit(headers: Headers, policyName: string): RateLimit {
  const ofPolicy = (header: string) => {
    const text = headers.get(header) ?? ''
    return text.trimStart().startsWith(`"${policyName}"`) ? text : ''
  }
  const policy = ofPolicy('ratelimit-policy')
  const state = ofPolicy('ratelimit')
  return {
    limit: parameter(policy, 'q'),
    windowMs: seconds(parameter(policy, 'w')),
    left: parameter(state, 'r'),
    resetMs: seconds(parameter(state, 't')),
    retryAfterMs: readRetryAfter(headers),
  }
}

/** Seconds, or a date, which some proxies send. */
export function readRetryAfter(headers: Headers, now = Date.now()): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(wait) ? undefined : Math.max(0, wait)
}

function parameter(header: string, name: string): number | undefined {
  const found = new RegExp(`;\\s*${name}=(\\d+)`).exec(header)?.[1]
  return found === undefined ? undefined : Number(found)
}

function seconds(value: number | undefined): number | undefined {
  return value === undefined ? undefined : value * 1000
}
