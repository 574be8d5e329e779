import { describe, expect, it } from 'vitest'
import { findWords, wordPattern } from './find-words.ts'

const placesOf = (text: string, query: string) => {
  const pattern = wordPattern(query)
  return pattern ? findWords(text, pattern).map(({ start, end }) => text.slice(start, end)) : undefined
}

describe('findWords', () => {
  it('matches word prefixes regardless of case', () => {
    expect(placesOf('Export, exported; reexport. ÉXport', 'export')).toEqual(['Export', 'export'])
    expect(placesOf('Größe und GRÖSSE', 'grö')).toEqual(['Grö', 'GRÖ'])
  })

  it('matches in scripts without spaces and next to regular expression characters', () => {
    expect(placesOf('これは報告書です', '報告')).toEqual(['報告'])
    expect(placesOf('a+b (c) a.b', '(a+b)')).toEqual(['a', 'b', 'a', 'b'])
  })

  it('has no pattern for a query without letters or digits', () => {
    expect(placesOf('anything', ' … !')).toBeUndefined()
  })
})
