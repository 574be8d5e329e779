/** E-mail addresses, written, disguised and spoken. Pure. */

import { readLocal } from './email-local.ts'
import { emailProviders, isTopLevel } from './email-words.ts'
import type { Finding } from './finding.ts'
import type { Reading } from './reading.ts'
import { textBefore } from './reading.ts'
import type { Token } from './tokens.ts'

/** Bounded on both sides: a megabyte without an @ must not take long. */
const written =
  /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}][\p{L}\p{N}\p{M}._%+'-]{0,63}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,62})\.){1,8}\p{L}{2,24}/gu

export function findEmails(reading: Reading): Finding[] {
  const found: Finding[] = []
  for (const match of reading.text.matchAll(written)) {
    found.push({ start: match.index, end: match.index + match[0].length, category: 2, confidence: 0.99 })
  }
  const { tokens } = reading
  for (const [index, token] of tokens.entries()) {
    const at = atSign(tokens, index)
    if (at === null) continue
    if (found.some((each) => token.start >= each.start && token.start < each.end)) continue
    const domain = readDomain(reading, at.to)
    const local = domain === null ? null : readLocal(reading, at.from, domain.isSure)
    const last = tokens[(domain?.to ?? 0) - 1]
    if (domain === null || local === null || last === undefined) continue
    found.push({ start: local, end: last.end, category: 2, confidence: domain.isSure ? 0.95 : 0.8 })
  }
  return [...found, ...withoutAt(reading)]
}

const named =
  /\b(?:e-?mail|gmail|hotmail|icloud|outlook|yahoo)(?: address| account)?(?:'s| is|:)\s((?:[\p{L}\p{N}]+\s(?:dot|underscore|dash|hyphen)\s){1,5}[\p{L}\p{N}]+)(?!\s(?:at|@))/giu

/** "my gmail is kayla dot r dot jones": the host was said before. */
function* withoutAt({ text }: Reading): Generator<Finding> {
  for (const match of text.matchAll(named)) {
    const end = match.index + match[0].length
    yield { start: end - (match[1]?.length ?? 0), end, category: 2, confidence: 0.85 }
  }
}

const atWords = /^(?:at|arroba|arobase|chiocciola|apenstaartje|klammeraffe|apestaart|malpa|snabel)$/

/** "at", "@", "[at]", "(at)", "at sign": from the first token to the one after the last. */
function atSign(tokens: readonly Token[], index: number): { from: number; to: number } | null {
  const token = tokens[index]
  if (token === undefined) return null
  const isAt = token.text === '@' || atWords.test(token.key) || token.text.toLowerCase() === 'ät'
  if (!isAt) return null
  const isBracketed =
    /^[[({<]$/.test(tokens[index - 1]?.text ?? '') && /^[\])}>]$/.test(tokens[index + 1]?.text ?? '')
  if (isBracketed) return { from: index - 1, to: index + 2 }
  const isSign = /^(?:sign|symbol)$/.test(tokens[index + 1]?.key ?? '')
  return { from: index, to: isSign ? index + 2 : index + 1 }
}

const dotWords = /^(?:dot|period|point|punkt|punto|ponto|punt|kropka)$/

/** After "dot", which may be in brackets: the index behind it. */
function overDot(tokens: readonly Token[], index: number): number | null {
  let at = index
  if (tokens[at]?.text === ',') at += 1
  const token = tokens[at]
  if (token === undefined) return null
  const isBracketed =
    /^[[({]$/.test(token.text) &&
    dotWords.test(tokens[at + 1]?.key ?? '') &&
    /^[\])}]$/.test(tokens[at + 2]?.text ?? '')
  if (isBracketed) return at + 3
  const isMark = token.text === '.' && token.gap === 'none' && tokens[at + 1]?.gap === 'none'
  if (!isMark && !dotWords.test(token.key)) return null
  return tokens[at + 1]?.text === ',' ? at + 2 : at + 1
}

/** At most this many tokens name the host: "my green tree dash consulting". */
const maxHostTokens = 12

function readDomain(reading: Reading, from: number): { to: number; isSure: boolean } | null {
  const { tokens } = reading
  const top = readTopLevel(tokens, from) ?? looseTop(reading, from)
  // "at the end dot it": a small word after "the" is no country.
  const isSmall =
    tokens[from]?.key === 'the' &&
    /^(?:it|is|in|me|be|no|so|at|to|my|us|do|id|by|am|as|and)$/.test(tokens[(top ?? 0) - 1]?.key ?? '')
  if (top !== null && isSmall) return null
  if (top !== null) return { to: top, isSure: true }
  const provider = providerAt(tokens, from)
  return provider === null ? null : { to: provider, isSure: false }
}

function readTopLevel(tokens: readonly Token[], from: number): number | null {
  let end: number | null = null
  let at = from
  for (let steps = 0; steps < maxHostTokens; steps += 1) {
    const token = tokens[at]
    if (token === undefined || token.gap === 'break') return end
    const dot = overDot(tokens, at)
    if (dot !== null) {
      if (at === from) return null
      const top = topLevelAt(tokens, dot)
      if (top === null) {
        // A host may have several parts: mail dot example dot org.
        const more = tokens[dot]
        if (more === undefined || (more.kind !== 'word' && more.kind !== 'mixed')) return end
        at = dot
        continue
      }
      end = top
      at = top
      if (overDot(tokens, at) === null) return end
      continue
    }
    if (end !== null) return end
    const isPart = token.kind !== 'mark' || (/^[-_,]$/.test(token.text) && steps > 0)
    if (
      !isPart ||
      (/^(?:and|is|it|this|that|then|to|for|with|i|we|you|he|she|they|so|but|was|are|not|where|when|at)$/.test(
        token.key,
      ) &&
        !(token.key === 'and' && overDot(tokens, at + 2) !== null) &&
        !(token.key === 'i' && isLetter(tokens[at - 1]) && isLetter(tokens[at + 1])))
    )
      return null
    at += 1
  }
  return end
}

/** Nobody knows all top levels: any word will do where an address was announced and nothing follows. */
function looseTop(reading: Reading, from: number): number | null {
  const { tokens } = reading
  const isTold = /\b(?:e-?mail|mail|contact|reach|write|send|address|login)\b/.test(
    textBefore(reading, tokens[from]?.start ?? 0, 60),
  )
  for (let at = from + 1; isTold && at < from + maxHostTokens; at += 1) {
    const dot = overDot(tokens, at)
    const word = dot === null ? undefined : tokens[dot]
    const next = dot === null ? undefined : tokens[dot + 1]
    if (
      dot !== null &&
      word?.kind === 'word' &&
      /^[a-z]{2,12}$/.test(word.key) &&
      (next === undefined || next.kind === 'mark' || next.gap === 'break')
    )
      return dot + 1
    if (tokens[at]?.kind !== 'word') return null
  }
  return null
}

function isLetter(token: Token | undefined): boolean {
  return token !== undefined && /^[a-z]$/.test(token.key)
}

/** "com", "co", "c o m": the index after it. */
function topLevelAt(tokens: readonly Token[], index: number): number | null {
  const token = tokens[index]
  if (token === undefined) return null
  if (isTopLevel(token.key)) return index + 1
  for (const length of [2, 3, 4]) {
    const letters = tokens.slice(index, index + length)
    if (
      letters.length === length &&
      letters.every((each) => /^[a-z]$/.test(each.key)) &&
      isTopLevel(letters.map((each) => each.key).join(''))
    )
      return index + length
  }
  return null
}

function providerAt(tokens: readonly Token[], index: number): number | null {
  const first = tokens[index]?.key ?? ''
  if (emailProviders.has(first)) return index + 1
  const second = tokens[index + 1]?.key ?? ''
  return emailProviders.has(`${first}${second}`) ? index + 2 : null
}
