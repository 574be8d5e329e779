import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutPiece, pauseNearMiddle, pieceOf, voiceWithin } from './piece.ts'

const piece = {
  startMs: 0,
  endMs: 80_000,
  voiceMs: [
    [300, 20_000],
    [21_000, 35_000],
    [37_000, 70_000],
    [70_400, 79_700],
  ] as const,
}

it('is voice with padding, within its chunk', () => {
  expect(pieceOf({ startMs: 1000, endMs: 9000, voiceMs: [[5000, 6000]] })).toMatchObject({
    startMs: 4700,
    endMs: 6300,
  })
  const whole = pieceOf({ startMs: 1000, endMs: 9000, voiceMs: [[1100, 9000]] })
  expect(whole).toMatchObject({ startMs: 1000, endMs: 9000 })
  expect(pieceOf({ startMs: 1000, endMs: 9000, voiceMs: [] })).toBeNull()
})

it('is cut at the pause nearest to its middle, if there is one', () => {
  expect(pauseNearMiddle(piece)).toBe(36_000)
  expect(pauseNearMiddle({ ...piece, voiceMs: [piece.voiceMs[0]] })).toBeNull()
  expect(pauseNearMiddle({ ...piece, voiceMs: [piece.voiceMs[2], piece.voiceMs[3]] })).toBeNull()
})

it('keeps all its voice when it is cut, anywhere', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 79_999 }), (cutMs) => {
      const halves = cutPiece(piece, cutMs)
      const voiced = (voiceMs: readonly (readonly [number, number])[]) =>
        voiceMs.reduce((sum, [start, end]) => sum + end - start, 0)
      expect(voiced(halves.flatMap((half) => half.voiceMs))).toBe(voiced(piece.voiceMs))
      for (const half of halves) {
        expect(half.startMs).toBeLessThanOrEqual(half.voiceMs[0]?.[0] ?? -1)
        expect(half.endMs).toBeGreaterThanOrEqual(half.voiceMs.at(-1)?.[1] ?? -1)
        expect(half.endMs - half.startMs).toBeLessThan(80_000)
      }
    }),
  )
})

it('drops a half without voice', () => {
  expect(cutPiece({ ...piece, voiceMs: [[300, 20_000]] }, 40_000)).toEqual([
    { startMs: 0, endMs: 20_300, voiceMs: [[300, 20_000]] },
  ])
})

it('returns the voice between two times', () => {
  expect(voiceWithin(piece, 19_000, 22_000)).toEqual([
    [19_000, 20_000],
    [21_000, 22_000],
  ])
  expect(voiceWithin(piece, 20_200, 20_300)).toEqual([[20_200, 20_300]])
})
