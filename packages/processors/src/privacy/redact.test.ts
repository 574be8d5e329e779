import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CategoryId } from './categories.ts'
import { allCategories, defaultCategories, isCategoryId, piiCategories } from './categories.ts'
import { redactionLabel, redactText } from './redact-text.ts'
import { redactWords } from './redact-words.ts'
import type { PrivacySpan } from './span.ts'

function span(start: number, end: number, category: CategoryId = 1): PrivacySpan {
  return { start, end, category, confidence: 0.9, source: 'a' }
}

function spanOf(text: string, part: string, category: CategoryId = 1): PrivacySpan {
  const start = text.indexOf(part)
  return span(start, start + part.length, category)
}

/** Words of one second each. */
function speak(text: string) {
  return text.split(' ').map((word, index) => ({
    text: word,
    startMs: index * 1000,
    endMs: index * 1000 + 900,
    isApproximate: false,
  }))
}

describe('categories', () => {
  it('have the ids of the API and include the defaults', () => {
    expect(allCategories).toEqual([1, 2, 3, 4, 5, 7, 10, 11, 13, 17, 18, 19, 20, 21, 22, 23, 24, 25])
    expect(defaultCategories.every((category) => allCategories.includes(category))).toBe(true)
    expect([isCategoryId(6), isCategoryId(25), isCategoryId(Number.NaN)]).toEqual([false, true, false])
  })

  it('have distinct labels of one word', () => {
    const labels = allCategories.map((category) => piiCategories[category].label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const label of labels) expect(label).toMatch(/^[a-z]+(?:-[a-z]+)*$/)
    expect(redactionLabel(3)).toBe('[birth-date]')
  })
})

describe('redactText', () => {
  it('replaces personal data by labels', () => {
    const text = 'I am Anna, 34, from Oslo.'
    const spans = [spanOf(text, 'Oslo', 25), spanOf(text, 'Anna'), spanOf(text, '34', 23)]
    expect(redactText(text, spans)).toBe('I am [name], [age], from [location].')
    expect(redactText(text, [])).toBe(text)
  })

  it('merges overlapping spans under the label of the longest', () => {
    expect(redactText('Paris Hilton', [span(0, 5, 25), span(0, 12, 1)])).toBe('[name]')
    expect(redactText('Anna Berg Oslo', [span(0, 9, 1), span(5, 14, 25)])).toBe('[name]')
  })

  it('leaves no partial word or grapheme', () => {
    expect(redactText('Müller 👍🏽 José', [span(0, 2), span(8, 9), span(14, 15)])).toBe(
      '[name] [name] [name]',
    )
    expect(redactText('👩‍👩‍👧 and Zoë!', [spanOf('👩‍👩‍👧 and Zoë!', 'Zoë')])).toBe('👩‍👩‍👧 and [name]!')
  })

  it('clips spans that exceed the text', () => {
    expect(redactText('Anna', [span(-5, 99)])).toBe('[name]')
    expect(redactText('Anna', [span(7, 9), span(2, 2)])).toBe('Anna')
    expect(redactText('Anna  Berg', [span(4, 6), span(5, 10)])).toBe('Anna  [name]')
  })
})

describe('redactWords', () => {
  it('merges words redacted together and returns their time range', () => {
    const words = speak('so my name is Anna Berg, okay?')
    const { words: redacted, ranges } = redactWords(words, [
      spanOf('so my name is Anna Berg, okay?', 'Anna Berg'),
    ])
    expect(redacted.map((word) => word.text)).toEqual(['so', 'my', 'name', 'is', '[name],', 'okay?'])
    expect(redacted[4]).toEqual({ text: '[name],', startMs: 4000, endMs: 5900, isApproximate: false })
    expect(ranges).toEqual([[4000, 5900]])
  })

  it('keeps words apart that are redacted separately', () => {
    const { words, ranges } = redactWords(speak('Anna Bob left'), [span(0, 4), span(5, 8)])
    expect(words.map((word) => word.text)).toEqual(['[name]', '[name]', 'left'])
    expect(ranges).toEqual([
      [0, 900],
      [1000, 1900],
    ])
  })

  it('handles several ranges within one word and ranges over several words', () => {
    const text = 'call Anna/Bob or 555 0147.'
    const spans = [spanOf(text, 'Anna'), spanOf(text, 'Bob'), spanOf(text, '555 0147', 4)]
    const { words, ranges } = redactWords(speak(text), spans)
    expect(words.map((word) => word.text)).toEqual(['call', '[name]/[name]', 'or', '[phone].'])
    expect(ranges).toEqual([
      [1000, 1900],
      [3000, 4900],
    ])
  })

  it('counts emoji and accents like the text', () => {
    const text = '😀😀 José lives'
    const { words, ranges } = redactWords(speak(text), [spanOf(text, 'José')])
    expect(words.map((word) => word.text)).toEqual(['😀😀', '[name]', 'lives'])
    expect(ranges).toEqual([[1000, 1900]])
  })

  it('accepts word times that overlap or run backwards', () => {
    const words = [
      { text: 'Anna', startMs: 500, endMs: 900 },
      { text: 'Berg', startMs: 400, endMs: 700 },
    ]
    expect(redactWords(words, [span(0, 9)])).toEqual({
      words: [{ text: '[name]', startMs: 400, endMs: 900 }],
      ranges: [[400, 900]],
    })
    expect(redactWords([], [span(0, 9)])).toEqual({ words: [], ranges: [] })
  })

  it('joins to the redacted text, with every redacted word in a range', () => {
    const parts = fc.array(
      fc.constantFrom('Anna', 'Berg,', '😀', 'José', 'x', '(a)', '', "O'Neil's", '12-34', 'ß'),
      { minLength: 1, maxLength: 14 },
    )
    const spans = fc.array(
      fc
        .tuple(fc.nat(70), fc.nat(14), fc.constantFrom<CategoryId[]>(1, 4, 25))
        .map(([start, length, category]) => span(start, start + length, category)),
      { maxLength: 5 },
    )
    fc.assert(
      fc.property(parts, spans, (texts, given) => {
        const text = texts.join(' ')
        const words = texts.map((word, index) => ({
          text: word,
          startMs: index * 1000,
          endMs: index * 1000 + 900,
        }))
        const { words: redacted, ranges } = redactWords(words, given)
        expect(redacted.map((word) => word.text).join(' ')).toBe(redactText(text, given))
        let at = 0
        for (const word of words) {
          const isHit = given.some(
            (each) => Math.max(each.start, at) < Math.min(each.end, at + word.text.length),
          )
          if (isHit)
            expect(ranges.some(([start, end]) => start <= word.startMs && end >= word.endMs)).toBe(true)
          at += word.text.length + 1
        }
      }),
    )
  })
})
