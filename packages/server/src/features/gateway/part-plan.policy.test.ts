import { describe, expect, it } from 'vitest'
import { maxTrailerBytes, planParts } from './part-plan.policy.ts'

const MiB = 1024 ** 2
const GiB = 1024 * MiB
const limit = 5 * GiB

describe('planParts', () => {
  it('has no parts for a file that may be smaller than one', () => {
    expect(planParts(0, limit)).toBeUndefined()
    expect(planParts(5 * MiB + maxTrailerBytes - 1, limit)).toBeUndefined()
    expect(planParts(5 * MiB + maxTrailerBytes, limit)).toEqual({ partBytes: 5 * MiB, partCount: 1 })
  })

  it('plans equal parts that certainly arrive, and little after them', () => {
    for (let left = 5 * MiB + maxTrailerBytes; left < 12 * GiB; left = Math.floor(left * 1.07) + 1) {
      const { partBytes = 0, partCount = 0 } = planParts(left, limit) ?? {}
      const rest = left - partBytes * partCount
      expect([left, partBytes >= 5 * MiB, partBytes <= 16 * MiB]).toEqual([left, true, true])
      expect([left, rest >= maxTrailerBytes, rest < maxTrailerBytes + partCount]).toEqual([left, true, true])
    }
  })

  it('plans larger parts where a file would have too many, and smaller ones for a store that needs them', () => {
    const huge = planParts(1024 * GiB, limit)
    expect(huge?.partCount).toBeLessThan(10_000)
    expect(planParts(100 * MiB, 10 * MiB)?.partBytes).toBeLessThanOrEqual(10 * MiB)
    expect(planParts(100 * MiB, 5 * MiB)?.partBytes).toBeGreaterThanOrEqual(5 * MiB)
  })
})
