import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { guessEncoding } from './encoding.ts'

const mixed = 'Grüße, naïve café: 漢字 Ελληνικά 🎉\n'
const russian = 'cfd0e8e2e5f22c20fdf2ee20f2e5eaf1f220ede020f0f3f1f1eaeeec20ffe7fbeae52e0a'.repeat(4)
const japanese = '82b182ea82cd93fa967b8cea82cc836583588367 82c582b781420a'.replaceAll(' ', '').repeat(6)

const label = (bytes: Uint8Array) => guessEncoding(bytes)?.label ?? null

describe('detectEncoding', () => {
  it.each([
    ['utf-8 with a mark', Buffer.from(`\ufeff${mixed}`), 'utf-8'],
    ['utf-8', Buffer.from(mixed), 'utf-8'],
    ['utf-8, cut within a character', Buffer.from(mixed).subarray(0, 3), 'utf-8'],
    ['utf-16 with a mark', Buffer.from(`\ufeff${mixed}`, 'utf16le'), 'utf-16le'],
    [
      'utf-16 with a mark, the other way round',
      Buffer.from(`\ufeff${mixed}`, 'utf16le').swap16(),
      'utf-16be',
    ],
    ['utf-16', Buffer.from(mixed, 'utf16le'), 'utf-16le'],
    ['utf-16, the other way round', Buffer.from(mixed, 'utf16le').swap16(), 'utf-16be'],
    ['windows-1252, too short to be sure', Buffer.from('caf\xe9\n', 'latin1'), 'windows-1252'],
    [
      'windows-1252',
      Buffer.from('Stra\xdfe, Gr\xfc\xdfe, sch\xf6n \x96 5 \x80\n'.repeat(9), 'latin1'),
      'windows-1252',
    ],
    ['windows-1251', Buffer.from(russian, 'hex'), 'windows-1251'],
    ['shift_jis', Buffer.from(japanese, 'hex'), 'shift_jis'],
    ['iso-2022-jp', Buffer.from('\x1b$B$3$l$O\x1b(B\n', 'latin1'), 'iso-2022-jp'],
    ['ascii', Buffer.from('plain\n'), 'utf-8'],
    ['a terminal log', Buffer.from('\x1b[32mok\x1b[0m\n'), 'utf-8'],
  ])('%s', (_what, bytes, expected) => {
    expect(label(bytes)).toBe(expected)
  })

  it('returns null for bytes that are not text', () => {
    expect(label(randomBytes(5000))).toBeNull()
    expect(label(Buffer.alloc(1000))).toBeNull()
    expect(label(Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0', 'latin1'))).toBeNull()
  })
})
