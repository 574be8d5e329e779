/** Words with capitals that stand together: candidates for names of people, places and organizations. Pure. */

import type { Reading } from './reading.ts'
import { startsSentence } from './reading.ts'
import type { Token } from './tokens.ts'

export type Sequence = {
  readonly from: number
  /** The index after the last token. */
  readonly to: number
  readonly start: number
  readonly end: number
  /** The words alone, without initials' dots and hyphens. */
  readonly words: readonly Token[]
  readonly startsSentence: boolean
}

const particles =
  /^(?:de|da|do|dos|das|di|del|della|du|des|der|den|dem|van|von|vom|zu|zum|zur|ter|ten|bin|ibn|bint|ben|al|el|la|le|las|los|y|e|af|av|o)$/
const honorifics = /^(?:mr|mrs|ms|miss|mx|dr|prof|sir|madam|herr|mister|jr|sr)$/

export function findSequences(reading: Reading, isBreak: (token: Token) => boolean): Sequence[] {
  const { tokens } = reading
  const found: Sequence[] = []
  let index = 0
  while (index < tokens.length) {
    const token = tokens[index]
    if (token === undefined || !isNameToken(token) || isBreak(token)) {
      index += 1
      continue
    }
    const to = endOf(tokens, index, isBreak)
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
}

function isNameToken(token: Token): boolean {
  return (
    (token.kind === 'word' || (token.kind === 'mixed' && /^\p{Lu}\p{L}+\d{0,2}$/u.test(token.text))) &&
    token.isCapital &&
    token.text !== 'I' &&
    !honorifics.test(token.key)
  )
}

function endOf(tokens: readonly Token[], from: number, isBreak: (token: Token) => boolean): number {
  let to = from + 1
  for (;;) {
    const next = nextWord(tokens, to)
    const token = next === null ? undefined : tokens[next]
    if (next === null || token === undefined || isBreak(token)) return to
    if (isNameToken(token)) {
      to = next + 1
      continue
    }
    // "Ludwig van der Rohe": small words between two names, at most two of them.
    const after = particles.test(token.key) ? overParticles(tokens, next) : null
    const later = after === null ? undefined : tokens[after]
    if (
      after === null ||
      later === undefined ||
      !isNameToken(later) ||
      isBreak(later) ||
      later.gap !== 'blank'
    )
      return to
    to = after + 1
  }
}

/** Over the dot of an initial, a hyphen or a blank; never over a line break. */
function nextWord(tokens: readonly Token[], index: number): number | null {
  const token = tokens[index]
  if (token === undefined || token.gap === 'break') return null
  if (token.kind !== 'mark') return token.gap === 'none' ? null : index
  const next = tokens[index + 1]
  if (next === undefined || next.gap === 'break') return null
  const isHyphen = /^[-‐‑]$/.test(token.text) && token.gap === 'none' && next.gap === 'none'
  const before = tokens[index - 1]
  const isInitial =
    token.text === '.' &&
    token.gap === 'none' &&
    before !== undefined &&
    (before.text.length === 1 || /^(?:st|jr|sr|mt|ft)$/.test(before.key))
  return isHyphen || isInitial ? index + 1 : null
}

function overParticles(tokens: readonly Token[], index: number): number | null {
  let at = index
  while (at < index + 2 && particles.test(tokens[at]?.key ?? '') && tokens[at]?.isCapital === false) at += 1
  return tokens[at]?.gap === 'blank' ? at : null
}
