import { expect, it } from 'vitest'
import { parsePageCount, parsePageInches } from './pdf-info.ts'
import { parsePicturePages } from './pdf-scans.ts'

it('reads the page count', () => {
  expect(parsePageCount('Title:  Pages: 7\nPages:           12\nEncrypted:       no\n')).toBe(12)
  expect(parsePageCount('Encrypted: no\n')).toBe(0)
})

it('reads the longer side of a page', () => {
  expect(parsePageInches('Page    3 size: 612 x 792 pts (letter)\n')).toBe(11)
  expect(parsePageInches('Page    1 size: 1.44e+07 x 72 pts\n')).toBe(200_000)
  expect(parsePageInches('')).toBeNull()
})

it('reads which pages have pictures, masks left out', () => {
  const list = `page   num  type   width height color comp bpc  enc interp  object ID x-ppi y-ppi size ratio
--------------------------------------------------------------------------------------------
   2     0 image    1240  1754  gray    1   8  image  no         6  0   150   150  2124K 100%
   3     1 smask    1240  1754  gray    1   8  image  no         7  0   150   150  2124K 100%
  10     2 image       1     1  gray    1   8  image  no         9  0    72    72     1B 100%
`
  expect([...parsePicturePages(list)]).toEqual([2, 10])
})
