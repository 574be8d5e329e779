import { describe, expect, it } from 'vitest'
import {
  clipText,
  excerptOf,
  fitRows,
  maxPassageChars,
  maxResultChars,
  splitText,
} from './passages.policy.ts'

const spanOf = (text: string, { start, end }: { start: number; end: number }) =>
  Array.from(text).slice(start, end).join('')

describe('passages', () => {
  it('keep a short text whole and count code points', () => {
    expect(splitText('a👩‍🚀é')).toEqual([{ start: 0, end: 5, text: 'a👩‍🚀é' }])
    expect(splitText('')).toEqual([{ start: 0, end: 0, text: '' }])
  })

  it('split a long text without losing or repeating a character', () => {
    const text = '𝒳é'.repeat(maxPassageChars)
    const spans = splitText(text)
    expect(spans).toHaveLength(2)
    expect(spans.map(({ text: piece }) => piece).join('')).toBe(text)
    for (const span of spans) expect(span.text).toBe(spanOf(text, span))
    expect(splitText(text, maxPassageChars)).toEqual(spans.slice(1))
    expect(splitText(text, 2 * maxPassageChars)).toEqual([])
  })

  it('are clipped between characters', () => {
    expect(clipText('👍👍👍', 2)).toBe('👍👍')
    expect(clipText('ab', 2)).toBe('ab')
  })
})

describe('rows that fit', () => {
  it('never exceed a result', () => {
    const rows = Array.from({ length: 500 }, (_, i) => ({ i, text: '\u0001'.repeat(i) }))
    const fitting = fitRows(rows)
    expect(fitting.length).toBeGreaterThan(100)
    expect(fitting.length).toBeLessThan(500)
    expect(JSON.stringify(fitting).length).toBeLessThan(maxResultChars)
  })

  it('include the largest passage there can be', () => {
    const largest = { text: '\u0001'.repeat(maxPassageChars) }
    expect(fitRows([largest, largest])).toEqual([largest])
    expect(JSON.stringify(largest).length).toBeLessThan(maxResultChars)
  })
})

describe('excerpts', () => {
  const words = Array.from({ length: 2_000 }, (_, i) => `𝒲ord${i}`).join(' ')

  it('equal their span and contain the match', () => {
    for (const word of ['𝒲ord0', '𝒲ord777', '𝒲ord1999']) {
      const start = words.indexOf(word)
      const span = excerptOf(words, { start, end: start + word.length })
      expect(span.text).toContain(word)
      expect(span.text).toBe(spanOf(words, span))
      expect(span.text.length).toBeLessThan(700)
    }
  })

  it('are the beginning without a match, and the whole of a short text', () => {
    expect(excerptOf(words, undefined).start).toBe(0)
    expect(excerptOf('Short.', undefined)).toEqual({ start: 0, end: 6, text: 'Short.' })
    const unspaced = '漢'.repeat(5_000)
    expect(excerptOf(unspaced, { start: 4_000, end: 4_001 }).text).toHaveLength(600)
  })
})
