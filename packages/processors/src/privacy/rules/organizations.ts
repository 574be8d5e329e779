/** Companies, authorities, schools: known ones, those whose name says it, and those somebody works for. Pure. */

import { dictionary } from '../words/dictionary.ts'
import type { Finding } from './finding.ts'
import { worksAt } from './leads.ts'
import { isClearFirstName, isCommonWord, isFirstName, isLastName, isUnknownWord } from './name-words.ts'
import { kindWords, legal } from './organization-words.ts'
import type { Reading } from './reading.ts'
import { startsSentence, textAfter, textBefore } from './reading.ts'
import type { Sequence } from './sequences.ts'
import type { Token } from './tokens.ts'

const maxWords = 4

export function findOrganizations(reading: Reading, sequences: readonly Sequence[]): Finding[] {
  const found = [
    ...known(reading),
    ...bySuffix(reading),
    ...byHead(reading),
    ...byKindOfSchool(reading),
    ...byLead(reading, sequences),
  ]
  return found.map((each) => ({ ...each, category: 5 as const }))
}

type Found = { readonly start: number; readonly end: number; readonly confidence: number }

function* known(reading: Reading): Generator<Found> {
  const { tokens } = reading
  const { organizations, wordOrganizations } = dictionary()
  for (let index = 0; index < tokens.length; index += 1) {
    const first = tokens[index]
    if (first === undefined || first.kind === 'mark' || (!first.isCapital && !reading.isUncased)) continue
    const match = longestKnown(tokens, index, organizations)
    const last = tokens[(match ?? 0) - 1]
    if (match !== null && last !== undefined) {
      const isAlone = match === index + 1
      if (
        isAlone &&
        isCommonWord(first.key) &&
        (reading.isUncased || startsSentence(tokens, index)) &&
        !(first.isCapital && organizationActs.test(textAfter(reading, last.end, 24)))
      )
        continue
      const before = textBefore(reading, first.start, 64)
      const after = textAfter(reading, last.end, 16)
      if (isAlone && isUsedAsVerb(first.key, before, after)) continue
      const isLed = worksAt.test(before) || /\b(?:by|with|from|through|at|via) $/.test(before)
      yield {
        start: first.start,
        end: last.end,
        confidence: isAlone ? (isClearFirstName(first.key) && !isLed ? 0.6 : 0.87) : 0.94,
      }
      index = match - 1
    } else if (wordOrganizations.has(first.key) && isWordMeant(reading, index, first)) {
      yield { start: first.start, end: first.end, confidence: 0.75 }
    }
  }
}

/** "Just WhatsApp me", "I googled it", "my NHS number": not about the company. */
function isUsedAsVerb(key: string, before: string, after: string): boolean {
  if (
    /^(?:whatsapp|google|facetime|skype|zoom|uber|venmo|paypal)$/.test(key) &&
    (/^ (?:me|us|him|her|them|it)\b/.test(after) || /\b(?:just|please|to|can|could|you) $/.test(before))
  )
    return true
  if (/^(?:whatsapp|skype|facebook|instagram|twitter|linkedin|wechat)$/.test(key) && /^\s?:/.test(after))
    return true
  return key === 'nhs' && /^ (?:number|no)\b/.test(after)
}

function longestKnown(tokens: readonly Token[], index: number, names: ReadonlySet<string>): number | null {
  let key = ''
  let best: number | null = null
  let at = index
  for (let words = 0; words < maxWords; words += 1) {
    const token = tokens[at]
    if (token === undefined || (words > 0 && token.gap === 'break')) break
    const isTight = token.gap === 'none' && words > 0
    if (token.kind === 'mark' && !/^[&.']$/.test(token.text)) break
    // "AT&T" and "Marks & Spencer", "Trader Joe's" and "booking.com".
    key += words === 0 || isTight || token.key.startsWith("'") ? token.key : ` ${token.key}`
    if (token.kind !== 'mark' && (names.has(key.replaceAll('.', '')) || names.has(key))) best = at + 1
    at += 1
    if (/^[-–]$/.test(tokens[at]?.text ?? '') && tokens[at]?.gap === 'none') {
      at += 1
      key += ' '
      const next = tokens[at]
      if (next !== undefined && next.kind === 'word') {
        key += next.key
        if (names.has(key)) best = at + 1
        at += 1
      }
    }
  }
  return best
}

/** "I ordered it from Amazon", "i work at target"; not "you should target". */
function isWordMeant(reading: Reading, index: number, token: Token): boolean {
  const before = textBefore(reading, token.start, 56)
  const isCard =
    /^(?:visa|discover|chase)$/.test(token.key) &&
    (/^\s?(?:\d|card|ending|debit|credit)/.test(textAfter(reading, token.end, 10)) ||
      /\b(?:my|a|your|his|her)\s$/.test(before))
  if (isCard) return false
  if (worksAt.test(before)) return true
  if (reading.isUncased)
    return (
      /\b(?:on|from|via|by) $/.test(before) &&
      /^(?:amazon|slack|zoom|telegram|discord|twitch|visa|skype|glassdoor)$/.test(token.key)
    )
  const previous = reading.tokens[index - 1]
  const isSurname = previous?.isCapital === true && token.gap === 'blank' && !isCommonWord(previous.key)
  return (
    !isSurname &&
    !startsSentence(reading.tokens, index) &&
    !/^\s\p{Lu}/u.test(reading.text.slice(token.end, token.end + 3)) &&
    !/^(?:May|Three|Total|Spring|Next|Mint|Ring|Sky|Brown)$/.test(token.text)
  )
}

/** What a company does, right behind its name. */
const organizationActs =
  /^(?:'s)? (?:charged|charges|has|have|is|was|sent|sends|sells|sold|offers|offered|announced|released|launched|bought|cancelled|canceled|makes|made|uses|keeps|kept|raised|refused|wants|does|did|doesn't|didn't|lets|asks|app|website|customer|support|account|store|employees|delivers|delivered|shipped|lost|hired|fired|pays|paid|blocked|closed|updated|changed|never|always|just|already)\b/

/** "Kestrel Software GmbH", "Johns Hopkins University", "acme inc". */
function* bySuffix(reading: Reading): Generator<Found> {
  const { tokens } = reading
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || index === 0) continue
    const isLegal =
      legal.test(token.key) &&
      (token.isCapital || reading.isUncased || /^(?:gmbh|inc|llc|ltd|plc)$/.test(token.key))
    const isKind = !isLegal && kindWords.test(token.key) && (token.isCapital || reading.isUncased)
    if (!isLegal && !isKind) continue
    if (
      reading.isUncased &&
      isLegal &&
      !/^(?:inc|incorporated|ltd|llc|llp|plc|gmbh|corp|pty)$/.test(token.key)
    )
      continue
    if (
      reading.isUncased &&
      isKind &&
      !/^(?:university|college|institute|hospital|airlines|airways|foundation|insurance|bank)$/.test(
        token.key,
      )
    )
      continue
    const from = nameStart(reading, index, isLegal)
    const first = tokens[from]
    if (from === index || first === undefined) continue
    if (isKind && !isDistinct(reading, from, index)) continue
    const isPlain = tokens.slice(from, index).every((word) => word.kind !== 'word' || isCommonWord(word.key))
    if (reading.isUncased && isKind && isPlain) continue
    if (isLegal && /^(?:as|co|sa|ab|ag)$/.test(token.key) && !/^(?:A[GBS]|S\.?A|Co)$/.test(token.text))
      continue
    const of =
      tokens[index + 1]?.key === 'of' && tokens[index + 2]?.isCapital === true
        ? endOfCapitals(tokens, index + 2)
        : index + 1
    const last = tokens[of - 1] ?? token
    const confidence = isLegal
      ? 0.9
      : /^(?:university|college|institute|hospital|bank|airlines|airways|foundation|insurance)$/.test(
            token.key,
          )
        ? 0.86
        : 0.66
    yield { start: first.start, end: last.end, confidence: reading.isUncased && isKind ? 0.7 : confidence }
  }
}

/** "Help Center" and "Country Club" are no names; "Queen's Medical Centre" and "Oxford University" are. */
function isDistinct(reading: Reading, from: number, index: number): boolean {
  const { tokens } = reading
  if (/^(?:university|college|hospital|airlines|airways|foundation)$/.test(tokens[index]?.key ?? ''))
    return true
  const words = tokens.slice(from, index)
  if (words.some((word) => /^['’]s$/.test(word.text) || (word.kind === 'word' && !isCommonWord(word.key))))
    return true
  return words.length > 1 || worksAt.test(textBefore(reading, words[0]?.start ?? 0, 64))
}

/** Where the name in front of such a word begins. */
function nameStart(reading: Reading, index: number, isLegal: boolean): number {
  const { tokens } = reading
  let from = index
  for (let steps = 0; steps < 5; steps += 1) {
    const before = tokens[from - 1]
    if (before === undefined || tokens[from]?.gap === 'break') break
    if (before.text === ',' && isLegal && steps === 0) {
      from -= 1
      continue
    }
    if (
      /^(?:&|-|–|['’]s)$/.test(before.text) ||
      (before.text === '.' && /^(?:st|mt|dr)$/.test(tokens[from - 2]?.key ?? '')) ||
      (before.key === 'and' && tokens[from - 2]?.isCapital === true && isLegal)
    ) {
      from -= 1
      continue
    }
    const isPart = reading.isUncased
      ? isUncasedPart(before, steps, isLegal)
      : before.kind !== 'mark' &&
        before.isCapital &&
        before.text !== 'I' &&
        !(
          startsSentence(tokens, from - 1) &&
          isCommonWord(before.key) &&
          /^(?:the|my|our|your|his|her|a|an|at|in|for|this|that|i|we|when|if|is|was)$/.test(before.key)
        )
    if (!isPart) break
    from -= 1
  }
  while (from < index && tokens[from]?.kind === 'mark') from += 1
  return from
}

const schools =
  /(?<![\p{L}\p{N}])(?!(?:the|a|my|our|your|his|her|this|that|in|at|to|of|from|local|same|old|new|public|private|went)\s)\p{L}[\p{L}\p{M}'’-]{2,20}(?:\s(?!(?:the|a|my|our|at|to|in|from)\s)\p{L}[\p{L}\p{M}'’-]{2,20})?\s(?:high|primary|elementary|middle|secondary|grammar|community|public|catholic)\s(?:school|church|library|college|hospital)(?![\p{L}\p{N}])/giu

/** "lincoln high school", "sunrise community church". */
function* byKindOfSchool({ text }: Reading): Generator<Found> {
  for (const match of text.matchAll(schools)) {
    if (
      !/^(?:the|a|an|my|our|your|his|her|at|in|to|from|of|i|we|teach|attend|attended|went|go|goes|is|was|for|and|since|during|finished|left|started|junior|senior|every|each|no|any|some|free|big|small|good|bad|rural|urban)\s/i.test(
        match[0],
      )
    )
      yield { start: match.index, end: match.index + match[0].length, confidence: 0.78 }
  }
}

function isUncasedPart(token: Token, steps: number, isLegal: boolean): boolean {
  if (token.kind !== 'word') return false
  if (isUnknownWord(token.key)) return true
  const isSmall =
    /^(?:the|a|an|my|our|your|his|her|their|at|in|for|to|of|from|by|with|on|i|we|it|this|that|is|was|are|be|been|called|named|local|new|big|good|and|or|went|go|work|worked|works|same|another|other|any|some|no|which|what|every|each|state|public|private|medical|community|business|art|online|law|next|first|last)$/.test(
      token.key,
    )
  return !isSmall && steps < (isLegal ? 2 : 2) && token.text.length > 2
}

function endOfCapitals(tokens: readonly Token[], from: number): number {
  let to = from
  while (
    to < from + 4 &&
    tokens[to]?.isCapital === true &&
    tokens[to]?.gap !== 'break' &&
    (to === from || tokens[to]?.gap === 'blank')
  )
    to += 1
  return to
}

const heads =
  /^(?:university|bank|ministry|department|institute|college|church|city council|bureau|museum|academy|society|association|house|order)$/

/** "University of Leeds", "Bank of Ireland", "Ministry of Health". */
function* byHead(reading: Reading): Generator<Found> {
  const { tokens } = reading
  for (const [index, token] of tokens.entries()) {
    if (
      !heads.test(token.key) ||
      (!token.isCapital && !reading.isUncased) ||
      !/^(?:of|for)$/.test(tokens[index + 1]?.key ?? '')
    )
      continue
    const at = tokens[index + 2]?.key === 'the' ? index + 3 : index + 2
    const name = tokens[at]
    if (name === undefined || name.gap === 'break') continue
    if (reading.isUncased) {
      if (
        /^(?:university|bank|ministry)$/.test(token.key) &&
        name.kind === 'word' &&
        !/^(?:the|my|a|an|your|life|course)$/.test(name.key) &&
        !(token.key === 'bank' && isCommonWord(name.key))
      )
        yield { start: token.start, end: name.end, confidence: 0.92 }
    } else if (name.isCapital) {
      const last = tokens[endOfCapitals(tokens, at) - 1] ?? name
      yield { start: token.start, end: last.end, confidence: 0.94 }
    }
  }
}

const noEmployer =
  /^(?:home|work|school|night|college|university|uni|least|first|all|times|a|an|the|my|myself|our|your|his|her|their|this|that|it|me|him|them|us|free|fun|now|years|example|sure|once|different|local|people|who|which|what|one|two|some|any|minimum|least|and|so|because|but|in|on|from|with|as|large|small|big|same|another|peanuts|yourself|themselves|himself|herself)$/

/** In a signature the line below a name is mostly where that person works. */
export function findBelowNames(
  { text }: Reading,
  sequences: readonly Sequence[],
  persons: readonly Finding[],
): Finding[] {
  return sequences.flatMap((sequence) => {
    const lead = /(?:^|\n)[>\s]*([^\n]+)\n[>?\s]*$/.exec(
      text.slice(Math.max(0, sequence.start - 80), sequence.start),
    )?.[1]
    const isLine = /^\s*(?:\n|$)/.test(text.slice(sequence.end, sequence.end + 20))
    if (lead === undefined || !isLine || sequence.words.length > 4) return []
    const isBelow = persons.some(
      (person) =>
        text.slice(person.start, person.end) === lead.replace(/^[>?\s]+/, '').trim() &&
        person.end < sequence.start &&
        sequence.start - person.end < 12,
    )
    const isPerson = persons.some((person) => person.start === sequence.start && person.confidence > 0.8)
    return isBelow && !isPerson
      ? [{ start: sequence.start, end: sequence.end, category: 5 as const, confidence: 0.8 }]
      : []
  })
}

function* byLead(reading: Reading, sequences: readonly Sequence[]): Generator<Found> {
  if (!reading.isUncased) {
    for (const sequence of sequences) {
      const before = textBefore(reading, sequence.start, 64)
      const isHere = /\bat $/.test(before) && /^ we\b/.test(textAfter(reading, sequence.end, 6))
      const isAt =
        /\bat (?:the )?$/.test(before) &&
        sequence.words.every(
          (word) =>
            isUnknownWord(word.key) &&
            !isFirstName(word.key) &&
            !isLastName(word.key) &&
            word.text.length > 3,
        )
      if (!worksAt.test(before) && !isHere && !isAt) continue
      const first = sequence.words[0]
      const isPerson = first !== undefined && isClearFirstName(first.key)
      if (
        sequence.words.every((word) => isCommonWord(word.key)) &&
        /\b(?:of|by|with) (?:the )?$/.test(before)
      )
        continue
      const isWith =
        /\b(?:with|from|by|for) (?:the )?$/.test(before) &&
        !/\b(?:account|bank\w*|insured|policy|subscription|ordered|invoice|bill|employed|hired|made|delivered|provided|bought|compared|work\w*|shopping) (?:\w+ )?(?:with|from|by|for) (?:the )?$/.test(
          before,
        )
      if (isPerson && isWith) continue
      yield { start: sequence.start, end: sequence.end, confidence: isPerson ? 0.62 : isWith ? 0.6 : 0.78 }
    }
    return
  }
  const { tokens } = reading
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || noEmployer.test(token.key)) continue
    if (!/^(?:at|for|with|by|from|joined|left|called|bei|chez|para|the)$/.test(tokens[index - 1]?.key ?? ''))
      continue
    const end = uncasedEnd(reading, index)
    const isHere =
      end !== null && tokens[index - 1]?.key === 'at' && /^ we\b/.test(textAfter(reading, end, 6))
    if (!isHere && !worksAt.test(textBefore(reading, token.start, 64))) continue
    if (end !== null) yield { start: token.start, end, confidence: 0.66 }
  }
}

/** The unknown words from here, and the everyday ones that go with them. */
function uncasedEnd(reading: Reading, index: number): number | null {
  const { tokens } = reading
  let at = index
  let unknown = 0
  while (at < index + 4) {
    const token = tokens[at]
    if (token === undefined || token.kind !== 'word' || (at > index && token.gap !== 'blank')) break
    const isKnownKind = kindWords.test(token.key) || legal.test(token.key)
    if (isUnknownWord(token.key)) unknown += 1
    else if (!isKnownKind || at === index) break
    at += 1
  }
  const last = tokens[at - 1]
  return unknown > 0 && last !== undefined && !/^\s(?:and i|said)/.test(textAfter(reading, last.end, 8))
    ? last.end
    : null
}
