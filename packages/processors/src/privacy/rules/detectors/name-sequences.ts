/** Sequences of capitalized words. */

import { dictionary } from '../../words/dictionary.ts'
import {
  monthsWithinNames,
  nameAbbreviations,
  nameParticles,
  titles,
  weekday,
} from '../patterns/name-words.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { startsSentence } from '../text/analyzed-text.ts'
import { derived } from '../text/derived.ts'
import { monthOf } from '../text/months.ts'
import type { Token } from '../text/tokens.ts'
import { isFirstName, isLastName } from './name-words.ts'
import { isNationalityOrLanguage } from './nationalities.ts'

export type NameSequence = {
  readonly from: number
  /** The index after the last token. */
  readonly to: number
  readonly start: number
  readonly end: number
  /** Without the full stops of initials and without hyphens. */
  readonly words: readonly Token[]
  readonly startsSentence: boolean
}

/** The candidates for names of people, places and organizations. */
export const nameSequences = derived((analyzed: AnalyzedText): readonly NameSequence[] => {
  const { tokens } = analyzed
  const found: NameSequence[] = []
  let index = 0
  while (index < tokens.length) {
    const token = tokens[index]
    if (token === undefined || !isNameToken(token) || isNeverPartOfName(token)) {
      index += 1
      continue
    }
    const to = endOf(tokens, index)
    const last = tokens[to - 1]
    if (last !== undefined) {
      const words = tokens.slice(index, to).filter((each) => each.kind !== 'mark')
      found.push({
        from: index,
        to,
        start: token.start,
        end: last.end,
        words,
        startsSentence: startsSentence(tokens, index),
      })
    }
    index = to
  }
  return found
})

function isNameToken(token: Token): boolean {
  return (
    (token.kind === 'word' || (token.kind === 'mixed' && /^\p{Lu}\p{L}+\d{0,2}$/u.test(token.text))) &&
    token.isCapital &&
    token.text !== 'I' &&
    !titles.has(token.key)
  )
}

function endOf(tokens: readonly Token[], from: number): number {
  let to = from + 1
  for (;;) {
    const next = nextWord(tokens, to)
    const token = next === null ? undefined : tokens[next]
    if (next === null || token === undefined || isNeverPartOfName(token)) return to
    if (isNameToken(token)) {
      to = next + 1
      continue
    }
    // "Ludwig van der Rohe": at most two particles between names.
    const after = nameParticles.has(token.key) ? skipParticles(tokens, next) : null
    const later = after === null ? undefined : tokens[after]
    if (
      after === null ||
      later === undefined ||
      !isNameToken(later) ||
      isNeverPartOfName(later) ||
      later.gap !== 'space'
    )
      return to
    to = after + 1
  }
}

/** The next word after the full stop of an initial, a hyphen or a space; null after a line break. */
function nextWord(tokens: readonly Token[], index: number): number | null {
  const token = tokens[index]
  if (token === undefined || token.gap === 'line-break') return null
  if (token.kind !== 'mark') return token.gap === 'none' ? null : index
  const next = tokens[index + 1]
  if (next === undefined || next.gap === 'line-break') return null
  const isHyphen = /^[-‐‑]$/.test(token.text) && token.gap === 'none' && next.gap === 'none'
  const before = tokens[index - 1]
  const isInitial =
    token.text === '.' &&
    token.gap === 'none' &&
    before !== undefined &&
    (before.text.length === 1 || nameAbbreviations.has(before.key))
  return isHyphen || isInitial ? index + 1 : null
}

function skipParticles(tokens: readonly Token[], index: number): number | null {
  let at = index
  while (at < index + 2 && nameParticles.has(tokens[at]?.key ?? '') && tokens[at]?.isCapital === false)
    at += 1
  return tokens[at]?.gap === 'space' ? at : null
}

/** Capitalized, but the name of something else: "Just WhatsApp Fatou", "on Monday Anna". */
function isNeverPartOfName(token: Token): boolean {
  const { key } = token
  return isNationalityOrLanguage(token) || isKnownCompany(key) || weekday.regex.test(key) || isMonth(key)
}

function isKnownCompany(key: string): boolean {
  return dictionary().organizations.has(key) && !isFirstName(key) && !isLastName(key)
}

/** A month that is not a first name. */
function isMonth(key: string): boolean {
  return monthOf(key) !== undefined && key.length > 4 && !monthsWithinNames.has(key)
}
