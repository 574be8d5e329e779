import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extensionsOf, type FileKind, formatOf, maxBytesByKind } from './upload.policy.ts'

const extensions: [FileKind, string][] = [
  ['video', 'mp4 mov avi webm mkv m4v wmv mpeg'],
  ['audio', 'mp3 m4a wav flac ogg aac aiff aif amr'],
  ['document', 'pdf ppt pptx doc docx xls xlsx txt'],
  ['image', 'png jpg jpeg gif bmp tiff webp'],
]

describe('formatOf', () => {
  it.each(extensions.flatMap(([kind, list]) => list.split(' ').map((extension) => ({ kind, extension }))))(
    'recognizes .$extension as $kind in any letter case',
    ({ kind, extension }) => {
      const capital = extension.charAt(0).toUpperCase() + extension.slice(1)
      for (const written of [extension, extension.toUpperCase(), capital])
        expect(formatOf(`Some.name v1.0.${written}`)).toMatchObject({ kind, extension })
    },
  )

  it.each([
    '',
    '.',
    'pdf',
    'a.',
    'a.pdf.',
    'a.pdf ',
    'a.exe',
    'a.pdf.exe',
    'a.constructor',
    'a.__proto__',
    'a.svg',
  ])('does not recognize %j', (name) => {
    expect(formatOf(name)).toBeUndefined()
  })

  it('never throws and accepts only listed extensions', () => {
    const known = extensionsOf(['video', 'audio', 'document', 'image'])
    // UTF-16 units, so that halves of characters are among them.
    const text = fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units))
    const ending = fc.constantFrom('', 'exe', ...known)
    fc.assert(
      fc.property(text, ending, (start, extension) => {
        const format = formatOf(`${start}.${extension}`) ?? formatOf(start)
        expect(format === undefined || known.includes(format.extension)).toBe(true)
      }),
    )
  })
})

describe('extensionsOf', () => {
  it.each(extensions)('lists exactly the extensions of %s', (kind, list) => {
    expect(extensionsOf([kind])).toEqual(list.split(' '))
  })

  it('returns an empty list without a kind', () => {
    expect(extensionsOf([])).toEqual([])
  })
})

describe('maxBytesByKind', () => {
  it('is 10 GiB for audio and video and 500 MiB for other files', () => {
    const [large, small] = [10 * 2 ** 30, 500 * 2 ** 20]
    expect(maxBytesByKind).toEqual({ audio: large, video: large, document: small, image: small })
  })
})
