import { describe, expect, it } from 'vitest'
import { fillIn, readBlocks } from './blocks.ts'

describe('readBlocks', () => {
  it('reads blocks with their heading, language and line', () => {
    const guide = ['# A', '', '```sh', 'one \\', '  two', '```', '## B', '```', 'NAME=1', '```', ''].join(
      '\n',
    )
    expect(readBlocks(guide)).toEqual([
      { heading: 'A', language: 'sh', line: 3, text: 'one \\\n  two\n' },
      { heading: 'B', language: '', line: 8, text: 'NAME=1\n' },
    ])
  })

  it('removes the indentation of a block in a list, and no more', () => {
    const guide = ['1. First', '', '   ```sh', '   if a; then', '     b', '   fi', '   ```', ''].join('\n')
    expect(readBlocks(guide)[0]?.text).toBe('if a; then\n  b\nfi\n')
  })

  it('does not mistake a comment in a block for a heading', () => {
    const guide = ['## A', '```sh', '# comment', '```', '```sh', 'b', '```'].join('\n')
    expect(readBlocks(guide).map(({ heading }) => heading)).toEqual(['A', 'A'])
  })

  it('rejects a block that is never closed', () => {
    expect(() => readBlocks('```sh\na\n')).toThrow('starts in line 1')
  })
})

describe('fillIn', () => {
  it('replaces every occurrence of a placeholder', () => {
    expect(fillIn('a X b X', { X: '1' })).toBe('a 1 b 1')
  })
})
