import { describe, expect, it } from 'vitest'
import { bytesOfPart, findMissingParts, isPartOf, partsOf, planParts } from './multipart.policy.ts'

const MiB = 1024 ** 2
const GiB = 1024 ** 3

describe('planParts', () => {
  it.each([
    [1, 16 * MiB, 1],
    [16 * MiB, 16 * MiB, 1],
    [16 * MiB + 1, 16 * MiB, 2],
    [16_000 * MiB, 16 * MiB, 1000],
    [16_000 * MiB + 1, 17 * MiB, 942],
    [10 * GiB, 16 * MiB, 640],
    [5000 * GiB, 5 * GiB, 1000],
  ])('divides %d bytes into parts of %d', (sizeBytes, partSize, partCount) => {
    expect(planParts(sizeBytes)).toEqual({ sizeBytes, partSize, partCount })
  })

  it('refuses a file that needs parts over 5 GiB', () => {
    expect(planParts(5000 * GiB + 1)).toBeUndefined()
  })

  it('covers every byte exactly once', () => {
    for (const size of [1, 5 * MiB, 16 * MiB, 33 * MiB + 7, 17_001 * MiB + 3]) {
      const plan = planParts(size)
      if (!plan) throw new Error('no plan')
      expect(partsOf(plan).reduce((sum, { bytes }) => sum + bytes, 0)).toBe(size)
      expect(bytesOfPart(plan, plan.partCount)).toBeGreaterThan(0)
    }
  })
})

describe('findMissingParts', () => {
  const plan = { sizeBytes: 25, partSize: 10, partCount: 3 }

  it('names the parts that are absent or have another length', () => {
    expect(findMissingParts(plan, [])).toEqual([1, 2, 3])
    expect(
      findMissingParts(plan, [
        { number: 1, bytes: 10 },
        { number: 2, bytes: 11 },
        { number: 3, bytes: 5 },
      ]),
    ).toEqual([2])
    expect(findMissingParts(plan, partsOf(plan))).toEqual([])
  })

  it('knows which numbers exist', () => {
    expect([0, 1, 3, 4, 1.5].map((number) => isPartOf(plan, number))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
})
