/** Which encoding the first bytes of a file are written in. */
import { scoreLegacyEncodings } from './score-legacy.ts'
import type { SurveyEncoding } from './survey-encoding.ts'

export type DetectedEncoding = {
  readonly encoding: SurveyEncoding
  readonly hasBom: boolean
  /** Nothing but ASCII seen: the choice is still open, and `decodeBytes` makes it where the first other byte appears. */
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

/** Strictly, but forgiving a character that the end of the prefix cuts in two. */
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
 * Line breaks, delimiters and digits have a zero half in UTF-16 whatever the language, and always the same half; no
 * 8-bit text holds a zero at all. One in fifty is far below what any table has and above a stray zero in a damaged file.
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
