/** The part of an e-mail address before the "at", found backwards from there. Pure. */

import { isStop, joints } from './email-words.ts'
import { repeatOf } from './number-words.ts'
import type { Reading } from './reading.ts'
import { textBefore } from './reading.ts'
import type { Token } from './tokens.ts'

/** Where the part before the "at" begins; null when what stands there is no address. */
export function readLocal(reading: Reading, end: number, isSure: boolean): number | null {
  const { tokens, text } = reading
  const last = tokens[end - 1]?.text === ',' ? end - 2 : end - 1
  if (!couldEnd(reading, last, isSure) || tokens[end]?.gap === 'break') return null
  const { at, joined } = walkBack(reading, last)
  const start = tokens[at]?.start
  if (start === undefined) return null
  const isSpelling = tokens.slice(at, end).some((token) => isSpelled(reading, token))
  const isAnnounced =
    /\b(?:e-?mail|mail|address|correo|adresse|inbox|reach|write|contact|login|log in|user ?name)\b/.test(
      textBefore(reading, start, 60),
    )
  // "I work at yahoo" names no address, and neither does "we meet at the office dot".
  const isOther =
    /\b(?:work(?:s|ed|ing)?|job|look(?:ing|ed)?|based|hosted|sold|bought|account|stay(?:ed|ing)?|study|studied|was|am|is|are|were)$/.test(
      text.slice(start, tokens[end]?.start).trim().toLowerCase(),
    )
  return (isSure || joined > 0 || isSpelling || isAnnounced) && !isOther ? start : null
}

/** Whether a token could be the last of the part before the "at". */
function couldEnd({ tokens }: Reading, index: number, isSure: boolean): boolean {
  const token = tokens[index]
  if (token === undefined || token.kind === 'mark') return false
  const before = tokens[index - 1]?.key ?? ''
  if (joints.test(before)) return true
  // "sign up at example dot org" names a page.
  if (
    /^(?:up|out|in|online|over|available|back|home|here|there|live|again|website|site|page|store)$/.test(
      token.key,
    )
  )
    return false
  const isMailbox =
    isSure && /^(?:contact|mail|message|email)$/.test(token.key) && !/^(?:my|a|our|the|your)$/.test(before)
  return !isStop(token.key) || token.text.length === 1 || isMailbox
}

/** From the last token to the first, over dots, dashes and letters; and how many of the former there are. */
function walkBack(reading: Reading, last: number): { at: number; joined: number } {
  const { tokens } = reading
  const wordsBefore = wordsThatBelong(reading, last)
  let at = last
  let joined = 0
  let words = 1
  for (let steps = 0; steps < 60; steps += 1) {
    const token = tokens[at]
    const before = tokens[at - 1]
    if (token === undefined || before === undefined || token.gap === 'break') break
    const joint = overJoint(tokens, at)
    if (joint === null) break
    if (joint !== at) {
      joined += before.text === ',' ? 0 : 1
      at = joint
      continue
    }
    if (before.text === ',' && isSpelled(reading, token)) {
      const next = tokens[at - 2]
      if (next === undefined || next.kind === 'mark' || isStop(next.key)) break
      at -= 2
      continue
    }
    if (!isPart(reading, before, token, { words, wordsBefore })) break
    if (!isSpelled(reading, before)) words += 1
    at -= 1
  }
  return { at, joined }
}

/** The token before a dot, dash or underscore; the same when there is none; null when nothing is before it. */
function overJoint(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at]
  const before = tokens[at - 1]
  if (token === undefined || before === undefined) return null
  const isWord = (index: number) => tokens[index] !== undefined && tokens[index]?.kind !== 'mark'
  // jana [dot] kral
  const isBracketed =
    /^[\])}]$/.test(before.text) &&
    joints.test(tokens[at - 2]?.key ?? '') &&
    /^[[({]$/.test(tokens[at - 3]?.text ?? '')
  if (isBracketed && isWord(at - 4)) return at - 4
  const isMark = token.gap === 'none' && /^[._+-]$/.test(before.text) && before.gap === 'none'
  if (isMark || joints.test(before.key)) {
    if (!isWord(at - 2)) return null
    const isDouble = joints.test(tokens[at - 2]?.key ?? '')
    return isWord(isDouble ? at - 3 : at - 2) ? (isDouble ? at - 3 : at - 2) : null
  }
  // "jane, dot, doe"
  const isPaused = before.text === ',' && joints.test(tokens[at - 2]?.key ?? '')
  return isPaused && !isStop(tokens[at - 2]?.key ?? '') ? at - 2 : at
}

/** Where the sentence says that an address comes, all words behind that are part of it; else a name and a surname. */
function wordsThatBelong({ tokens }: Reading, last: number): number {
  const led = [1, 2, 3, 4].find((back) => {
    const token = tokens[last - back]
    return token === undefined || isStop(token.key) || token.text === ':'
  })
  return led === undefined ? 2 : Math.max(2, led)
}

/** Single letters, digits and spoken numbers: an address being spelled. */
function isSpelled({ numbers }: Reading, token: Token): boolean {
  return (
    token.kind === 'number' ||
    (token.kind === 'word' && (token.text.length === 1 || numbers.has(token.key))) ||
    repeatOf(token.key) !== undefined
  )
}

/** Whether the token before belongs to the address too. */
function isPart(
  reading: Reading,
  before: Token,
  token: Token,
  { words, wordsBefore }: { words: number; wordsBefore: number },
): boolean {
  if (before.kind === 'mark') return false
  const isLetter = before.text.length === 1 && isSpelled(reading, token)
  if (isStop(before.key) && !isLetter) return false
  if (before.key === 'i' && !isSpelled(reading, token)) return false
  if (isSpelled(reading, before) || isSpelled(reading, token)) return true
  return words < wordsBefore && /^[a-z]{2,}$/.test(before.key) && !/(?:ing|ed)$/.test(before.key)
}
