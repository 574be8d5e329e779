import { describe, expect, it } from 'vitest'
import { folderOf, isArchiveBomb, isSafePath, nameOf, versionProblem } from './bundle.policy.ts'

describe('paths in a bundle', () => {
  it.each([
    'manifest.json',
    'files/0198c1d2-0000-4000-8000-000000000000/original.pdf',
    'surveys/0198c1d2-0000-4000-8000-000000000000/media/0198c1d2-0000-4000-8000-000000000001/media.json',
    'surveys/0198c1d2-0000-4000-8000-000000000000/parts/12.csv',
  ])('accepts %s', (path) => expect(isSafePath(path)).toBe(true))

  it.each([
    '../manifest.json',
    '/etc/passwd.txt',
    'files/../../x.json',
    'files/./x.json',
    'files//x.json',
    'C:/x.json',
    'files\\x.json',
    'files/x',
    'files/',
    'Files/x.json',
    'files/x\u0000.json',
    'files/ü.json',
    `${'a/'.repeat(200)}x.json`,
    '',
  ])('refuses %j', (path) => expect(isSafePath(path)).toBe(false))

  it('splits a path into folder and name', () => {
    expect([folderOf('files/a/b.json'), nameOf('files/a/b.json')]).toEqual(['files/a', 'b.json'])
    expect([folderOf('project.json'), nameOf('project.json')]).toEqual(['', 'project.json'])
  })
})

describe('the version of a bundle', () => {
  it.each([
    ['inlet-bundle', '1.0', undefined],
    ['inlet-bundle', '1.7', undefined],
    ['inlet-bundle', '0.9', 'too_old'],
    ['inlet-bundle', '2.0', 'too_new'],
    ['inlet-bundle', 'x', 'not_a_bundle'],
    ['inlet-bundle', 1.0, 'not_a_bundle'],
    ['qdpx', '1.0', 'not_a_bundle'],
    [undefined, undefined, 'not_a_bundle'],
  ])('%s %s: %s', (format, version, problem) => expect(versionProblem(format, version)).toBe(problem))
})

it('calls a large text that was packed to a thousandth an archive bomb', () => {
  expect(isArchiveBomb(1024 ** 3, 1024 ** 2)).toBe(true)
  expect(isArchiveBomb(1024 ** 3, 50 * 1024 ** 2)).toBe(false)
  expect(isArchiveBomb(1024 ** 2, 1024)).toBe(false)
})
