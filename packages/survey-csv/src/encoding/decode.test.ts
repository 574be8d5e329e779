import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { cut, cuts } from '../../test/cut.ts'
import { SurveyCsvError } from '../errors.ts'
import { openSurvey } from '../read/open-survey.ts'
import { decodeBytes } from './decode.ts'
import { detectEncoding } from './detect-encoding.ts'
import type { SurveyEncoding } from './survey-encoding.ts'

// Allows for slow CI runners.
vi.setConfig({ testTimeout: 60_000 })

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Builds the encoding table by decoding every byte and byte pair with `TextDecoder`. */
function encodeAs(text: string, encoding: SurveyEncoding): Uint8Array {
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(encoding)
  for (let lead = 0xff; lead >= 0; lead--) {
    for (let trail = 0xff; trail >= 0x40 && lead >= 0x80; trail--) {
      const char = decoder.decode(Uint8Array.of(lead, trail))
      if (Array.from(char).length === 1) table.set(char, [lead, trail])
    }
    table.set(decoder.decode(Uint8Array.of(lead)), [lead])
  }
  return Uint8Array.from(Array.from(text).flatMap((char) => table.get(char) ?? []))
}

function utf16(text: string, isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2))
  for (let index = 0; index < text.length; index++)
    view.setUint16(index * 2, text.charCodeAt(index), isLittle)
  return new Uint8Array(view.buffer)
}

async function textOf(pieces: Iterable<Uint8Array>, options: { windowBytes?: number } = {}) {
  const decoded = decodeBytes(pieces, options)
  let text = ''
  for await (const chunk of decoded.text) text += chunk
  return { text, encoding: decoded.encoding().encoding }
}

describe('detectEncoding', () => {
  const german = 'Straße,Größe\nKöln,Die Bedienung wäre schöner, wenn sie für Ältere größer wäre\n'
  const french = 'Prénom,Déjà vu\nHélène,Très bien – merci à l’équipe, élève modèle à Nîmes\n'
  it.each<[string, SurveyEncoding, Uint8Array]>([
    ['UTF-8', 'utf-8', utf8(german)],
    ['UTF-8 with a byte order mark', 'utf-8', utf8(`\ufeff${german}`)],
    ['UTF-8 that ends within a character', 'utf-8', utf8('a,é').slice(0, -1)],
    ['UTF-16LE with a byte order mark', 'utf-16le', utf16(`\ufeff${german}`, true)],
    ['UTF-16LE without a byte order mark', 'utf-16le', utf16(german, true)],
    ['UTF-16BE without a byte order mark', 'utf-16be', utf16(german, false)],
    ['Japanese UTF-16LE without a byte order mark', 'utf-16le', utf16('名前,満足度\n高橋 美咲,普通\n', true)],
    ['German Windows-1252', 'windows-1252', encodeAs(german, 'windows-1252')],
    ['French Windows-1252', 'windows-1252', encodeAs(french, 'windows-1252')],
    [
      'Windows-1252 with a single curly quote',
      'windows-1252',
      encodeAs('a,b\nit’s fine,x\n', 'windows-1252'),
    ],
    ['Spanish Windows-1252', 'windows-1252', encodeAs('¿Qué opina?,Año\nMuy útil,mañana\n', 'windows-1252')],
    ['German Mac Roman', 'macintosh', encodeAs(german, 'macintosh')],
    ['French Mac Roman with CR', 'macintosh', encodeAs(french.replaceAll('\n', '\r'), 'macintosh')],
    [
      'Russian Windows-1251',
      'windows-1251',
      encodeAs('Имя,Отзыв\nАнна,Всё очень понравилось\n', 'windows-1251'),
    ],
    [
      'Japanese Shift_JIS',
      'shift_jis',
      encodeAs('お名前,ご意見\n高橋,検索が少し遅いと感じました\n', 'shift_jis'),
    ],
    [
      'Chinese GB18030',
      'gb18030',
      encodeAs('姓名,您对我们的服务满意吗\n王,我很满意这个服务,但是时间不够\n', 'gb18030'),
    ],
    ['Korean EUC-KR', 'euc-kr', encodeAs('이름,의견\n김,서비스가 아주 좋습니다 그리고 빠릅니다\n', 'euc-kr')],
  ])('detects %s', (_, encoding, bytes) => {
    expect(detectEncoding(bytes).encoding).toBe(encoding)
  })
})

describe('decodeBytes', () => {
  it('decodes the same text for any chunk sizes', async () => {
    const text = 'a,é漢😀\n“x”,ü\n'
    const windows = fc.integer({ min: 4, max: 40 })
    await fc.assert(
      fc.asyncProperty(cuts, windows, async (lengths, windowBytes) => {
        for (const bytes of [utf8(text), utf8(`\ufeff${text}`), utf16(`\ufeff${text}`, true)]) {
          expect((await textOf(cut(bytes, lengths), { windowBytes })).text).toBe(text)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('decodes a byte order mark after the start as text, as in concatenated files', async () => {
    for (const before of [1, 15, 16, 17, 40]) {
      const text = `${'x'.repeat(before)}\ufeffé`
      for (const windowBytes of [4, 8, 16, 64]) {
        expect((await textOf([utf8(text)], { windowBytes })).text).toBe(text)
      }
    }
  })

  it('detects the encoding of a file whose first non-ASCII character follows megabytes of ASCII', async () => {
    const plain = 'abc,def\n'.repeat(300_000)
    for (const encoding of ['windows-1252', 'macintosh'] as const) {
      const tail = encodeAs('Größe,schöner für Ältere\n', encoding)
      const read = await textOf([utf8(plain), tail])
      expect(read.encoding).toBe(encoding)
      expect(read.text.endsWith('Größe,schöner für Ältere\n')).toBe(true)
      expect(read.text.length).toBe(plain.length + 25)
    }
  })
})

it('reports the row and column of the first invalid UTF-8 byte for any position and chunk size', async () => {
  for (const rowsBefore of [3, 40_000]) {
    const head = utf8(`name,city\n${'é,Köln\n'.repeat(rowsBefore)}x,`)
    const bytes = new Uint8Array(head.length + 4)
    bytes.set(head)
    bytes.set([0x4b, 0xf6, 0x6c, 0x6e], head.length)
    for (const size of [1000, 65_536, bytes.length]) {
      const pieces: Uint8Array[] = []
      for (let start = 0; start < bytes.length; start += size)
        pieces.push(bytes.subarray(start, start + size))
      const read = async () => {
        const survey = await openSurvey(pieces, { encoding: 'utf-8', maxRows: 100_000 })
        for await (const batch of survey.responses) expect(batch.length).toBeGreaterThan(0)
      }
      const error = await read().catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(SurveyCsvError)
      expect(error).toMatchObject({
        code: 'csv_encoding',
        row: rowsBefore + 2,
        column: 2,
        columnName: 'city',
      })
      expect(String(error)).toMatch(/Row [\d,]+, column B \("city"\): the text cannot be read/)
    }
  }
})
