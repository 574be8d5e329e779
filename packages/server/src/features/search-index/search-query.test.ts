import { describe, expect, it } from 'vitest'
import { findHighlights, toSearchQuery } from './search-query.ts'

const marked = (text: string, query: string) =>
  findHighlights(text, query).map(({ start, end }) => text.slice(start, end))

describe('a search query', () => {
  it('is passed on unchanged, except that characters of unspaced scripts must be adjacent', () => {
    expect(toSearchQuery('slow -export "the team"')).toBe('slow -export "the team"')
    expect(toSearchQuery('検索 fast')).toBe(' "検 索"  fast')
  })

  it('contains nothing that PostgreSQL rejects and has a maximum length', () => {
    expect(toSearchQuery('a\0b\ud800')).toBe('a b\ufffd')
    expect(toSearchQuery('x'.repeat(10_000))).toHaveLength(500)
  })
})

describe('highlights', () => {
  it('mark words that start with a query word, ignoring case', () => {
    expect(marked('Exports are slow. The EXPORT is slowest.', 'export slow')).toEqual([
      'Exports',
      'slow',
      'EXPORT',
      'slowest',
    ])
    expect(marked('reexport', 'export')).toEqual([])
  })

  it('do not mark excluded words', () => {
    expect(marked('slow and quick', 'quick -slow')).toEqual(['quick'])
    expect(marked('a or b', 'a or b')).toEqual(['a', 'b'])
  })

  it('work in unspaced scripts', () => {
    expect(marked('新しい検索機能が便利です', '検索')).toEqual(['検索'])
  })

  it('treat the text as plain text', () => {
    expect(marked('What? (really) a.b', 'a.b (what)')).toEqual(['What', 'a', 'b'])
    expect(findHighlights('nothing', '  ')).toEqual([])
  })
})
