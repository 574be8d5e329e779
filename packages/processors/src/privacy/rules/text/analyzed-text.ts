/** A text with its tokens and language: the input of every detector. */

import { fold } from '../../words/fold.ts'
import type { RuleLanguage } from './language.ts'
import { detectLanguage } from './language.ts'
import type { NumberWord } from './number-words.ts'
import { numberWords } from './number-words.ts'
import type { Token } from './tokens.ts'
import { tokenize } from './tokens.ts'

export type AnalyzedText = {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly language: RuleLanguage
  readonly numbers: ReadonlyMap<string, NumberWord>
  /** No word within a sentence is capitalized, so capitals do not tell names apart. */
  readonly isUncased: boolean
}

export function analyzeText(text: string, language?: string): AnalyzedText {
  const tokens = tokenize(text)
  const detected = detectLanguage(tokens, language)
  return {
    text,
    tokens,
    language: detected,
    numbers: numberWords(detected),
    isUncased: !hasCapitalsInside(tokens),
  }
}

/** Words entirely in capitals ("I", "OK", "USA") do not count. */
function hasCapitalsInside(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, index) => token.isCapital && !startsSentence(tokens, index) && /\p{Ll}/u.test(token.text),
  )
}

/** After a full stop, colon or quotation mark, on a new line, or at the beginning of the text. */
export function startsSentence(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]
  if (before === undefined || tokens[index]?.gap === 'line-break') return true
  if (before.kind !== 'mark') return false
  if (/[.!?:;…•*>|]/u.test(before.text)) return true
  return /["“”„«»()[\]–—-]/u.test(before.text) && (index < 2 || tokens[index - 1]?.gap === 'line-break')
}

/** The text before an offset, folded, with single spaces and without fillers; stops at an empty line. */
export function textBefore({ text }: AnalyzedText, offset: number, chars = 90): string {
  const slice = text.slice(Math.max(0, offset - chars), offset)
  const cut = slice.lastIndexOf('\n\n')
  const folded = fold(cut < 0 ? slice : slice.slice(cut + 2))
  return folded.replace(fillers, ' ').replace(/\s+/g, ' ')
}

/** "I'm, uh, forty" reads as "I'm forty". */
const fillers = /,?\s*\b(?:u+m+|u+h+m*|er+m*|hm+|mm+|ahm)\b(?:,|\.{2,3})?/g

/** The text after an offset, likewise. */
export function textAfter({ text }: AnalyzedText, offset: number, chars = 60): string {
  const slice = text.slice(offset, offset + chars)
  const cut = slice.indexOf('\n\n')
  return fold(cut < 0 ? slice : slice.slice(0, cut)).replace(/\s+/g, ' ')
}
