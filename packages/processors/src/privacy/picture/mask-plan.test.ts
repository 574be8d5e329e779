import { describe, expect, it } from 'vitest'
import type { Box } from './boxes.ts'
import { dropDoubles, overlapOf } from './boxes.ts'
import { coverRate, drawCover, planCover } from './mask-plan.ts'
import { coverSize, fittedSize, readShownSize } from './picture-size.ts'
import { findLines } from './text-detector.ts'

const face = (x: number): Box => ({ x0: x, y0: 0.4, x1: x + 0.1, y1: 0.6 })
const isCovered = (cover: readonly Box[] | undefined, box: Box) =>
  (cover ?? []).some(
    (each) => each.x0 <= box.x0 && each.y0 <= box.y0 && each.x1 >= box.x1 && each.y1 >= box.y1,
  )

describe('face masks', () => {
  it('extend beyond the face', () => {
    const cover = planCover([[face(0.5)]], [], 1)
    const { x0 = 0, y0 = 0, x1 = 0, y1 = 0 } = cover[0]?.[0] ?? {}
    expect([x0, y0, x1, y1].map((side) => side.toFixed(3))).toEqual(['0.465', '0.330', '0.635', '0.670'])
  })

  it('follow a moving face and cover its path between two samples', () => {
    const samples = Array.from({ length: 10 }, (_, i) => [face(0.1 + i * 0.05)])
    const cover = planCover(samples, [], 10)
    for (let i = 0; i < 9; i += 1) {
      expect(isCovered(cover[i], face(0.1 + i * 0.05))).toBe(true)
      expect(isCovered(cover[i], face(0.1 + (i + 1) * 0.05))).toBe(true)
    }
  })

  it('start before a face is first seen and stay where it is lost', () => {
    const samples: Box[][] = Array.from({ length: 40 }, () => [])
    samples[10] = [face(0.5)]
    samples[16] = [face(0.52)]
    const cover = planCover(samples, [], 40)
    for (let i = 10 - coverRate / 2; i <= 16 + coverRate; i += 1)
      expect(isCovered(cover[i], face(0.51)), `at ${i}`).toBe(true)
    expect(cover[0]).toEqual([])
    expect(cover[39]).toEqual([])
  })
})

describe('text masks', () => {
  it('last from the previous sample to the next', () => {
    const name = { x0: 0.1, y0: 0.9, x1: 0.3, y1: 0.95 }
    const cover = planCover([], [[], [name], []], 64)
    expect(isCovered(cover[0], name)).toBe(true)
    expect(isCovered(cover[32], name)).toBe(true)
    expect(cover[34]).toEqual([])
  })
})

describe('drawing a mask', () => {
  it('covers every pixel that a box touches', () => {
    const picture = drawCover([{ x0: 0.11, y0: 0.11, x1: 0.19, y1: 0.31 }], 10, 10)
    const white = [...picture.entries()].filter(([, value]) => value === 255).map(([at]) => at)
    expect(white).toEqual([11, 21, 31])
  })
})

describe('suppressing boxes', () => {
  it('keeps one box per face', () => {
    const found = [
      { ...face(0.5), score: 0.8 },
      { ...face(0.51), score: 0.9 },
      { ...face(0.1), score: 0.7 },
    ]
    expect(dropDoubles(found, 0.4).map(({ score }) => score)).toEqual([0.9, 0.7])
    expect(overlapOf(face(0.1), face(0.5))).toBe(0)
  })
})

describe('picture sizes', () => {
  it('are read as players display them', () => {
    expect(readShownSize('YUV4MPEG2 W720 H576 F25:1 Ip A16:15 C420jpeg')).toEqual({ width: 768, height: 576 })
    expect(readShownSize('')).toBeNull()
  })

  it('fit into 1080p in portrait and landscape', () => {
    expect(fittedSize({ width: 3840, height: 2160 })).toEqual({ width: 1920, height: 1080 })
    expect(fittedSize({ width: 1080, height: 1921 })).toEqual({ width: 1078, height: 1920 })
    expect(coverSize({ width: 1280, height: 722 })).toEqual({ width: 160, height: 91 })
  })
})

describe('text lines', () => {
  it('are connected pixels with a margin', () => {
    const chances = new Float32Array(100 * 40)
    for (let y = 10; y < 18; y += 1) for (let x = 20; x < 60; x += 1) chances[y * 100 + x] = 0.9
    chances[3] = 0.9
    const [line, ...rest] = findLines(chances, 100, 40)
    expect(rest).toEqual([])
    expect(line?.x0).toBeLessThan(0.2)
    expect(line?.y1).toBeGreaterThan(18 / 40)
  })
})
