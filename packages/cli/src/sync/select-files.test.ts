import { describe, expect, it } from 'vitest'
import { type FileRules, selectFiles } from './select-files.ts'

const files = (...paths: string[]) =>
  paths.map((path) => ({ path, name: path.split('/').at(-1) ?? '', bytes: 10, modified: 1 }))
const select = (listed: ReturnType<typeof files>, rules: Partial<FileRules> = {}) => {
  const { files: found, ...others } = selectFiles(
    listed,
    { include: [], ignore: [], ...rules },
    (path) => `a:${path}`,
  )
  return { found: found.map(({ path }) => path), ...others }
}

describe('the selection', () => {
  it('leaves out hidden files and files in hidden folders', () => {
    expect(select(files('a.txt', '.b.txt', 'x/.git/c.txt'))).toEqual({
      found: ['a.txt'],
      skipped: [],
      hidden: 2,
      ignored: 0,
    })
  })

  it('applies --include and --ignore as in .gitignore', () => {
    const listed = files('a.mp4', 'x/b.mp4', 'x/c.wav', 'drafts/d.mp4', 'e.txt')
    expect(select(listed, { include: ['*.{mp4,wav}'], ignore: ['drafts/'] }).found).toEqual([
      'a.mp4',
      'x/b.mp4',
      'x/c.wav',
    ])
    expect(select(listed, { include: ['/x/**'] }).found).toEqual(['x/b.mp4', 'x/c.wav'])
    expect(select(listed, { include: ['/x/**'] }).ignored).toBe(3)
  })

  it('says why a file is skipped', () => {
    const online = { path: 'notes.docx', name: 'notes.docx', bytes: -1, modified: 1 }
    const { found, skipped } = select([...files('a.csv', 'b.txt', 'b.txt', 'c.heic'), online])
    expect(found).toEqual([])
    expect(skipped.map(({ displayPath, reason }) => `${displayPath} ${reason}`)).toEqual([
      'a:a.csv is a CSV; use "inlet survey import"',
      'a:b.txt has the same name as another file in its folder; rename one of them',
      'a:b.txt has the same name as another file in its folder; rename one of them',
      'a:c.heic .heic is not a supported kind',
      'a:notes.docx has no known size, like a document that exists only online; export it to a file',
    ])
  })
})
