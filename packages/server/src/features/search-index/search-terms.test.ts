import { describe, expect, it } from 'vitest'
import { contentTerms, dictionariesOf, highlightedWords, someForms, termOf } from './search-terms.ts'

const term = (word: string, ...lexemes: string[]) => termOf(word, [{ lexemes }])

describe('a search term', () => {
  it('has the beginning that its forms share', () => {
    expect(term('interviews', 'interview').stems).toEqual(['interview'])
    expect(term('study', 'studi').stems).toEqual(term('studies', 'studi').stems)
  })

  it('has one stem per language, and none that is too short', () => {
    const word = termOf('operations', [{ lexemes: ['oper'] }, { lexemes: ['operation'] }, { lexemes: null }])
    expect(word).toEqual({ word: 'operations', stems: ['oper', 'operation'], isStopWord: false })
    expect(term('cars', 'car').stems).toEqual([])
  })

  it('is a stop word if one of the languages says so', () => {
    expect(termOf('the', [{ lexemes: ['the'] }, { lexemes: [] }]).isStopWord).toBe(true)
  })
})

describe('terms', () => {
  const terms = [term('slow', 'slow'), term('the'), term('exports', 'export')]

  it('are relaxed to those that say something, in pairs or alone', () => {
    const content = contentTerms(terms)
    expect(content.map(({ word }) => word)).toEqual(['exports', 'slow'])
    expect(someForms(content, 1)).toBe("('exports' | 'export':*) | ('slow' | 'slow':*)")
    expect(someForms(content, 2)).toBe("(('exports' | 'export':*) & ('slow' | 'slow':*))")
  })

  it('are highlighted in all forms', () => {
    expect(highlightedWords(contentTerms(terms))).toBe('exports export slow slow')
  })
})

it('the dictionaries are those of the languages, each once', () => {
  expect(dictionariesOf(['en-US', 'en-GB', 'pt-BR', 'ja-JP'])).toEqual(['english_stem', 'portuguese_stem'])
})
