import { describe, expect, it } from 'vitest'
import {
  configProblems,
  hasMedia,
  isMediaName,
  mappingProblems,
  mediaLimits,
  partLimits,
  readMediaNames,
  readPartNumber,
} from './survey.policy.ts'

describe('limits', () => {
  it('are 50 MB of CSV for a part, and for media the largest object a store keeps', () => {
    expect(partLimits).toEqual({ maxBytes: 50 * 2 ** 20, contentType: 'text/csv' })
    expect(mediaLimits).toEqual({ maxBytes: 5 * 2 ** 40 })
  })
})

describe('isMediaName', () => {
  it.each('mp4 mov avi m4v webm mp3 m4a wav aac'.split(' '))('knows .%s in any letter case', (extension) => {
    for (const written of [extension, extension.toUpperCase()]) {
      expect(isMediaName(`Some.name ${written}.${written}`)).toBe(true)
    }
  })

  it.each([
    'mp4',
    'a.mkv',
    'a.wmv',
    'a.mpeg',
    'a.flac',
    'a.ogg',
    'a.pdf',
    'a.mp4 ',
    'a.',
    '',
    '.constructor',
  ])('does not know %j', (name) => {
    expect(isMediaName(name)).toBe(false)
  })
})

describe('hasMedia', () => {
  it('is true with a configuration, even an empty one, or a column of media', () => {
    expect(hasMedia({}, {})).toBe(true)
    expect(hasMedia(null, { Film: 'MEDIA_RESPONSE', Name: 'Name' })).toBe(true)
    expect(hasMedia(null, { Name: 'Name' })).toBe(false)
    expect(hasMedia(null, {})).toBe(false)
  })
})

describe('mappingProblems', () => {
  it('finds none in headers of any kind with types that exist', () => {
    expect(mappingProblems({ '': 'Name', 'two\nlines': 'NPS', 'q\t1': 'Do nothing' })).toEqual([])
  })

  it.each([
    ['a type that does not exist', { a: 'Nonsense' }, 'column_mapping.a'],
    ['one behind a line break', { 'a\nb': 'nps' }, 'column_mapping.a\nb'],
    ['no text at all', { a: 1 }, 'column_mapping.a'],
    ['a NUL in a header', { 'a\0': 'NPS' }, 'column_mapping.a\0'],
    ['half a character in a header', { '\ud800': 'NPS' }, 'column_mapping.\ufffd'],
  ])('names the field of %s', (_what, mapping, field) => {
    expect(mappingProblems(mapping)).toEqual([{ field, message: expect.stringMatching(/^must /) }])
  })
})

describe('configProblems', () => {
  it('takes what it does not know', () => {
    const note = { list: [1, 'ä', null, { deep: true }] }
    expect(configProblems({ link_by: 'email', note } as object)).toEqual([])
    expect(configProblems({})).toEqual([])
    expect(configProblems({ link_by: 'column', column: 'Ticket' })).toEqual([])
  })

  it.each([{ link_by: 'column' as const }, { link_by: 'column' as const, column: '' }])(
    'asks for the column in %j',
    (config) => {
      expect(configProblems(config)).toEqual([
        { field: 'media_config.column', message: 'is required with link_by "column"' },
      ])
    },
  )

  it('refuses text that cannot be kept, wherever it is', () => {
    const configs: object[] = [{ a: 'x\0' }, { a: ['\udc00'] }, { a: { b: [{ 'c\0': 1 }] } }]
    for (const config of configs) {
      expect(configProblems(config)).toEqual([
        { field: 'media_config', message: 'must not hold a NUL or half a character' },
      ])
    }
  })

  it('takes 32 levels, refuses more, and never exhausts the stack', () => {
    const nest = (levels: number) => {
      let value: object = {}
      for (let i = 1; i < levels; i += 1) value = { value }
      return value
    }
    expect(configProblems(nest(32))).toEqual([])
    for (const levels of [33, 500_000]) {
      expect(configProblems(nest(levels))).toMatchObject([{ message: expect.stringContaining('32 levels') }])
    }
  })
})

describe('readMediaNames', () => {
  it('gives names in NFC, in their order', () => {
    expect(readMediaNames(['e\u0301.mp4', 'b.mp4'])).toEqual({ names: ['é.mp4', 'b.mp4'], problems: [] })
    expect(readMediaNames([])).toEqual({ names: [], problems: [] })
  })

  it('finds names that are the same after NFC', () => {
    const { problems } = readMediaNames(['é.mp4', 'b.mp4', 'e\u0301.mp4', 'b.mp4'])
    expect(problems).toEqual([
      { field: 'files.2', message: 'must not name the same file as files.0: é.mp4' },
      { field: 'files.3', message: 'must not name the same file as files.1: b.mp4' },
    ])
  })

  it('counts characters as they are stored', () => {
    expect(readMediaNames(['😀'.repeat(512)]).problems).toEqual([])
    // Each of these becomes three characters in NFC.
    expect(readMediaNames(['\u{1d160}'.repeat(171)]).problems).toMatchObject([{ field: 'files.0' }])
  })
})

describe('readPartNumber', () => {
  it.each([
    ['1', 1],
    ['100', 100],
    ['999999999', 999_999_999],
  ])('reads %j', (text, number) => {
    expect(readPartNumber(text)).toBe(number)
  })

  it.each(['', '0', '-1', '+1', '01', '1.0', '1e2', ' 1', '1 ', 'x', '٣', '9999999999999999999'])(
    'does not read %j',
    (text) => {
      expect(readPartNumber(text)).toBeUndefined()
    },
  )
})
