/** E-mail addresses: written, disguised and spoken. */

import { Category } from '../../categories.ts'
import type { Detection, Detector } from '../detector.ts'
import { detected } from '../detector.ts'
import {
  addressAfterHost,
  addressCue,
  atWords,
  dotWords,
  mailProviders,
  nonHostWords,
  topLevelDomains,
  topLevelFunctionWords,
  writtenAddress,
} from '../patterns/emails.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textBefore } from '../text/analyzed-text.ts'
import type { Token } from '../text/tokens.ts'
import { localPartStart } from './email-local-part.ts'

export const emailDetector: Detector = {
  id: 'email-addresses',
  categories: [Category.emailAddress],
  ignoresInside: [],
  examples: [
    ['Write to c.vandenberg@uva.nl, please.', 'email: c.vandenberg@uva.nl'],
    ["it's jane dot doe at gmail dot com okay", 'email: jane dot doe at gmail dot com'],
    [
      'h a b underscore 22 at acme dash corp dot co dot uk',
      'email: h a b underscore 22 at acme dash corp dot co dot uk',
    ],
    ['my gmail is kayla dot r dot jones', 'email: kayla dot r dot jones'],
    ['We meet at the office dot that is it'],
    ['I work at yahoo.'],
  ],
  detect(analyzed) {
    const written = [...analyzed.text.matchAll(writtenAddress.regex)].map((match) =>
      detected(match, Category.emailAddress, 0.99),
    )
    return [...written, ...spokenAddresses(analyzed, written), ...addressesWithoutAt(analyzed)]
  },
}

/** "jane dot doe at gmail dot com", "jana [at] example [dot] org". */
function* spokenAddresses(analyzed: AnalyzedText, written: readonly Detection[]): Generator<Detection> {
  const { tokens } = analyzed
  for (const [index, token] of tokens.entries()) {
    const at = atSign(tokens, index)
    if (at === null) continue
    if (written.some((each) => token.start >= each.start && token.start < each.end)) continue
    const domain = readDomain(analyzed, at.to)
    const start = domain === null ? null : localPartStart(analyzed, at.from, domain.hasTopLevel)
    const last = tokens[(domain?.to ?? 0) - 1]
    if (domain === null || start === null || last === undefined) continue
    const confidence = domain.hasTopLevel ? 0.95 : 0.8
    yield { start, end: last.end, category: Category.emailAddress, confidence }
  }
}

/** "my gmail is kayla dot r dot jones": the host precedes the address. */
function* addressesWithoutAt({ text }: AnalyzedText): Generator<Detection> {
  for (const match of text.matchAll(addressAfterHost.regex)) {
    const end = match.index + match[0].length
    yield { start: end - (match[1]?.length ?? 0), end, category: Category.emailAddress, confidence: 0.85 }
  }
}

/** "at", "@", "[at]", "(at)", "at sign": from the first token to the one after the last. */
function atSign(tokens: readonly Token[], index: number): { from: number; to: number } | null {
  const token = tokens[index]
  if (token === undefined) return null
  const isAt = token.text === '@' || atWords.has(token.key) || token.text.toLowerCase() === 'ät'
  if (!isAt) return null
  const isBracketed =
    /^[[({<]$/.test(tokens[index - 1]?.text ?? '') && /^[\])}>]$/.test(tokens[index + 1]?.text ?? '')
  if (isBracketed) return { from: index - 1, to: index + 2 }
  const isSign = /^(?:sign|symbol)$/.test(tokens[index + 1]?.key ?? '')
  return { from: index, to: isSign ? index + 2 : index + 1 }
}

/** The index after "dot", which may be in brackets. */
function skipDot(tokens: readonly Token[], index: number): number | null {
  let at = index
  if (tokens[at]?.text === ',') at += 1
  const token = tokens[at]
  if (token === undefined) return null
  const isBracketed =
    /^[[({]$/.test(token.text) &&
    dotWords.has(tokens[at + 1]?.key ?? '') &&
    /^[\])}]$/.test(tokens[at + 2]?.text ?? '')
  if (isBracketed) return at + 3
  const isMark = token.text === '.' && token.gap === 'none' && tokens[at + 1]?.gap === 'none'
  if (!isMark && !dotWords.has(token.key)) return null
  return tokens[at + 1]?.text === ',' ? at + 2 : at + 1
}

/** The longest host, in tokens: "my green tree dash consulting". */
const maxHostTokens = 12

function readDomain(analyzed: AnalyzedText, from: number): { to: number; hasTopLevel: boolean } | null {
  const { tokens } = analyzed
  const top = readTopLevel(tokens, from) ?? unlistedTopLevel(analyzed, from)
  // "at the end dot it": a function word, not a country code.
  const isFunctionWord =
    tokens[from]?.key === 'the' && topLevelFunctionWords.has(tokens[(top ?? 0) - 1]?.key ?? '')
  if (top !== null && isFunctionWord) return null
  if (top !== null) return { to: top, hasTopLevel: true }
  const provider = providerAt(tokens, from)
  return provider === null ? null : { to: provider, hasTopLevel: false }
}

function readTopLevel(tokens: readonly Token[], from: number): number | null {
  let end: number | null = null
  let at = from
  for (let steps = 0; steps < maxHostTokens; steps += 1) {
    const token = tokens[at]
    if (token === undefined || token.gap === 'line-break') return end
    const dot = skipDot(tokens, at)
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
      if (skipDot(tokens, at) === null) return end
      continue
    }
    if (end !== null) return end
    const isPart = token.kind !== 'mark' || (/^[-_,]$/.test(token.text) && steps > 0)
    if (
      !isPart ||
      (nonHostWords.has(token.key) &&
        !(token.key === 'and' && skipDot(tokens, at + 2) !== null) &&
        !(token.key === 'i' && isLetter(tokens[at - 1]) && isLetter(tokens[at + 1])))
    )
      return null
    at += 1
  }
  return end
}

/** An unlisted top-level domain: any word at the end of the phrase, if an address was announced. */
function unlistedTopLevel(analyzed: AnalyzedText, from: number): number | null {
  const { tokens } = analyzed
  const isAnnounced = addressCue.regex.test(textBefore(analyzed, tokens[from]?.start ?? 0, 60))
  for (let at = from + 1; isAnnounced && at < from + maxHostTokens; at += 1) {
    const dot = skipDot(tokens, at)
    const word = dot === null ? undefined : tokens[dot]
    const next = dot === null ? undefined : tokens[dot + 1]
    if (
      dot !== null &&
      word?.kind === 'word' &&
      /^[a-z]{2,12}$/.test(word.key) &&
      (next === undefined || next.kind === 'mark' || next.gap === 'line-break')
    )
      return dot + 1
    if (tokens[at]?.kind !== 'word') return null
  }
  return null
}

function isLetter(token: Token | undefined): boolean {
  return token !== undefined && /^[a-z]$/.test(token.key)
}

/** The index after "com", "co" or "c o m". */
function topLevelAt(tokens: readonly Token[], index: number): number | null {
  const token = tokens[index]
  if (token === undefined) return null
  if (topLevelDomains.has(token.key)) return index + 1
  for (const length of [2, 3, 4]) {
    const letters = tokens.slice(index, index + length)
    if (
      letters.length === length &&
      letters.every((each) => /^[a-z]$/.test(each.key)) &&
      topLevelDomains.has(letters.map((each) => each.key).join(''))
    )
      return index + length
  }
  return null
}

function providerAt(tokens: readonly Token[], index: number): number | null {
  const first = tokens[index]?.key ?? ''
  if (mailProviders.has(first)) return index + 1
  const second = tokens[index + 1]?.key ?? ''
  return mailProviders.has(`${first}${second}`) ? index + 2 : null
}
