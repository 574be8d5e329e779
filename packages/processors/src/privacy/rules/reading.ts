/** What every rule gets to see of a text, worked out once. */

import type { RuleLanguage } from './language.ts'
import { guessLanguage } from './language.ts'
import type { NumberWord } from './number-words.ts'
import { numberWords } from './number-words.ts'
import type { Token } from './tokens.ts'
import { fold, tokenize } from './tokens.ts'

export type Reading = {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly language: RuleLanguage
  readonly numbers: ReadonlyMap<string, NumberWord>
  /** No word inside a sentence has a capital: names cannot be told by theirs. */
  readonly isUncased: boolean
}

export function readText(text: string, language?: string): Reading {
  const tokens = tokenize(text)
  const guess = guessLanguage(tokens, language)
  return { text, tokens, language: guess, numbers: numberWords(guess), isUncased: !hasCapitalsInside(tokens) }
}

/** A word alone in capitals ("I", "OK", "USA") says nothing about how names are written. */
function hasCapitalsInside(tokens: readonly Token[]): boolean {
  return tokens.some(
    (token, index) => token.isCapital && !startsSentence(tokens, index) && /\p{Ll}/u.test(token.text),
  )
}

/** After a full stop, a colon, a quotation mark, on a new line, or at the very beginning. */
export function startsSentence(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]
  if (before === undefined || tokens[index]?.gap === 'break') return true
  if (before.kind !== 'mark') return false
  if (/[.!?:;…•*>|]/u.test(before.text)) return true
  return /["“”„«»()[\]–—-]/u.test(before.text) && (index < 2 || tokens[index - 1]?.gap === 'break')
}

/** The text just before a place, folded and with single blanks; not from beyond an empty line. */
export function textBefore({ text }: Reading, offset: number, chars = 90): string {
  const slice = text.slice(Math.max(0, offset - chars), offset)
  const cut = slice.lastIndexOf('\n\n')
  const folded = fold(cut < 0 ? slice : slice.slice(cut + 2))
  return folded.replace(fillers, ' ').replace(/\s+/g, ' ')
}

/** What people say while they think: "I'm, uh, forty" says the same without it. */
const fillers = /,?\s*\b(?:u+m+|u+h+m*|er+m*|hm+|mm+|ahm)\b(?:,|\.{2,3})?/g

export function textAfter({ text }: Reading, offset: number, chars = 60): string {
  const slice = text.slice(offset, offset + chars)
  const cut = slice.indexOf('\n\n')
  return fold(cut < 0 ? slice : slice.slice(0, cut)).replace(/\s+/g, ' ')
}
