import { describe, expect, it } from 'vitest'
import { locateQuote } from './locate-quote.ts'

function places(text: string, quote: string): string[] {
  return locateQuote(text, quote).map(({ start, end }) => text.slice(start, end))
}

describe('locateQuote', () => {
  it('finds every occurrence, ignoring case, white space and apostrophe style', () => {
    expect(places('Anna and ANNA and anna’s', 'Anna')).toEqual(['Anna', 'ANNA', 'anna'])
    expect(places('Anna\n  Berg came', 'Anna Berg')).toEqual(['Anna\n  Berg'])
    expect(places('O’Neil', "O'Neil")).toEqual(['O’Neil'])
  })

  it('matches whole words only', () => {
    expect(places('in 1934 I was 34', '34')).toEqual(['34'])
    expect(places('Annabel', 'Anna')).toEqual([])
  })

  it('treats the quote as text, not as a pattern', () => {
    expect(places('a.b (c) [d] $1 a+b', 'a.b (c) [d] $1 a+b')).toHaveLength(1)
    expect(places('axb', 'a.b')).toEqual([])
    expect(places('anything', '.*')).toEqual([])
  })

  it('returns nothing for an empty quote or one that does not occur', () => {
    expect(places('Anna', 'Bob')).toEqual([])
    expect(places('Anna', '  ')).toEqual([])
  })
})
