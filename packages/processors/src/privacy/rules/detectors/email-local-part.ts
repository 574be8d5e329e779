/** The local part of a spoken e-mail address, read backwards from the "at". */

import {
  clauseBeforeAt,
  determiners,
  localPartCue,
  mailboxNames,
  nonAddressWords,
  spokenJoints,
  wordsBeforePage,
} from '../patterns/emails.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textBefore } from '../text/analyzed-text.ts'
import { repeatOf } from '../text/number-words.ts'
import type { Token } from '../text/tokens.ts'

/** Where the local part begins; null if the words before "at" are not one. */
export function localPartStart(analyzed: AnalyzedText, end: number, hasTopLevel: boolean): number | null {
  const { tokens, text } = analyzed
  const last = tokens[end - 1]?.text === ',' ? end - 2 : end - 1
  if (!couldEnd(analyzed, last, hasTopLevel) || tokens[end]?.gap === 'line-break') return null
  const { at, joined } = walkBack(analyzed, last)
  const start = tokens[at]?.start
  if (start === undefined) return null
  const isSpelling = tokens.slice(at, end).some((token) => isSpelled(analyzed, token))
  const isAnnounced = localPartCue.regex.test(textBefore(analyzed, start, 60))
  // "I work at yahoo", "we meet at the office dot".
  const isClause = clauseBeforeAt.regex.test(text.slice(start, tokens[end]?.start).trim().toLowerCase())
  return (hasTopLevel || joined > 0 || isSpelling || isAnnounced) && !isClause ? start : null
}

/** Whether a token can be the last of the local part. */
function couldEnd({ tokens }: AnalyzedText, index: number, hasTopLevel: boolean): boolean {
  const token = tokens[index]
  if (token === undefined || token.kind === 'mark') return false
  const before = tokens[index - 1]?.key ?? ''
  if (spokenJoints.has(before)) return true
  // "sign up at example dot org" is a web page.
  if (wordsBeforePage.has(token.key)) return false
  const isMailbox = hasTopLevel && mailboxNames.has(token.key) && !determiners.has(before)
  return !isNonAddressWord(token.key) || token.text.length === 1 || isMailbox
}

/** The index of the first token, and how many dots, dashes and underscores join the parts. */
function walkBack(analyzed: AnalyzedText, last: number): { at: number; joined: number } {
  const { tokens } = analyzed
  const wordsBefore = maxWordsBefore(analyzed, last)
  let at = last
  let joined = 0
  let words = 1
  for (let steps = 0; steps < 60; steps += 1) {
    const token = tokens[at]
    const before = tokens[at - 1]
    if (token === undefined || before === undefined || token.gap === 'line-break') break
    const joint = skipJoint(tokens, at)
    if (joint === null) break
    if (joint !== at) {
      joined += before.text === ',' ? 0 : 1
      at = joint
      continue
    }
    if (before.text === ',' && isSpelled(analyzed, token)) {
      const next = tokens[at - 2]
      if (next === undefined || next.kind === 'mark' || isNonAddressWord(next.key)) break
      at -= 2
      continue
    }
    if (!isPart(analyzed, before, token, { words, wordsBefore })) break
    if (!isSpelled(analyzed, before)) words += 1
    at -= 1
  }
  return { at, joined }
}

/** Skips a dot, dash or underscore: the token before it, the same token if there is none, null if nothing precedes it. */
function skipJoint(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  const before = tokens[at - 1]
  if (token === undefined || before === undefined) return null
  const isWord = (index: number) => tokens[index] !== undefined && tokens[index]?.kind !== 'mark'
  // jana [dot] kral
  const isBracketed =
    /^[\])}]$/.test(before.text) &&
    spokenJoints.has(tokens[at - 2]?.key ?? '') &&
    /^[[({]$/.test(tokens[at - 3]?.text ?? '')
  if (isBracketed && isWord(at - 4)) return at - 4
  const isMark = token.gap === 'none' && /^[._+-]$/.test(before.text) && before.gap === 'none'
  if (isMark || spokenJoints.has(before.key)) {
    if (!isWord(at - 2)) return null
    const isDouble = spokenJoints.has(tokens[at - 2]?.key ?? '')
    return isWord(isDouble ? at - 3 : at - 2) ? (isDouble ? at - 3 : at - 2) : null
  }
  // "jane, dot, doe"
  const isPaused = before.text === ',' && spokenJoints.has(tokens[at - 2]?.key ?? '')
  return isPaused && !isNonAddressWord(tokens[at - 2]?.key ?? '') ? at - 2 : at
}

/** All words after an announcement ("my email is") belong to the address; otherwise at most two. */
function maxWordsBefore({ tokens }: AnalyzedText, last: number): number {
  const announced = [1, 2, 3, 4].find((back) => {
    const token = tokens[last - back]
    return token === undefined || isNonAddressWord(token.key) || token.text === ':'
  })
  return announced === undefined ? 2 : Math.max(2, announced)
}

/** Part of a spelled address: a single letter, a digit or a spoken number. */
function isSpelled({ numbers }: AnalyzedText, token: Token): boolean {
  return (
    token.kind === 'number' ||
    (token.kind === 'word' && (token.text.length === 1 || numbers.has(token.key))) ||
    repeatOf(token.key) !== undefined
  )
}

/** Whether the preceding token belongs to the address as well. */
function isPart(
  analyzed: AnalyzedText,
  before: Token,
  token: Token,
  { words, wordsBefore }: { words: number; wordsBefore: number },
): boolean {
  if (before.kind === 'mark') return false
  const isLetter = before.text.length === 1 && isSpelled(analyzed, token)
  if (isNonAddressWord(before.key) && !isLetter) return false
  if (before.key === 'i' && !isSpelled(analyzed, token)) return false
  if (isSpelled(analyzed, before) || isSpelled(analyzed, token)) return true
  return words < wordsBefore && /^[a-z]{2,}$/.test(before.key) && !/(?:ing|ed)$/.test(before.key)
}

/** A word of the sentence around an address. */
function isNonAddressWord(key: string): boolean {
  return nonAddressWords.has(key) || key.startsWith("'")
}
