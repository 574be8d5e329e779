import { describe, expect, it } from 'vitest'
import { parseSource, pathIn, sourceMark } from './source.ts'

describe('a source', () => {
  it.each([
    ['archive:2026/interviews', 'archive:2026/interviews', 'archive:2026/interviews', 'archive'],
    ['archive:', 'archive:', 'archive:', 'archive'],
    ['archive:/', 'archive:/', 'archive:/', 'archive'],
    ['archive:a/b//', 'archive:a/b', 'archive:a/b', 'archive'],
    ['my drive:a: b', 'my drive:a: b', 'my drive:a: b', 'my drive'],
    ['inbox/', '/home/anna/inbox', '/home/anna/inbox', undefined],
    ['/srv/a:b', '/srv/a:b', '/srv/a:b', undefined],
    ['./a:b', '/home/anna/a:b', '/home/anna/a:b', undefined],
  ])('%s is read as %s', (given, spec, label, remote) => {
    expect(parseSource(given, '/home/anna')).toEqual({ spec, label, remote })
  })

  it('shows no passwords of a connection string', () => {
    for (const given of [
      ':sftp,host=example.org,pass=s3cret:inbox',
      ':webdav,url="https://anna:s3cret@example.org:8080",pass=\'s3cret\':inbox',
      'archive,pass=s3cret:inbox',
    ]) {
      const source = parseSource(given)
      expect(source.spec).toBe(given)
      expect(source.label).toMatch(/^[:\w]+:inbox$/)
      expect(source.remote).toBeUndefined()
    }
  })

  it('has a mark of its own', () => {
    const marks = ['a:x', 'a:y', 'b:x'].map((given) => sourceMark(parseSource(given)))
    expect(new Set(marks).size).toBe(3)
    expect(sourceMark(parseSource('a:x/'))).toBe(marks[0])
  })

  it('joins paths', () => {
    expect([pathIn('a:', 'b.txt'), pathIn('a:x', 'b.txt'), pathIn('/', 'b.txt')]).toEqual([
      'a:b.txt',
      'a:x/b.txt',
      '/b.txt',
    ])
  })
})
