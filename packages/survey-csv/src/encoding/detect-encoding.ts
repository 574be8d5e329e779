/** Detects the encoding of a file from its first bytes. */
import { scoreLegacyEncodings } from './score-legacy.ts'
import type { SurveyEncoding } from './survey-encoding.ts'

export type DetectedEncoding = {
  readonly encoding: SurveyEncoding
  readonly hasBom: boolean
  /** All bytes are ASCII so far; `decodeBytes` detects the encoding at the first non-ASCII byte. */
  readonly isProvisional: boolean
}

export function detectEncoding(prefix: Uint8Array): DetectedEncoding {
  const marked = byteOrderMark(prefix)
  if (marked) return { encoding: marked, hasBom: true, isProvisional: false }
  const wide = utf16WithoutMark(prefix)
  if (wide) return { encoding: wide, hasBom: false, isProvisional: false }
  if (firstNonAscii(prefix) === prefix.length)
    return { encoding: 'utf-8', hasBom: false, isProvisional: true }
  const encoding = decodes(prefix, 'utf-8') ? 'utf-8' : scoreLegacyEncodings(prefix)
  return { encoding, hasBom: false, isProvisional: false }
}

/** Strict, but accepts an incomplete character at the end. */
export function decodes(bytes: Uint8Array, encoding: SurveyEncoding): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

export function firstNonAscii(bytes: Uint8Array): number {
  let index = 0
  while (index < bytes.length && (bytes[index] ?? 0) < 0x80) index++
  return index
}

function byteOrderMark(bytes: Uint8Array): SurveyEncoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/**
 * In UTF-16, one byte of each line break, delimiter and digit is zero, always at the same parity; 8-bit text has no zeros.
 * One zero in fifty bytes is far less than in any table, but more than a damaged file has.
 */
function utf16WithoutMark(bytes: Uint8Array): SurveyEncoding | undefined {
  let even = 0
  let odd = 0
  for (let index = 0; index < bytes.length; index++) {
    if (bytes[index] !== 0) continue
    if (index % 2 === 0) even++
    else odd++
  }
  const enough = bytes.length / 50
  if (odd > enough && even === 0 && decodes(bytes, 'utf-16le')) return 'utf-16le'
  if (even > enough && odd === 0 && decodes(bytes, 'utf-16be')) return 'utf-16be'
  return undefined
}
