/** What counts as success, when a delivery is attempted again, and how a receiver that behaved like this is treated. */

const seconds = 1_000
const minutes = 60 * seconds
const hours = 60 * minutes

/** How long after the previous attempt each of the ten is made. */
const attemptDelaysMs = [
  0,
  5 * seconds,
  5 * minutes,
  30 * minutes,
  2 * hours,
  5 * hours,
  10 * hours,
  14 * hours,
  20 * hours,
  24 * hours,
]
export const maxAttempts = attemptDelaysMs.length

const jitterShare = 0.1
const maxRetryAfterMs = 24 * hours

export const attemptTimeoutMs = 15 * seconds
/** A webhook whose attempts all fail for this long is disabled. */
export const failingDays = 5
export const goneStatus = 410

/** A redirect is a failure too: it is not followed. */
export const isSuccess = (httpStatus: number): boolean => httpStatus >= 200 && httpStatus < 300

export interface NextAttempt {
  /** Attempts of this round, including the one that has just failed. */
  attemptCount: number
  retryAfterMs: number
  /** A random number from 0 to 1. */
  random: number
}

/** Null: it was the last attempt. */
export function nextAttemptDelayMs({ attemptCount, retryAfterMs, random }: NextAttempt): number | null {
  const delayMs = attemptDelaysMs[attemptCount]
  if (delayMs === undefined) return null
  const jittered = delayMs * (1 + jitterShare * (2 * random - 1))
  return Math.round(Math.max(jittered, retryAfterMs))
}

const statusesWithRetryAfter = [429, 503]

/** The delay that the receiver asks for: in seconds, or until a date. 0 if there is none. */
export function readRetryAfterMs(httpStatus: number, header: string | null, nowMs: number): number {
  if (header === null || !statusesWithRetryAfter.includes(httpStatus)) return 0
  const delayMs = /^\s*\d+\s*$/.test(header) ? Number(header) * seconds : Date.parse(header) - nowMs
  return Number.isNaN(delayMs) ? 0 : Math.min(Math.max(delayMs, 0), maxRetryAfterMs)
}

export interface FailedAttempt {
  /** Null without a response. */
  httpStatus: number | null
  retryAfterMs: number
  /** Whether the receiver has accepted anything in this turn. */
  hasSucceeded: boolean
  /** Including this one. */
  failuresInARow: number
}

const maxFailuresInARow = 10

/**
 * Whether the receiver is down, gone or asks to be left alone, which ends the turn. Otherwise it only refuses some events,
 * and the others must not wait for its next turn.
 */
export function isUnavailable(failed: FailedAttempt): boolean {
  const { httpStatus, retryAfterMs, hasSucceeded, failuresInARow } = failed
  if (httpStatus === null || httpStatus === goneStatus || httpStatus === 429 || retryAfterMs > 0) return true
  return !hasSucceeded || failuresInARow >= maxFailuresInARow
}

/**
 * Workers have separate slots for each lane, so that receivers of one lane cannot delay those of another.
 * - `prompt`: received everything at once
 * - `busy`: works, but is slow or has more deliveries than one turn can send
 * - `unproven`: is new, or was unavailable
 */
export type Lane = 'prompt' | 'busy' | 'unproven'
export const lanes: readonly Lane[] = ['prompt', 'busy', 'unproven']

export interface LanePolicy {
  /** Webhooks that one worker sends to at the same time. */
  slots: number
  deliveriesPerBatch: number
  /** Whether a turn goes on with further batches while it has time. */
  isRepeated: boolean
}

export const lanePolicies: Readonly<Record<Lane, LanePolicy>> = {
  prompt: { slots: 24, deliveriesPerBatch: 20, isRepeated: false },
  busy: { slots: 16, deliveriesPerBatch: 1_000, isRepeated: true },
  // Most of these wait for a response that never comes, which costs little.
  unproven: { slots: 128, deliveriesPerBatch: 20, isRepeated: false },
}

export const requestsPerWebhook = 10
/** No request is started later than this in a turn, so that every webhook gets its turn. */
export const turnMs = 2_000
const promptMs = 1_000
/** A receiver that may be down is not asked more often than this, however many deliveries are due. */
export const probeEveryMs = 1_000

export interface Turn {
  wasUnavailable: boolean
  /** More deliveries are due. */
  hasMore: boolean
  durationMs: number
}

export function laneAfter({ wasUnavailable, hasMore, durationMs }: Turn): Lane {
  if (wasUnavailable) return 'unproven'
  return hasMore || durationMs > promptMs ? 'busy' : 'prompt'
}
