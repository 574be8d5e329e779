/** Reads numbers in digits and words as values: cardinals, ordinals, days, years. */

import type { AnalyzedText } from './analyzed-text.ts'
import { ordinalOf } from './number-words.ts'
import type { Token } from './tokens.ts'

/** A value and the index of the token after it. */
export type NumberValue = { readonly value: number; readonly to: number }

/** Skips a hyphen without spaces: "thirty-four" is three tokens. */
export function skipHyphen(tokens: readonly Token[], index: number): number {
  const token = tokens[index]
  const next = tokens[index + 1]
  const isHyphen =
    token?.kind === 'mark' && /[-‐‑–]/.test(token.text) && token.gap === 'none' && next?.gap === 'none'
  return isHyphen ? index + 1 : index
}

/** A whole number below a thousand. */
export function readCardinal(analyzed: AnalyzedText, index: number): NumberValue | null {
  const { tokens } = analyzed
  const token = tokens[index]
  if (token === undefined) return null
  if (token.kind === 'number') return readDigits(tokens, index)
  if (token.kind !== 'word') return null
  const below = readBelowHundred(analyzed, index)
  if (below === null) return null
  const scale = tokens[below.to]
  if (below.value > 9 || scale === undefined || analyzed.numbers.get(scale.key)?.digits !== '00') return below
  const and = tokens[below.to + 1]?.key === 'and' ? below.to + 2 : below.to + 1
  const rest = readBelowHundred(analyzed, and)
  return rest === null
    ? { value: below.value * 100, to: below.to + 1 }
    : { value: below.value * 100 + rest.value, to: rest.to }
}

function readDigits(tokens: readonly Token[], index: number): NumberValue | null {
  const token = tokens[index]
  if (token === undefined || token.text.length > 4 || isPartOfNumber(tokens, index)) return null
  return { value: Number(token.text), to: index + 1 }
}

/** Part of 2.5, 1,299 or 10:30. */
export function isPartOfNumber(tokens: readonly Token[], index: number): boolean {
  const [before, mark, next, last] = [
    tokens[index - 2],
    tokens[index - 1],
    tokens[index + 1],
    tokens[index + 2],
  ]
  const token = tokens[index]
  const isSeparator = (text: string | undefined) => text !== undefined && /^[.,:]$/.test(text)
  const joinedBefore =
    isSeparator(mark?.text) && mark?.gap === 'none' && token?.gap === 'none' && before?.kind === 'number'
  const joinedAfter =
    isSeparator(next?.text) && next?.gap === 'none' && last?.gap === 'none' && last?.kind === 'number'
  return joinedBefore || joinedAfter
}

function readBelowHundred(analyzed: AnalyzedText, index: number): NumberValue | null {
  const { tokens, numbers } = analyzed
  const token = tokens[index]
  const word = token?.kind === 'word' ? numbers.get(token.key) : undefined
  if (word === undefined || word.kind === 'scale') return null
  const value = Number(word.digits)
  if (word.kind !== 'ten') return { value, to: index + 1 }
  const connector = /^(?:y|e|et)$/.test(tokens[index + 1]?.key ?? '')
    ? index + 2
    : skipHyphen(tokens, index + 1)
  const unit = tokens[connector]
  const next = unit?.kind === 'word' ? numbers.get(unit.key) : undefined
  const isUnit = next?.kind === 'digit' && next.digits !== '0'
  // French counts on from sixty and eighty: "soixante-douze".
  const isTeen = next?.kind === 'teen' && analyzed.language === 'fr'
  return isUnit || isTeen
    ? { value: value + Number(next.digits), to: connector + 1 }
    : { value, to: index + 1 }
}

/** 1984, '84, "nineteen eighty four", "two thousand and three", "twenty twenty-three", "nineteen oh five". */
export function readYear(analyzed: AnalyzedText, index: number): NumberValue | null {
  const { tokens, numbers } = analyzed
  const token = tokens[index]
  if (token === undefined) return null
  if (token.kind === 'number') {
    const isYear = /^(?:1[89]|20)\d\d$/.test(token.text) && !isPartOfNumber(tokens, index)
    return isYear ? { value: Number(token.text), to: index + 1 } : null
  }
  if (/^['’‘]$/.test(token.text)) {
    const short = tokens[index + 1]
    const spoken =
      short?.gap === 'none' && numbers.get(short.key)?.kind === 'ten'
        ? readBelowHundred(analyzed, index + 1)
        : null
    if (spoken !== null) return { value: 1900 + spoken.value, to: spoken.to }
    const isShort = short?.gap === 'none' && /^\d\d$/.test(short.text)
    return isShort ? { value: 1900 + Number(short.text), to: index + 2 } : null
  }
  if (/^(?:neunzehnhundert|zweitausend|negentienhonderd|tweeduizend)/.test(token.key))
    return { value: 1900, to: index + 1 }
  return token.kind === 'word' ? readSpokenYear(analyzed, index, numbers.get(token.key)?.digits) : null
}

function readSpokenYear(
  analyzed: AnalyzedText,
  index: number,
  first: string | undefined,
): NumberValue | null {
  const { tokens, numbers } = analyzed
  const second = skipHyphen(tokens, index + 1)
  const word = numbers.get(tokens[second]?.key ?? '')
  if (first === '2' && word?.digits === '000') {
    const and = tokens[second + 1]?.key === 'and' ? second + 2 : second + 1
    const rest = readBelowHundred(analyzed, and)
    return rest === null ? { value: 2000, to: second + 1 } : { value: 2000 + rest.value, to: rest.to }
  }
  if (first !== '18' && first !== '19' && first !== '20') return null
  const century = Number(first) * 100
  if (word?.digits === '00') {
    const and = tokens[second + 1]?.key === 'and' ? second + 2 : second + 1
    const rest = readBelowHundred(analyzed, and)
    return rest === null ? { value: century, to: second + 1 } : { value: century + rest.value, to: rest.to }
  }
  const isZero = word?.digits === '0' || tokens[second]?.key === 'o'
  if (isZero) {
    const last = numbers.get(tokens[second + 1]?.key ?? '')
    return last?.kind === 'digit' ? { value: century + Number(last.digits), to: second + 2 } : null
  }
  const rest = readBelowHundred(analyzed, second)
  return rest !== null && rest.value >= 10 ? { value: century + rest.value, to: rest.to } : null
}

/** The day of a month: 3, 3rd, "third", "twenty-third", "three", "10." in German, "1er" in French. */
export function readDay(analyzed: AnalyzedText, index: number): NumberValue | null {
  const ordinal = readOrdinal(analyzed, index)
  if (ordinal !== null) return ordinal.value <= 31 ? ordinal : null
  const day = readCardinal(analyzed, index)
  if (day === null || day.value < 1 || day.value > 31) return null
  const dot = analyzed.tokens[day.to]
  const isDotted = analyzed.tokens[index]?.kind === 'number' && dot?.text === '.' && dot.gap === 'none'
  return isDotted && analyzed.language === 'de' ? { value: day.value, to: day.to + 1 } : day
}

/** 3rd, "third", "twenty-third", "fortieth". */
export function readOrdinal(analyzed: AnalyzedText, index: number): NumberValue | null {
  const { tokens, numbers } = analyzed
  const token = tokens[index]
  if (token === undefined) return null
  if (token.kind === 'mixed') {
    const digits = /^(\d{1,3})(?:st|nd|rd|th|er|e|o|a)$/.exec(token.key)?.[1]
    return digits === undefined ? null : { value: Number(digits), to: index + 1 }
  }
  const single = ordinalOf(token.key)
  if (single !== undefined) return { value: single, to: index + 1 }
  const ten = numbers.get(token.key)
  if (ten?.kind !== 'ten') return null
  const next = skipHyphen(tokens, index + 1)
  const unit = ordinalOf(tokens[next]?.key ?? '')
  return unit !== undefined && unit < 10 ? { value: Number(ten.digits) + unit, to: next + 1 } : null
}
