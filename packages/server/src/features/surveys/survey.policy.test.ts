import { describe, expect, it } from 'vitest'
import {
  configProblems,
  conversionSource,
  hasMedia,
  isMediaName,
  mappingProblems,
  mediaLimits,
  partLimits,
  readMediaNames,
  readPartNumber,
} from './survey.policy.ts'

describe('limits', () => {
  it('are 50 MB for a CSV part, and the largest S3 object for media', () => {
    expect(partLimits).toEqual({ maxBytes: 50 * 2 ** 20, contentType: 'text/csv' })
    expect(mediaLimits).toEqual({ maxBytes: 5 * 2 ** 40 })
  })
})

describe('isMediaName', () => {
  it.each('mp4 mov avi m4v webm mp3 m4a wav aac'.split(' '))('accepts .%s in any case', (extension) => {
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
  ])('does not recognize %j', (name) => {
    expect(isMediaName(name)).toBe(false)
  })
})

describe('hasMedia', () => {
  it('is true with a configuration, even an empty one, or a media column', () => {
    expect(hasMedia({}, {})).toBe(true)
    expect(hasMedia(null, { Film: 'MEDIA_RESPONSE', Name: 'Name' })).toBe(true)
    expect(hasMedia(null, { Name: 'Name' })).toBe(false)
    expect(hasMedia(null, {})).toBe(false)
  })
})

describe('mappingProblems', () => {
  it('reports none for valid types with any headers', () => {
    expect(mappingProblems({ '': 'Name', 'two\nlines': 'NPS', 'q\t1': 'Do nothing' })).toEqual([])
  })

  it.each([
    ['a type that does not exist', { a: 'Nonsense' }, 'column_mapping.a'],
    ['an unknown type after a line break', { 'a\nb': 'nps' }, 'column_mapping.a\nb'],
    ['no text at all', { a: 1 }, 'column_mapping.a'],
    ['a NUL in a header', { 'a\0': 'NPS' }, 'column_mapping.a\0'],
    ['a lone surrogate in a header', { '\ud800': 'NPS' }, 'column_mapping.\ufffd'],
  ])('names the field of %s', (_what, mapping, field) => {
    expect(mappingProblems(mapping)).toEqual([{ field, message: expect.stringMatching(/^must /) }])
  })
})

describe('configProblems', () => {
  it('accepts unknown fields', () => {
    const note = { list: [1, 'ä', null, { deep: true }] }
    expect(configProblems({ link_by: 'email', note } as object)).toEqual([])
    expect(configProblems({})).toEqual([])
    expect(configProblems({ link_by: 'column', column: 'Ticket' })).toEqual([])
  })

  it.each([{ link_by: 'column' as const }, { link_by: 'column' as const, column: '' }])(
    'requires the column in %j',
    (config) => {
      expect(configProblems(config)).toEqual([
        { field: 'media_config.column', message: 'is required with link_by "column"' },
      ])
    },
  )

  it('rejects text that cannot be stored, at any depth', () => {
    const configs: object[] = [{ a: 'x\0' }, { a: ['\udc00'] }, { a: { b: [{ 'c\0': 1 }] } }]
    for (const config of configs) {
      expect(configProblems(config)).toEqual([
        { field: 'media_config', message: 'must not contain a NUL character or a lone surrogate' },
      ])
    }
  })

  it('accepts 32 levels, rejects more, and never exhausts the stack', () => {
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
  it('keeps names as sent, in order, with their comparison key', () => {
    expect(readMediaNames(['e\u0301.mp4', 'b.mp4'])).toEqual({
      names: [
        { filename: 'e\u0301.mp4', key: '\u00e9.mp4' },
        { filename: 'b.mp4', key: 'b.mp4' },
      ],
      problems: [],
    })
    expect(readMediaNames([])).toEqual({ names: [], problems: [] })
  })

  it('reports names that are equal in NFC', () => {
    const { problems } = readMediaNames(['é.mp4', 'b.mp4', 'e\u0301.mp4', 'b.mp4'])
    expect(problems).toEqual([
      { field: 'files.2', message: 'must not name the same file as files.0: é.mp4' },
      { field: 'files.3', message: 'must not name the same file as files.1: b.mp4' },
    ])
  })

  it('counts characters as stored', () => {
    expect(readMediaNames(['😀'.repeat(512)]).problems).toEqual([])
    // Each becomes three characters in NFC.
    expect(readMediaNames(['\u{1d160}'.repeat(171)]).problems).toMatchObject([{ field: 'files.0' }])
  })
})

describe('conversionSource', () => {
  it.each([
    ['clip.ogg', null, 'clip.mp3', 'clip.ogg'],
    ['clip', null, 'clip.mp3', 'clip'],
    // Still a conversion of the first file.
    ['clip.mp3', 'clip.ogg', 'clip.wav', 'clip.ogg'],
    ['clip.mp3', 'clip.ogg', 'clip.mp3', 'clip.ogg'],
    // Another name, so only that name is searched.
    ['clip.ogg', null, 'other.mp3', null],
    ['clip.mp3', 'clip.ogg', 'other.mp3', null],
    ['clip.mp3', null, 'clip.wav', null],
    ['clip.ogg', null, 'clip.flac', null],
  ])('of %j, itself converted from %j, replaced by %j is %j', (key, convertedFrom, next, source) => {
    expect(conversionSource({ key, convertedFrom }, next)).toBe(source)
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
    'rejects %j',
    (text) => {
      expect(readPartNumber(text)).toBeUndefined()
    },
  )
})
