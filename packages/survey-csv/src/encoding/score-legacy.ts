/** Chooses among 8-bit and double-byte encodings by decoding the text with each of them and scoring the result. */
import type { SurveyEncoding } from './survey-encoding.ts'

/** The most frequent characters in prose. Text decoded with the wrong encoding has rare ones instead. */
const commonChinese =
  '的一是不了在人有我他这中大来上个国到说们为子和你地出会也时要就可以对生能而得自年过后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实很满意使常非请问名'
const commonKorean =
  '이다는에의을가고하지로한도기나사은리를어아자시그있것대들수일인정해서만보전주부과니게장제면적성요안없좋습우여용합상'

type DoubleByte = {
  encoding: SurveyEncoding
  isCommon: (code: number, char: string) => boolean
  share: number
}

const doubleByte: readonly DoubleByte[] = [
  // At least a quarter of Japanese text is kana; é or ü before a letter decodes to a rare kanji, never to kana.
  { encoding: 'shift_jis', isCommon: (code) => code >= 0x3041 && code <= 0x30fe, share: 0.25 },
  { encoding: 'euc-kr', isCommon: (_, char) => commonKorean.includes(char), share: 0.25 },
  { encoding: 'gb18030', isCommon: (_, char) => commonChinese.includes(char), share: 0.15 },
]

const singleByte: readonly SurveyEncoding[] = ['windows-1252', 'macintosh', 'windows-1251']

export function scoreLegacyEncodings(bytes: Uint8Array): SurveyEncoding {
  for (const { encoding, isCommon, share } of doubleByte) {
    const text = strictText(bytes, encoding)
    if (text !== undefined && commonShare(text, isCommon) >= share) return encoding
  }
  let best: SurveyEncoding = 'windows-1252'
  let bestScore = Number.NEGATIVE_INFINITY
  for (const encoding of singleByte) {
    // CR line endings indicate classic Mac OS, or Excel for Mac.
    const prior = encoding === 'macintosh' && hasOnlyCarriageReturns(bytes) ? 0.5 : 0
    const score = readability(new TextDecoder(encoding).decode(bytes)) + prior
    if (score > bestScore) {
      best = encoding
      bestScore = score
    }
  }
  return best
}

function strictText(bytes: Uint8Array, encoding: SurveyEncoding): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function commonShare(text: string, isCommon: DoubleByte['isCommon']): number {
  let seen = 0
  let common = 0
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    if (code < 0x80) continue
    seen++
    if (isCommon(code, char)) common++
  }
  return seen === 0 ? 0 : common / seen
}

/** From -1 to 1: how well non-ASCII characters fit their neighbors on average. */
function readability(text: string): number {
  let seen = 0
  let sum = 0
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) < 0x80) continue
    seen++
    sum += neighborScore(text[index - 1] ?? ' ', text[index] ?? '', text[index + 1] ?? ' ')
  }
  return seen === 0 ? 0 : sum / seen
}

const latin = /\p{Script=Latin}/u
const cyrillic = /\p{Script=Cyrillic}/u
const lower = /\p{Ll}/u
const upper = /\p{Lu}/u
const plain = /[ -~\s]/
const typographic =
  /[\u2018\u2019\u201c\u201d\u201e\u2013\u2014\u2026\u2022\u20ac\u00a0\u00ab\u00bb\u00b0\u00a1\u00bf\u00a3]/

function neighborScore(before: string, char: string, after: string): number {
  if (cyrillic.test(char)) {
    if (latin.test(before) || latin.test(after)) return -1
    if (upper.test(char) && lower.test(before)) return -1
    return 1
  }
  if (latin.test(char)) {
    if (upper.test(char) && lower.test(before)) return -1
    // Western words contain single accented letters; a run of them is another script in the wrong encoding.
    if (!plain.test(before) && !plain.test(after) && !typographic.test(before + after)) return -1
    return latin.test(before) || latin.test(after) ? 1 : 0.2
  }
  if (/[\u2018\u2019\u201c\u201d]/.test(char)) return 1
  return typographic.test(char) ? 0.8 : -1
}

function hasOnlyCarriageReturns(bytes: Uint8Array): boolean {
  return bytes.includes(0x0d) && !bytes.includes(0x0a)
}
