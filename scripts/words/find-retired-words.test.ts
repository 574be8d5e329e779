import { describe, expect, it } from 'vitest'
import { findRetiredWords, unreleasedPart } from './find-retired-words.ts'

const texts = (text: string) => findRetiredWords(text).map((found) => found.text)

describe('findRetiredWords', () => {
  it('reports a planted phrase with its line and the word to use', () => {
    expect(findRetiredWords('Line one.\nThe job was given up.\n')).toEqual([
      { line: 2, text: 'given up', use: 'failed, abandoned or dead letter' },
    ])
  })

  it('finds a phrase that runs over a line break and a comment marker', () => {
    expect(texts('/**\n * Requirements that need a hand\n * in the database.\n */')).toHaveLength(1)
    expect(texts('# a recording that was given\n# up')).toHaveLength(1)
  })

  it('finds names in code as whole identifiers only', () => {
    expect(texts('await takeTurn(client)')).toEqual(['takeTurn'])
    expect(texts('await takeTurns(client)')).toEqual([])
  })

  it('finds a label as a whole string or text node, and not in a sentence', () => {
    expect(texts('<IconButton label="Larger" />')).toEqual(['Larger'])
    expect(texts('<b>Works</b>')).toEqual(['Works'])
    expect(texts('  <Button>\n    More ways\n  </Button>')).toEqual(['More ways'])
    expect(texts('Larger files take longer. It works. Found 3 files.')).toEqual([])
  })

  it('accepts the words that replaced them', () => {
    expect(texts('A failed job becomes a dead letter. Previous page. Fix the file and retry.')).toEqual([])
    expect(texts('Clients give up after 10 attempts; the recommended value is 5.')).toEqual([])
  })
})

describe('unreleasedPart', () => {
  it('leaves out the sections of released versions', () => {
    expect(unreleasedPart('# Changelog\n\n## [Unreleased]\n\n- new\n\n## [0.1.0]\n\n- old\n')).toBe(
      '# Changelog\n\n## [Unreleased]\n\n- new\n\n',
    )
    expect(unreleasedPart('# Changelog\n\n## [Unreleased]\n\n- new\n')).toContain('- new')
  })
})
