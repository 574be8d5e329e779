import { describe, expect, it } from 'vitest'
import { createBodyReader, toExcerpt } from './response-excerpt.ts'

describe('toExcerpt', () => {
  it('drops a character that the cut leaves incomplete', () => {
    expect(toExcerpt(Buffer.from('aé😀').subarray(0, 2))).toBe('a')
    expect(toExcerpt(Buffer.from('aé😀').subarray(0, 6))).toBe('aé')
    expect(toExcerpt(Buffer.from('aé😀'))).toBe('aé😀')
  })

  it('replaces control characters, but keeps line breaks and tabs', () => {
    expect(toExcerpt(Buffer.from('a\0b\x1b[31m\r\n\tc\x7f\u0085\u202ed\u2066'))).toBe('a b [31m \n\tc   d ')
  })

  it('has at most as many characters as bytes', () => {
    const bytes = Buffer.from(Array.from({ length: 1024 }, (_, i) => (i * 7) % 256))
    expect(toExcerpt(bytes).length).toBeLessThanOrEqual(1024)
    expect(toExcerpt(bytes).isWellFormed()).toBe(true)
  })
})

describe('createBodyReader', () => {
  it('returns the first KiB', () => {
    const reader = createBodyReader()
    expect(reader.start()).toHaveLength(0)
    expect(reader.add(Buffer.alloc(1_000, 'a'))).toBe('continue')
    expect(reader.add(Buffer.alloc(1_000, 'b'))).toBe('continue')
    expect(Buffer.from(reader.start()).toString()).toBe('a'.repeat(1_000) + 'b'.repeat(24))
  })

  it('has enough after 64 KiB', () => {
    const reader = createBodyReader()
    for (let i = 0; i < 63; i += 1) expect(reader.add(Buffer.alloc(1024))).toBe('continue')
    expect(reader.add(Buffer.alloc(1024))).toBe('enough')
    expect(reader.start()).toHaveLength(1024)
  })
})
