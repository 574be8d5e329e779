import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePointOffsets } from './code-points.ts'

it('converts offsets counted in code points, as Python counts them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (text) => {
      const offsetOf = codePointOffsets(text)
      const points = Array.from(text, (sign) => sign.length)
      let offset = 0
      for (const [index, length] of points.entries()) {
        expect(offsetOf(index)).toBe(offset)
        offset += length
      }
      expect(offsetOf(points.length)).toBe(text.length)
      expect(offsetOf(points.length + 1)).toBeNull()
    }),
  )
  const offsetOf = codePointOffsets('😀a')
  expect([offsetOf(-1), offsetOf(0.5), offsetOf(Number.NaN), offsetOf(1), offsetOf(2)]).toEqual([
    null,
    null,
    null,
    2,
    3,
  ])
})
