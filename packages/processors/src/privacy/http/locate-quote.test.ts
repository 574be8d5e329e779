import { describe, expect, it } from 'vitest'
import { locateQuote } from './locate-quote.ts'

function places(text: string, quote: string): string[] {
  return locateQuote(text, quote).map(({ start, end }) => text.slice(start, end))
}

describe('a quote', () => {
  it('is found at every place, whatever the case, blanks and apostrophes', () => {
    expect(places('Anna and ANNA and anna’s', 'Anna')).toEqual(['Anna', 'ANNA', 'anna'])
    expect(places('Anna\n  Berg came', 'Anna Berg')).toEqual(['Anna\n  Berg'])
    expect(places('O’Neil', "O'Neil")).toEqual(['O’Neil'])
  })

  it('is found as whole words only', () => {
    expect(places('in 1934 I was 34', '34')).toEqual(['34'])
    expect(places('Annabel', 'Anna')).toEqual([])
  })

  it('is text and no pattern', () => {
    expect(places('a.b (c) [d] $1 a+b', 'a.b (c) [d] $1 a+b')).toHaveLength(1)
    expect(places('axb', 'a.b')).toEqual([])
    expect(places('anything', '.*')).toEqual([])
  })

  it('that does not occur, or is empty, is nowhere', () => {
    expect(places('Anna', 'Bob')).toEqual([])
    expect(places('Anna', '  ')).toEqual([])
  })
})
