import { describe, expect, it } from 'vitest'
import {
  isSuccess,
  isUnavailable,
  laneAfter,
  lanePolicies,
  lanes,
  maxAttempts,
  nextAttemptDelayMs,
  readRetryAfterMs,
} from './delivery.policy.ts'

const hourMs = 3_600_000

describe('the next attempt of a delivery', () => {
  it.each([
    [1, 5_000],
    [2, 300_000],
    [3, hourMs / 2],
    [4, 2 * hourMs],
    [5, 5 * hourMs],
    [6, 10 * hourMs],
    [7, 14 * hourMs],
    [8, 20 * hourMs],
    [9, 24 * hourMs],
  ])('after %s attempts follows in %s ms, a tenth more or less', (attemptCount, delayMs) => {
    const next = (random: number) => nextAttemptDelayMs({ attemptCount, retryAfterMs: 0, random })
    expect([next(0), next(0.5), next(1)]).toEqual([0.9, 1, 1.1].map((factor) => Math.round(delayMs * factor)))
  })

  it('does not exist after the tenth, whatever the receiver asks for', () => {
    expect(maxAttempts).toBe(10)
    expect(nextAttemptDelayMs({ attemptCount: 10, retryAfterMs: 1_000, random: 0.5 })).toBeNull()
  })

  it('is postponed by Retry-After, and never earlier because of it', () => {
    expect(nextAttemptDelayMs({ attemptCount: 1, retryAfterMs: 60_000, random: 0.5 })).toBe(60_000)
    expect(nextAttemptDelayMs({ attemptCount: 2, retryAfterMs: 60_000, random: 0.5 })).toBe(300_000)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')

  it.each([
    [503, '120', 120_000],
    [429, ' 7 ', 7_000],
    [503, 'Mon, 16 Nov 2026 12:01:00 GMT', 60_000],
    [503, 'Mon, 16 Nov 2026 11:00:00 GMT', 0],
    [503, '999999999', 24 * hourMs],
    [503, 'Mon, 16 Nov 2030 12:00:00 GMT', 24 * hourMs],
    [503, 'soon', 0],
    [503, '-5', 0],
    [503, null, 0],
    [500, '120', 0],
    [200, '120', 0],
  ])('of a %s with the value %s delays by %s ms', (status, header, expected) => {
    expect(readRetryAfterMs(status, header, now)).toBe(expected)
  })
})

describe('a response', () => {
  it.each([
    [200, true],
    [204, true],
    [299, true],
    [199, false],
    [301, false],
    [304, false],
    [410, false],
    [500, false],
  ])('with status %s is a success: %s', (status, expected) => {
    expect(isSuccess(status)).toBe(expected)
  })
})

describe('a receiver that has failed', () => {
  const refused = { httpStatus: 500, retryAfterMs: 0, hasSucceeded: true, failuresInARow: 1 }

  it.each([
    ['has accepted other events in this turn', {}, false],
    ['has accepted nothing in this turn', { hasSucceeded: false }, true],
    ['has failed nine times in a row', { failuresInARow: 9 }, false],
    ['has failed ten times in a row', { failuresInARow: 10 }, true],
    ['does not answer', { httpStatus: null }, true],
    ['is gone', { httpStatus: 410 }, true],
    ['answers 429', { httpStatus: 429 }, true],
    ['answers 503', { httpStatus: 503 }, false],
    ['asks for a pause', { httpStatus: 503, retryAfterMs: 1_000 }, true],
  ])('and %s is unavailable: %o %s', (_, attempt, expected) => {
    expect(isUnavailable({ ...refused, ...attempt })).toBe(expected)
  })
})

describe('the lane of a webhook', () => {
  it.each([
    [{ wasUnavailable: false, hasMore: false, durationMs: 20 }, 'prompt'],
    [{ wasUnavailable: false, hasMore: true, durationMs: 20 }, 'busy'],
    [{ wasUnavailable: false, hasMore: false, durationMs: 3_000 }, 'busy'],
    [{ wasUnavailable: true, hasMore: true, durationMs: 3_000 }, 'unproven'],
    [{ wasUnavailable: true, hasMore: false, durationMs: 20 }, 'unproven'],
  ])('after a turn %o is %s', (turn, lane) => {
    expect(laneAfter(turn)).toBe(lane)
  })

  it('has slots in every worker', () => {
    for (const lane of lanes) expect(lanePolicies[lane].slots).toBeGreaterThan(0)
  })
})
