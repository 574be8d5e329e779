import { describe, expect, it } from 'vitest'
import { hasForbiddenCharacters } from './name.policy.ts'

const refused = [
  '\0',
  '\x07',
  '\t',
  '\n',
  '\r',
  '\x1b',
  '\x7f',
  '\x85',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\ud800',
  '\udc00',
]

describe('hasForbiddenCharacters', () => {
  it.each(refused)('finds %j at the start, in the middle and at the end of a name', (character) => {
    for (const name of [`${character}a.pdf`, `a${character}.pdf`, `a.pdf${character}`])
      expect(hasForbiddenCharacters(name)).toBe(true)
  })

  it.each(['\u200e', '\u200f', '\u061c'])('allows the directional mark %j', (mark) => {
    expect(hasForbiddenCharacters(`שלום${mark} 2026.pdf`)).toBe(false)
  })

  it.each([
    'Q3 report.pdf',
    'отчёт.pdf',
    'تقرير.pdf',
    'می\u200cخواهم.pdf',
    '報告 👩‍👩‍👧.pdf',
    'e\u0301te\u0301.pdf',
    `"quotes" & 'more'/..\\.pdf`,
    '',
  ])('finds nothing in %j', (name) => {
    expect(hasForbiddenCharacters(name)).toBe(false)
  })
})
