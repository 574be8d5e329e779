import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentDisposition } from './content-disposition.ts'

const form = /^(?:inline|attachment); filename="([^"\\]*)"; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/

const anyName = fc.oneof(
  // UTF-16 code units, so that lone surrogates are included.
  fc.array(fc.nat({ max: 0xffff })).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom('"', '\\', '\r', '\n', ';', '%', "'", '*', '\0', '\u202e', 'é', '😀', 'a'))
    .map((parts) => parts.join('')),
)

describe('contentDisposition', () => {
  it('keeps a plain name unchanged', () => {
    expect(contentDisposition('Q3 report.pdf')).toBe(
      `inline; filename="Q3 report.pdf"; filename*=UTF-8''Q3%20report.pdf`,
    )
  })

  it.each(['report.PDF', 'photo.jpeg', 'talk.mp4', 'call.mp3'])('lets a browser show %s', (name) => {
    expect(contentDisposition(name)).toMatch(/^inline; /)
  })

  it.each([
    'page.html',
    'drawing.svg',
    'data.xml',
    'notes.txt',
    'sheet.xlsx',
    'x.pdf.html',
    'no extension',
    '.pdf ',
  ])('makes the browser download %s instead of showing it', (name) => {
    expect(contentDisposition(name)).toMatch(/^attachment; /)
  })

  it('lets no name escape its quotes or its line', () => {
    const header = contentDisposition('a"; filename="evil.exe\r\nSet-Cookie: x=1')
    expect(header).toMatch(form)
    expect(form.exec(header)?.[1]).toBe('a_; filename=_evil.exe__Set-Cookie: x=1')
  })

  it('is one line of ASCII whose extended form decodes to the name, for any name', () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const header = contentDisposition(name)
        expect(header).toMatch(/^[\x20-\x7e]*$/)
        const [, , encoded] = form.exec(header) ?? []
        expect(decodeURIComponent(encoded ?? 'no match')).toBe(name.toWellFormed())
      }),
      { numRuns: 2000 },
    )
  })

  it('handles a lone surrogate', () => {
    expect(contentDisposition('\ud83d.pdf')).toBe(`inline; filename="_.pdf"; filename*=UTF-8''%EF%BF%BD.pdf`)
  })
})
