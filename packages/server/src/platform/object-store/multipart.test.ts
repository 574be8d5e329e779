import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minPartBytes, planParts } from './multipart.ts'

describe('planParts', () => {
  it('covers every byte once, in parts of one size that a store accepts', () => {
    const sizes = fc.oneof(fc.nat(), fc.bigInt(0n, 5n * 1024n ** 4n).map(Number))
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 1024 ** 3 }), (bytes, preferred) => {
        const parts = planParts(bytes, preferred)
        expect(parts.length).toBeLessThanOrEqual(10_000)
        expect(parts[0]?.start).toBe(0)
        expect(parts.at(-1)?.end).toBe(bytes - 1)
        const size = (parts[0]?.end ?? 0) + 1
        if (parts.length > 1) expect(size).toBeGreaterThanOrEqual(minPartBytes)
        for (const [i, { number, start, end }] of parts.entries()) {
          if (number !== i + 1 || start !== i * size) throw new Error(`part ${i} starts at ${start}`)
          if (i < parts.length - 1 && end !== start + size - 1) throw new Error(`part ${i} has another size`)
        }
      }),
      { numRuns: 200 },
    )
  })
})
