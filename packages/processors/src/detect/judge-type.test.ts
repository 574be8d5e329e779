import { describe, expect, it } from 'vitest'
import type { SupportedExtension } from './formats.ts'
import type { Inspection } from './inspection.ts'
import { judgeType } from './judge-type.ts'

const nothing: Inspection = { fileType: null, zip: null, compound: null, isText: false, hasPdfHeader: false }
const docxMime = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const docxZip = {
  isTooLarge: false,
  isEncrypted: false,
  topNames: ['[Content_Types].xml', '_rels/', 'word/'],
}
const wordStreams = { isProtected: false, streamNames: ['WordDocument', '1Table'] }

function judge(extension: SupportedExtension, libmagic: string, seen: Partial<Inspection>): string {
  const verdict = judgeType({ extension, libmagic: `${libmagic}\n`, inspection: { ...nothing, ...seen } })
  return verdict.ok ? verdict.mime : verdict.failure.code
}

describe('a PDF', () => {
  it('is accepted if both detectors agree', () => {
    expect(judge('pdf', 'application/pdf; charset=binary', { fileType: 'application/pdf' })).toBe(
      'application/pdf',
    )
  })

  it('may begin with stray bytes that no detector recognizes', () => {
    const seen = { hasPdfHeader: true }
    for (const libmagic of ['application/octet-stream', 'text/plain', 'application/pdf']) {
      expect(judge('pdf', `${libmagic}; charset=binary`, seen)).toBe('application/pdf')
    }
    expect(judge('pdf', 'text/html; charset=us-ascii', seen)).toBe('type_mismatch')
    expect(judge('pdf', 'application/octet-stream; charset=binary', { ...seen, fileType: 'video/mp4' })).toBe(
      'type_mismatch',
    )
  })

  it('is damaged if no detector recognizes it', () => {
    expect(judge('pdf', 'application/octet-stream; charset=binary', {})).toBe('damaged')
  })
})

describe('a Word document', () => {
  it.each([docxMime, 'application/zip', 'application/octet-stream'])(
    'is accepted if libmagic reports %s',
    (libmagic) => {
      expect(judge('docx', `${libmagic}; charset=binary`, { fileType: docxMime, zip: docxZip })).toBe(
        docxMime,
      )
    },
  )

  it.each([
    [
      'a workbook',
      { fileType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', zip: docxZip },
    ],
    ['a plain zip', { fileType: 'application/zip', zip: { ...docxZip, topNames: ['readme.txt'] } }],
    [
      'a zip with a Word folder only',
      { fileType: 'application/zip', zip: { ...docxZip, topNames: ['word/'] } },
    ],
    ['an older document', { fileType: 'application/x-cfb', compound: wordStreams }],
  ])('is not %s', (_what, seen) => {
    expect(judge('docx', 'application/zip; charset=binary', seen)).toBe('type_mismatch')
  })

  it('with a password is a compound file that contains it', () => {
    const compound = { isProtected: true, streamNames: ['EncryptionInfo', 'EncryptedPackage'] }
    expect(
      judge('docx', 'application/encrypted; charset=binary', { fileType: 'application/x-cfb', compound }),
    ).toBe('password_protected')
  })

  it('is rejected first if it unpacks too large', () => {
    expect(judge('docx', 'application/zip', { fileType: null, zip: { ...docxZip, isTooLarge: true } })).toBe(
      'too_complex',
    )
  })

  it('is damaged if its zip is', () => {
    expect(judge('docx', `${docxMime}; charset=binary`, { fileType: docxMime, zip: 'damaged' })).toBe(
      'damaged',
    )
  })
})

describe('an older document', () => {
  const cfb = { fileType: 'application/x-cfb' }
  it('is identified by its streams, not by its summary', () => {
    const libmagic = 'application/vnd.ms-excel; charset=binary'
    expect(judge('doc', libmagic, { ...cfb, compound: wordStreams })).toBe('application/msword')
    expect(judge('xls', 'application/msword; charset=binary', { ...cfb, compound: wordStreams })).toBe(
      'type_mismatch',
    )
  })

  it('with a password is reported as such', () => {
    expect(
      judge('doc', 'application/msword', { ...cfb, compound: { ...wordStreams, isProtected: true } }),
    ).toBe('password_protected')
  })

  it.each([
    ['a web page', 'text/html; charset=us-ascii', { isText: true }],
    ['rich text', 'text/rtf; charset=us-ascii', { fileType: 'application/rtf', isText: true }],
    ['a new document', `${docxMime}; charset=binary`, { fileType: docxMime, zip: docxZip }],
  ])('is not %s', (_what, libmagic, seen) => {
    expect(judge('doc', libmagic, seen)).toBe('type_mismatch')
  })
})

describe('a text', () => {
  it.each([
    'text/plain; charset=utf-8',
    'text/html; charset=us-ascii',
    'application/json; charset=us-ascii',
    'application/x-subrip; charset=us-ascii',
    'application/octet-stream; charset=binary',
  ])('may be %s', (libmagic) => {
    expect(judge('txt', libmagic, { isText: true })).toBe('text/plain')
  })

  it('may begin with letters that file-type mistakes for a picture', () => {
    expect(judge('txt', 'text/plain; charset=us-ascii', { isText: true, fileType: 'image/bmp' })).toBe(
      'text/plain',
    )
  })

  it.each([
    'application/pdf; charset=us-ascii',
    'text/rtf; charset=us-ascii',
    'image/svg+xml; charset=us-ascii',
    'video/mp4; charset=binary',
  ])('is not %s', (libmagic) => {
    expect(judge('txt', libmagic, { isText: true, fileType: 'video/mp4' })).toBe('type_mismatch')
  })
})

describe('an image', () => {
  it('is accepted if both detectors agree', () => {
    expect(judge('jpg', 'image/jpeg; charset=binary', { fileType: 'image/jpeg' })).toBe('image/jpeg')
    expect(judge('bmp', 'image/x-ms-bmp; charset=binary', { fileType: 'image/bmp' })).toBe('image/bmp')
    expect(judge('png', 'image/png; charset=binary', { fileType: 'image/apng' })).toBe('image/png')
  })

  it.each([
    ['svg', 'image/svg+xml; charset=us-ascii', null],
    ['another image', 'image/jpeg; charset=binary', 'image/jpeg'],
    ['one of two', 'image/png; charset=binary', 'video/mp4'],
  ])('is not %s', (_what, libmagic, fileType) => {
    expect(judge('png', libmagic, { fileType })).toBe('type_mismatch')
  })
})

describe('a recording', () => {
  it('is accepted if one detector recognizes it and the other nothing', () => {
    expect(judge('wav', 'audio/x-wav; charset=binary', {})).toBe('audio/wav')
    expect(judge('mpeg', 'application/octet-stream; charset=binary', { fileType: 'video/mp2t' })).toBe(
      'video/mpeg',
    )
    expect(judge('mov', 'video/mp4; charset=binary', { fileType: 'video/quicktime' })).toBe('video/quicktime')
  })

  it('without a signature is left to the decoder only for formats that lack one', () => {
    expect(judge('mp3', 'application/octet-stream; charset=binary', {})).toBe('audio/mpeg')
    expect(judge('mp4', 'application/octet-stream; charset=binary', {})).toBe('damaged')
  })

  it.each([
    ['mp4', 'text/plain', null],
    ['avi', 'application/pdf', 'application/pdf'],
    ['mp3', 'video/mp4', 'video/mp4'],
    ['mp3', 'audio/mpeg', 'audio/aac'],
    ['mkv', 'application/octet-stream', 'image/png'],
  ] as const)('named .%s but detected as %s and %s is rejected', (extension, libmagic, fileType) => {
    expect(judge(extension, `${libmagic}; charset=binary`, { fileType })).toBe('type_mismatch')
  })
})
