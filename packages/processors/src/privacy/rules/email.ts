/** E-mail addresses, written, disguised and spoken. Pure. */

import { emailProviders, isTopLevel } from './email-words.ts'
import type { Finding } from './finding.ts'
import { repeatOf } from './number-words.ts'
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
const joints =
  /^(?:dot|period|point|punkt|punto|ponto|punt|kropka|dash|hyphen|minus|underscore|under|score|plus|bindestrich|unterstrich|guion|bajo|tiret|trait|bas|trattino|underline|underbar)$/

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

/** Words that are no part of an address: what comes before it in a sentence. */
const stops = new Set(
  "is it's its it my your his her our their the a an to at on in for of and or me you i we he she they that's that this as with by via from email e-mail mail address addresses contact reach write send use using used type typed enter entered be was are so um uh yeah yes no well okay ok like under through message drop ping cc just email's actually then have has had ist lautet an es el mi correo adresse c'est est zu unter meine mijn sono e a un them him us gave give told tell sent says said try tried called named put have which who".split(
    ' ',
  ),
)

function isStop(key: string): boolean {
  return stops.has(key) || key.startsWith("'")
}

/** Where the part before the "at" begins. */
function readLocal(reading: Reading, end: number, isSure: boolean): number | null {
  const { tokens, text } = reading
  let at = tokens[end - 1]?.text === ',' ? end - 2 : end - 1
  const first = tokens[at]
  if (first === undefined || first.kind === 'mark' || tokens[end]?.gap === 'break') return null
  const isMailbox =
    isSure &&
    /^(?:contact|mail|message|email)$/.test(first.key) &&
    !/^(?:my|a|our|the|your)$/.test(tokens[at - 1]?.key ?? '')
  const isJoined = joints.test(tokens[at - 1]?.key ?? '')
  if (isStop(first.key) && first.text.length > 1 && !isJoined && !isMailbox) return null
  // "sign up at example dot org" names a page.
  if (
    /^(?:up|out|in|online|over|available|back|home|here|there|live|again|website|site|page|store)$/.test(
      first.key,
    ) &&
    !isJoined
  )
    return null
  // Where the sentence says that an address comes, all words behind that are part of it; else a name and a surname.
  const led = [1, 2, 3, 4].find(
    (back) => at - back < 0 || isStop(tokens[at - back]?.key ?? '') || tokens[at - back]?.text === ':',
  )
  const wordsBefore = led === undefined ? 2 : Math.max(2, led)
  let joined = 0
  let words = 1
  for (let steps = 0; steps < 60; steps += 1) {
    const token = tokens[at]
    const before = tokens[at - 1]
    if (token === undefined || before === undefined || token.gap === 'break') break
    const isMarkJoint = token.gap === 'none' && /^[._+-]$/.test(before.text) && before.gap === 'none'
    // jana [dot] kral
    const isBracketed =
      /^[\])}]$/.test(before.text) &&
      joints.test(tokens[at - 2]?.key ?? '') &&
      /^[[({]$/.test(tokens[at - 3]?.text ?? '')
    if (isBracketed && tokens[at - 4] !== undefined && tokens[at - 4]?.kind !== 'mark') {
      joined += 1
      at -= 4
      continue
    }
    if (isMarkJoint || joints.test(before.key)) {
      const next = tokens[at - 2]
      if (next === undefined || next.kind === 'mark') break
      joined += 1
      at -= joints.test(next.key) ? 3 : 2
      if (tokens[at]?.kind === 'mark' || tokens[at] === undefined) {
        at += 2
        break
      }
      continue
    }
    if (before.text === ',' && (isSpelled(reading, token) || joints.test(tokens[at - 2]?.key ?? ''))) {
      const next = tokens[at - 2]
      if (next === undefined || next.kind === 'mark' || isStop(next.key)) break
      at -= 2
      continue
    }
    if (!isPart(reading, before, token, { words, wordsBefore })) break
    if (!isSpelled(reading, before)) words += 1
    at -= 1
  }
  const start = tokens[at]?.start
  if (start === undefined) return null
  const isSpelling = tokens.slice(at, end).some((token) => isSpelled(reading, token))
  const isAddress =
    joined > 0 ||
    isSpelling ||
    /\b(?:e-?mail|mail|address|correo|adresse|inbox|reach|write|contact|login|log in|user ?name)\b/.test(
      textBefore(reading, start, 60),
    )
  const isNamed = isSure || isAddress
  // "I work at yahoo" names no address, and neither does "we meet at the office dot".
  const isWork =
    /\b(?:work(?:s|ed|ing)?|job|look(?:ing|ed)?|based|hosted|sold|bought|account|stay(?:ed|ing)?|study|studied|was|am|is|are|were)$/.test(
      fullKey(text.slice(start, tokens[end]?.start ?? start)),
    )
  return isNamed && !isWork ? start : null
}

function fullKey(text: string): string {
  return text.trim().toLowerCase()
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
