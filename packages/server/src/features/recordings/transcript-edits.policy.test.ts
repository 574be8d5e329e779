import { findPattern } from '@inlet/contract/workspace'
import { describe, expect, it } from 'vitest'
import { addsLabels, changeAroundLabels, keepsLabels } from './redaction-labels.policy.ts'
import { oneLine, replaceText } from './replace-text.policy.ts'
import { overlaps, toRanges } from './speaker-ranges.policy.ts'

describe('labels of redacted words', () => {
  it.each([
    ['I am [name] from [location]', 'I am [name], from [location].', true],
    ['I am [name] from [location]', 'I am [name] from Rome', false],
    ['I am [name]', 'I am Maria', false],
    ['[name] and [phone]', '[phone] and [name]', false],
    ['[name] and [name]', '[name]', false],
    ['I am Maria', 'I am [name]', true],
    ['[social-security-number]', '[social security number]', false],
  ])('%j to %j keeps them: %j', (before, after, isKept) => {
    expect(keepsLabels(before, after)).toBe(isKept)
  })

  it('are added by people', () => {
    expect(addsLabels('I am Maria', 'I am [name]')).toBe(true)
    expect(addsLabels('I am [name]', 'I was [name]')).toBe(false)
  })

  it('are not part of a change around them', () => {
    const upper = changeAroundLabels('my [name] is a name', (part) => part.replaceAll('name', 'word'))
    expect(upper).toBe('my [name] is a word')
  })
})

describe('find and replace', () => {
  const replace = (text: string, find: string, replacement: string, options = {}) =>
    replaceText(text, findPattern({ find, ...options }), replacement)

  it('ignores case unless asked, and counts matches', () => {
    expect(replace('The export. the EXPORT', 'export', 'import')).toEqual({
      text: 'The import. the import',
      matchCount: 2,
    })
    expect(replace('Export export', 'export', 'import', { match_case: true }).matchCount).toBe(1)
  })

  it('finds whole words only on request, in any script', () => {
    expect(replace('cat catalog', 'cat', 'dog').text).toBe('dog dogalog')
    expect(replace('cat catalog cat', 'cat', 'dog', { whole_words: true }).text).toBe('dog catalog dog')
    expect(replace('да дал', 'да', 'нет', { whole_words: true }).text).toBe('нет дал')
  })

  it('takes both texts literally', () => {
    expect(replace('a.b a-b (a|b) [x]', 'a.b', '$&').text).toBe('$& a-b (a|b) [x]')
    for (const find of ['a-b', '(a|b)', '[x]', '\\', '/', '^', '{2}', '*+?'])
      expect(replace(`before ${find} after`, find, 'x').text, find).toBe('before x after')
  })

  it('finds words across any white space', () => {
    expect(replace('one two', 'one  two', 'x').matchCount).toBe(1)
  })

  it('leaves one space between words', () => {
    expect(oneLine('  a \n b\tc ')).toBe('a b c')
  })
})

describe('ranges of lines', () => {
  it('join neighbours with the same name', () => {
    const names = ['A', 'A', null, 'B', 'B'].map((name, number) => ({ number, name }))
    expect(toRanges([...names, { number: 9, name: 'B' }])).toEqual([
      { first: 0, last: 1, name: 'A' },
      { first: 2, last: 2, name: null },
      { first: 3, last: 4, name: 'B' },
      { first: 9, last: 9, name: 'B' },
    ])
  })

  it('overlap if they share a line', () => {
    expect(
      overlaps([
        { first: 4, last: 6 },
        { first: 0, last: 3 },
      ]),
    ).toBe(false)
    expect(
      overlaps([
        { first: 3, last: 6 },
        { first: 0, last: 3 },
      ]),
    ).toBe(true)
  })
})
