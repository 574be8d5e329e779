import { symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeFolder } from '../../test/folder.ts'
import { type FindOptions, findFiles } from './find-files.ts'
import { expandBraces, parseGlob } from './globs.ts'

async function found(folder: string, paths: string[], options: FindOptions = {}) {
  const result = await findFiles(
    paths.map((path) => join(folder, path)),
    options,
  )
  return {
    ...result,
    names: result.files.map(({ path }) => relative(folder, path)),
    reasons: result.skipped.map(({ reason }) => reason),
  }
}

describe('finding files', () => {
  it('searches recursively, in natural order, and skips hidden files', async () => {
    const folder = await makeFolder({
      'file-10.txt': '',
      'file-2.txt': '',
      'b/deep/er/x.mp3': '',
      '.hidden/y.txt': '',
      'b/.secret.txt': '',
    })
    const { names, hidden } = await found(folder, ['.'])
    expect(names).toEqual(['b/deep/er/x.mp3', 'file-2.txt', 'file-10.txt'])
    expect(hidden).toBe(2)
  })

  it('returns each file once, even if several paths lead to it', async () => {
    const folder = await makeFolder({ 'a/one.txt': '', 'a/two.txt': '' })
    const { names } = await found(folder, ['a/two.txt', 'a', 'a/*.txt'])
    expect(names).toEqual(['a/two.txt', 'a/one.txt'])
  })

  it('applies .inletignore, deeper files first, and --ignore', async () => {
    const folder = await makeFolder({
      '.inletignore': 'drafts/\n*.bak.txt\n# a comment\n!kept.bak.txt\n',
      'a.txt': '',
      'a.bak.txt': '',
      'kept.bak.txt': '',
      'drafts/x.txt': '',
      'sub/.inletignore': '!b.bak.txt\nprivate.txt\n',
      'sub/b.bak.txt': '',
      'sub/private.txt': '',
      'other/private.txt': '',
      'other/z.wav': '',
    })
    const { names, ignored } = await found(folder, ['.'], { ignore: ['*.wav', 'other/private.txt'] })
    expect(names).toEqual(['a.txt', 'kept.bak.txt', 'sub/b.bak.txt'])
    expect(ignored).toBe(5)
  })

  it('imports a hidden file that is named on the command line', async () => {
    const folder = await makeFolder({ '.notes.txt': '' })
    expect((await found(folder, ['.notes.txt'])).names).toEqual(['.notes.txt'])
  })

  it('follows links only with --follow-links, and never in a cycle', async () => {
    const folder = await makeFolder({ 'real/a.txt': '', 'in/b.txt': '' })
    await symlink(join(folder, 'real'), join(folder, 'in/link'))
    await symlink(join(folder, 'in'), join(folder, 'in/circle'))
    await symlink(join(folder, 'nowhere'), join(folder, 'in/broken'))
    const usual = await found(folder, ['in'])
    expect(usual.names).toEqual(['in/b.txt'])
    expect(usual.reasons).toHaveLength(3)
    const followed = await found(folder, ['in'], { followLinks: true })
    expect(followed.names).toEqual(['in/b.txt', 'in/link/a.txt'])
    expect(followed.reasons.sort()).toEqual(['cannot be read', 'is a link to one of its parent folders'])
  })

  it('expands patterns that the shell did not', async () => {
    const folder = await makeFolder({
      'day-1/a.mp3': '',
      'day-1/x/b.wav': '',
      'day-2/c.mp3': '',
      'night/d.mp3': '',
      'day-1/e.txt': '',
    })
    expect((await found(folder, ['day-*/**/*.{mp3,wav}'])).names).toEqual([
      'day-1/a.mp3',
      'day-1/x/b.wav',
      'day-2/c.mp3',
    ])
    expect((await found(folder, ['*/a.mp3'])).names).toEqual(['day-1/a.mp3'])
    await expect(found(folder, ['*.pdf'])).rejects.toThrow('No files match')
  })

  it('says which path does not exist', async () => {
    const folder = await makeFolder()
    await expect(found(folder, ['nothing'])).rejects.toMatchObject({ exitCode: 2, message: /does not exist/ })
  })
})

describe('patterns', () => {
  it('split off the folder to search', () => {
    expect(parseGlob('a/b/*.txt').folder).toBe('a/b')
    expect(parseGlob('*.txt').folder).toBe('.')
    expect(parseGlob('/srv/*.txt').folder).toBe('/srv')
    expect(parseGlob('/*.txt').folder).toBe('/')
  })

  it('match only from that folder on', () => {
    const { matches } = parseGlob('*.txt')
    expect([matches('a.txt'), matches('sub/a.txt')]).toEqual([true, false])
  })

  it('expand braces, including nested ones', () => {
    expect(expandBraces('{a,b{1,2}}.txt')).toEqual(['a.txt', 'b1.txt', 'a.txt', 'b2.txt'])
    expect(expandBraces('x{1}.txt')).toEqual(['x{1}.txt'])
  })
})
