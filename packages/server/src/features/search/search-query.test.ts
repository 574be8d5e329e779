import { describe, expect, it } from 'vitest'
import { findHighlights, toSearchQuery } from './search-query.ts'

const marked = (text: string, query: string) =>
  findHighlights(text, query).map(({ start, end }) => text.slice(start, end))

describe('what a person types', () => {
  it('goes on as it is, but for writing without spaces, whose characters must stand side by side', () => {
    expect(toSearchQuery('slow -export "the team"')).toBe('slow -export "the team"')
    expect(toSearchQuery('検索 fast')).toBe(' "検 索"  fast')
  })

  it('holds nothing that PostgreSQL refuses, and is not endless', () => {
    expect(toSearchQuery('a\0b\ud800')).toBe('a b\ufffd')
    expect(toSearchQuery('x'.repeat(10_000))).toHaveLength(500)
  })
})

describe('highlights', () => {
  it('are the words that begin like a word of the query, whatever their case', () => {
    expect(marked('Exports are slow. The EXPORT is slowest.', 'export slow')).toEqual([
      'Exports',
      'slow',
      'EXPORT',
      'slowest',
    ])
    expect(marked('reexport', 'export')).toEqual([])
  })

  it('leave out what the query leaves out', () => {
    expect(marked('slow and quick', 'quick -slow')).toEqual(['quick'])
    expect(marked('a or b', 'a or b')).toEqual(['a', 'b'])
  })

  it('are found inside writing without spaces', () => {
    expect(marked('新しい検索機能が便利です', '検索')).toEqual(['検索'])
  })

  it('take the text for text', () => {
    expect(marked('What? (really) a.b', 'a.b (what)')).toEqual(['What', 'a', 'b'])
    expect(findHighlights('nothing', '  ')).toEqual([])
  })
})
