import { describe, expect, it } from 'vitest'
import { judge, waitBeforeRetryMs } from './retry.ts'

it.each([
  [200, 'ok'],
  [201, 'ok'],
  [302, 'refused'],
  [400, 'other_form'],
  [401, 'refused'],
  [403, 'refused'],
  [404, 'refused'],
  [408, 'again'],
  [413, 'too_large'],
  [415, 'failed'],
  [422, 'other_form'],
  [429, 'again'],
  [500, 'again'],
  [503, 'again'],
])('classifies %i as "%s"', (status, verdict) => {
  expect(judge(status)).toBe(verdict)
})

describe('the delay before a retry', () => {
  const nowMs = Date.parse('2026-11-15T10:00:00Z')
  const wait = (failures: number, retryAfter: string | null = null, random = 0) =>
    waitBeforeRetryMs({ failures, retryAfter, nowMs, random })

  it('doubles up to a minute, with jitter', () => {
    expect([1, 2, 3, 4].map((failures) => wait(failures))).toEqual([500, 1000, 2000, 4000])
    expect(wait(20, null, 1)).toBe(60_000)
    expect(wait(1, null, 1)).toBe(1000)
  })

  it('is at least `Retry-After`, in seconds or as a date', () => {
    expect(wait(1, '7')).toBe(7000)
    expect(wait(9, '0')).toBe(0)
    expect(wait(1, 'Sun, 15 Nov 2026 10:00:30 GMT')).toBe(30_000)
    expect(wait(1, 'Sun, 15 Nov 2026 09:00:00 GMT')).toBe(0)
    expect(wait(1, '7', 1)).toBeGreaterThan(7000)
  })

  it('ignores an invalid `Retry-After`', () => {
    expect(wait(1, 'soon')).toBe(500)
  })

  it('is null if `Retry-After` is too long', () => {
    expect(wait(1, '3600')).toBeNull()
  })
})
