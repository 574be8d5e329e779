import { describe, expect, it } from 'vitest'
import { layOutPages, nextZoom, pageAt, pageGap } from './page-layout.ts'

const first = { width: 600, height: 800 }

describe('page layout', () => {
  it('assumes unknown pages have the size of the first', () => {
    const sizes = new Map([[2, { width: 800, height: 400 }]])
    const { boxes, height } = layOutPages({ count: 3, first, sizes, zoom: 'fit', room: 600 })
    expect(boxes.map((box) => box.height)).toEqual([800, 300, 800])
    expect(boxes.map((box) => box.top)).toEqual([pageGap, pageGap * 2 + 800, pageGap * 3 + 1100])
    expect(height).toBe(1900 + pageGap * 4)
  })

  it('limits the width on wide screens and shows actual size on request', () => {
    const wide = { count: 1, first, sizes: new Map(), room: 2000 }
    expect(layOutPages({ ...wide, zoom: 'fit' }).width).toBe(900)
    expect(layOutPages({ ...wide, zoom: 1 }).width).toBe(800)
  })

  it('finds the current page for a scroll position', () => {
    const layout = layOutPages({ count: 1000, first, sizes: new Map(), zoom: 'fit', room: 600 })
    expect(pageAt(layout, 0, 900)).toBe(1)
    expect(pageAt(layout, layout.boxes[799]?.top ?? 0, 900)).toBe(800)
    expect(pageAt(layout, layout.height, 900)).toBe(1000)
  })

  it('zooms in steps and stops at the limits', () => {
    expect(nextZoom(1, 1)).toBe(1.1)
    expect(nextZoom(1.07, -1)).toBe(1)
    expect(nextZoom(4, 1)).toBe(4)
    expect(nextZoom(0.25, -1)).toBe(0.25)
  })
})
