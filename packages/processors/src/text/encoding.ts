/** Detects the encoding of a text file from its beginning. */

import { analyse } from 'chardet'

export type TextEncoding = {
  /** A label of the WHATWG Encoding Standard, for TextDecoder. */
  readonly label: string
  /** The length of the byte order mark to skip. */
  readonly markBytes: number
}

export const sampleBytes = 64 * 1024

/**
 * The minimum confidence of chardet, found by experiment: below it, single-byte guesses are wrong more often than the
 * fallback (short French detected as Romanian), and multi-byte ones occur for any accented text.
 */
const multiByteConfidence = 50
const singleByteConfidence = 33
const fallback = 'windows-1252'

const multiByte = new Set(['shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'])

/** Null if the bytes are not text in a known encoding. */
export function guessEncoding(sample: Uint8Array): TextEncoding | null {
  const encoding =
    byMark(sample) ?? byZeroBytes(sample) ?? byEscape(sample) ?? byValidity(sample) ?? byStatistics(sample)
  return readsAsText(sample, encoding) ? encoding : null
}

function byMark(sample: Uint8Array): TextEncoding | null {
  const [a, b, c] = sample
  if (a === 0xef && b === 0xbb && c === 0xbf) return { label: 'utf-8', markBytes: 3 }
  if (a === 0xff && b === 0xfe) return { label: 'utf-16le', markBytes: 2 }
  if (a === 0xfe && b === 0xff) return { label: 'utf-16be', markBytes: 2 }
  return null
}

/**
 * UTF-16 without a byte order mark: the high byte of every Latin letter, digit, space and line end is zero, and no
 * other text encoding contains zero bytes.
 */
function byZeroBytes(sample: Uint8Array): TextEncoding | null {
  let even = 0
  let odd = 0
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (index % 2 === 0) even += 1
    else odd += 1
  }
  if (even + odd === 0) return null
  return { label: even > odd ? 'utf-16be' : 'utf-16le', markBytes: 0 }
}

/** ISO-2022-JP consists of ASCII bytes and would pass as UTF-8; it switches to kanji with ESC $ B or ESC $ @. */
function byEscape(sample: Uint8Array): TextEncoding | null {
  const bytes = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength)
  const switches = bytes.includes('\x1b$B') || bytes.includes('\x1b$@')
  return switches ? { label: 'iso-2022-jp', markBytes: 0 } : null
}

function byValidity(sample: Uint8Array): TextEncoding | null {
  return isUtf8(sample) ? { label: 'utf-8', markBytes: 0 } : null
}

function isUtf8(sample: Uint8Array): boolean {
  try {
    // As a stream, because the sample may end within a character.
    new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true })
    return true
  } catch {
    return false
  }
}

function byStatistics(sample: Uint8Array): TextEncoding {
  const [best] = analyse(sample)
  const label = best?.name.toLowerCase() ?? fallback
  const needed = multiByte.has(label) ? multiByteConfidence : singleByteConfidence
  const isTrusted = best !== undefined && best.confidence >= needed && isDecodable(label)
  return { label: isTrusted ? label : fallback, markBytes: 0 }
}

function isDecodable(label: string): boolean {
  try {
    return new TextDecoder(label).encoding.length > 0
  } catch {
    return false
  }
}

/** Control and unassigned characters, and the replacement character. */
const strangeCharacters = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]/gu
/** Control characters that occur in text, including terminal logs. */
const plainControls = new Set('\t\n\r\f\b\x1b')

/** Binary data decodes as well, in Windows-1252 always, but to unusual characters. */
function readsAsText(sample: Uint8Array, encoding: TextEncoding): boolean {
  const text = new TextDecoder(encoding.label).decode(sample.subarray(encoding.markBytes), { stream: true })
  const strange = text.match(strangeCharacters)?.filter((character) => !plainControls.has(character)) ?? []
  return strange.length <= text.length / 100
}
