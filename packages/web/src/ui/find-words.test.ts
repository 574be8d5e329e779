import { describe, expect, it } from 'vitest'
import { findWords, wordPattern } from './find-words.ts'

const placesOf = (text: string, query: string) => {
  const pattern = wordPattern(query)
  return pattern ? findWords(text, pattern).map(({ start, end }) => text.slice(start, end)) : undefined
}

describe('words in a text', () => {
  it('are found at the beginning of words, in any case', () => {
    expect(placesOf('Export, exported; reexport. ÉXport', 'export')).toEqual(['Export', 'export'])
    expect(placesOf('Größe und GRÖSSE', 'grö')).toEqual(['Grö', 'GRÖ'])
  })

  it('are found in writing without spaces, and beside signs that mean something in patterns', () => {
    expect(placesOf('これは報告書です', '報告')).toEqual(['報告'])
    expect(placesOf('a+b (c) a.b', '(a+b)')).toEqual(['a', 'b', 'a', 'b'])
  })

  it('are none where nothing but signs was typed', () => {
    expect(placesOf('anything', ' … !')).toBeUndefined()
  })
})
