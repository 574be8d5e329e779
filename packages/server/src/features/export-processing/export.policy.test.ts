import { describe, expect, it } from 'vitest'
import { extensionOfType, isCompressible, nothingOmitted, safeExtension } from './export.policy.ts'

describe('paths of an export', () => {
  it.each([
    ['a.PDF', 'pdf'],
    ['a.b.docx', 'docx'],
    ['no-extension', 'bin'],
    ['a.d/../x', 'bin'],
    ['a.toolong', 'bin'],
    ['a.é', 'bin'],
    ['a.', 'bin'],
  ])('%s ends with .%s', (name, extension) => {
    expect(safeExtension(name)).toBe(extension)
  })

  it('have the extension of a derived file from its type', () => {
    expect(extensionOfType('video/mp4; codecs="avc1"')).toBe('mp4')
    expect(extensionOfType('image/webp')).toBe('webp')
    expect(extensionOfType('text/html')).toBe('bin')
  })
})

describe('compression', () => {
  it('is for texts and tables, not for media', () => {
    expect(isCompressible('surveys/1/responses.csv')).toBe(true)
    expect(isCompressible('files/1/rendition.mp4')).toBe(false)
    expect(isCompressible('files/1/original.docx')).toBe(false)
  })
})

it('counts every reason from 0', () => {
  expect(new Set(Object.values(nothingOmitted()))).toEqual(new Set([0]))
})
