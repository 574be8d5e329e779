/** Names of countries, regions and cities. Pure, over the lists of places. */

import type { PlaceKind } from '../words/dictionary.ts'
import { dictionary } from '../words/dictionary.ts'
import type { Finding } from './finding.ts'
import { doesAfter, honorific, livesIn, nameLead, placeWord, relation, selfLead } from './leads.ts'
import { isCommonWord, isFirstName, isLastName, isUnknownWord } from './name-words.ts'
import { isOrganizationKind } from './organization-words.ts'
import type { Reading } from './reading.ts'
import { startsSentence, textAfter, textBefore } from './reading.ts'
import type { Sequence } from './sequences.ts'
import type { Token } from './tokens.ts'

type Match = { readonly from: number; readonly to: number; readonly kind: PlaceKind; readonly words: number }

const maxWords = 5

export function findPlaces(reading: Reading, sequences: readonly Sequence[]): Finding[] {
  const found: Finding[] = []
  const { tokens } = reading
  let index = 0
  while (index < tokens.length) {
    const match = longestPlace(reading, index)
    const finding = match === null ? null : judge(reading, match)
    if (match === null || finding === null) {
      index += 1
      continue
    }
    found.push(finding)
    index = match.to
  }
  for (const sequence of sequences) {
    const isKnown = found.some((each) => each.start < sequence.end && sequence.start < each.end)
    const finding = isKnown ? null : judgeUnknown(reading, sequence)
    if (finding !== null) found.push(finding)
  }
  return found
}

/** The longest name of a place that begins here. */
function longestPlace(reading: Reading, index: number): Match | null {
  const { tokens } = reading
  const first = tokens[index]
  if (first === undefined || first.kind !== 'word' || (!first.isCapital && !reading.isUncased)) return null
  const { places } = dictionary()
  let key = first.key
  let best: Match | null = null
  let at = index + 1
  for (let words = 1; words <= maxWords; words += 1) {
    const kind = places.get(key)
    if (kind !== undefined && isWritten(reading, index, at)) best = { from: index, to: at, kind, words }
    const next = nextPart(tokens, at)
    if (next === null) break
    key = `${key} ${tokens[next]?.key ?? ''}`
    at = next + 1
  }
  return best
}

function nextPart(tokens: readonly Token[], index: number): number | null {
  const token = tokens[index]
  const next = tokens[index + 1]
  if (token === undefined || token.gap === 'break') return null
  if (token.kind === 'word') return token.gap === 'none' ? null : index
  const isTight =
    token.gap === 'none' &&
    (/^[-–]$/.test(token.text)
      ? next?.gap === 'none'
      : token.text === '.' && (tokens[index - 1]?.text.length ?? 9) <= 2)
  return isTight && next?.kind === 'word' && next.gap !== 'break' ? index + 1 : null
}

/** In a text with capitals the last word has one too: "New York", not "new York times". */
function isWritten(reading: Reading, from: number, to: number): boolean {
  const { tokens } = reading
  return reading.isUncased || (tokens[from]?.isCapital === true && tokens[to - 1]?.isCapital === true)
}

const base: Record<PlaceKind, number> = {
  country: 0.85,
  region: 0.82,
  metropolis: 0.8,
  city: 0.7,
  town: 0.6,
  village: 0.5,
}

function judge(reading: Reading, match: Match): Finding | null {
  const { tokens } = reading
  const first = tokens[match.from]
  const last = tokens[match.to - 1]
  if (first === undefined || last === undefined) return null
  const next = tokens[match.to]
  const isCompany =
    !reading.isUncased && next?.isCapital === true && next.gap === 'blank' && isOrganizationKind(next.key)
  if (isCompany && next.key !== 'market') return null
  const before = textBefore(reading, first.start, 56)
  const after = textAfter(reading, last.end, 40)
  if (
    /\b(?:university|bank|ministry|institute|college|church|museum|school|academy) of (?:the )?$/.test(before)
  )
    return null
  const isStrong =
    livesIn.test(before) ||
    /\b(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|way|place), $/.test(before)
  const isWeak = !isStrong && placeWord.test(before)
  let score = base[match.kind] + (isStrong ? 0.3 : isWeak ? 0.12 : 0) + (match.words > 1 ? 0.2 : 0)
  if (match.words === 1) score -= wordCost(reading, match, first, isStrong)
  else if (
    everyWordIsCommon(tokens.slice(match.from, match.to)) &&
    match.kind !== 'country' &&
    match.kind !== 'region'
  )
    score -= reading.isUncased ? 0.45 : isStrong ? 0.05 : 0.25
  if (
    reading.language !== 'en' &&
    !isStrong &&
    !isWeak &&
    match.words === 1 &&
    startsSentence(tokens, match.from) &&
    !/^(?:country|region|metropolis)$/.test(match.kind)
  )
    score -= 0.3
  if (/\ban? $/.test(before) && match.words === 1) score -= 0.3
  if (first.text.length === 2 && match.words === 1 && tokens[match.to]?.kind === 'number') score -= 0.5
  if (nameLead.test(before) || honorific.test(before)) score -= 0.5
  else if (match.words === 1 && match.kind !== 'country' && isFirstName(first.key) && !isStrong && !isWeak)
    score -= 0.25
  else if (
    match.words === 1 &&
    isFirstName(first.key) &&
    !isStrong &&
    (selfLead.test(before) || doesAfter.test(after) || relation.test(before))
  )
    score -= 0.3
  if (!reading.isUncased && isInsideLonger(reading, match)) score -= isStrong ? 0.15 : 0.3
  if (reading.isUncased && !isStrong)
    score -= match.kind === 'village' ? 0.3 : match.kind === 'town' ? 0.15 : 0.05
  return score < 0.5
    ? null
    : { start: first.start, end: last.end, category: 25, confidence: Math.min(0.96, score) }
}

const famous = /^(?:country|region|metropolis)$/

/** What else a single word could be. */
function wordCost(reading: Reading, match: Match, token: Token, isStrong: boolean): number {
  let cost = 0
  if (isCommonWord(token.key)) {
    cost += startsSentence(reading.tokens, match.from) || reading.isUncased ? 0.5 : 0.2
    if (
      isStrong &&
      !/^(?:a|an|the|this|that|it|one|two|my|our|your|here|there|home|bed|love|fact|order|general|case|charge|need|front|touch|town|school|work|college|hospital|prison|person|public|private|business|real|same|new|old|first|second|good|small|large|big|place|house|church|water|nature|time|of|on|for|to|and|not|so|what|which|where|many|most|some|all|both|each|every|much|more)$/.test(
        token.key,
      )
    )
      cost -= reading.isUncased ? 0.25 : 0.2
    else if (isStrong) cost += 0.2
  }
  if (isFirstName(token.key)) cost += famous.test(match.kind) ? 0.1 : 0.25
  else if (isLastName(token.key)) cost += famous.test(match.kind) ? 0.05 : 0.2
  if (
    /^(?:university|college|hospital|bank|ministry|department|institute|school|church|mall|plantation)$/.test(
      token.key,
    ) &&
    !isStrong
  )
    cost += 0.5
  if (/^(?:university|college|hospital|bank|ministry|department|institute|school)$/.test(token.key))
    cost += 0.5
  if (token.text.length <= 3 && !/^(?:US|UK|USA|UAE|NYC|LA|SF|DC|KL|rio|Rio|uk|usa)$/.test(token.text))
    cost += 0.4
  if (token.key === 'us' && token.text !== 'US') cost += 1
  if (
    /^(?:la|can|van|of|is|mobile|same|un|man|male|page|most|nice|split|best|sale|bath|bar|ball|both|chair|date|media|marketing|central|march|may|august|sunday|bill|christian|english|china|turkey|reading)$/.test(
      token.key,
    ) &&
    !token.isCapital
  )
    cost += 0.3
  return cost
}

function everyWordIsCommon(tokens: readonly Token[]): boolean {
  return tokens.every((token) => token.kind !== 'word' || isCommonWord(token.key))
}

/** "Paris Hilton", "Washington Post": more capitals right beside it. */
function isInsideLonger({ tokens }: Reading, match: Match): boolean {
  const next = tokens[match.to]
  const before = tokens[match.from - 1]
  const isPart = (token: Token | undefined) => token?.kind === 'word' && token.isCapital && token.text !== 'I'
  const follows =
    isPart(next) &&
    next?.gap === 'blank' &&
    !/^(?:airport|station|county|city|state|university|street|road|avenue|is|was|and|or|on|in|at|for)$/.test(
      next.key,
    )
  const leads =
    isPart(before) &&
    tokens[match.from]?.gap === 'blank' &&
    !startsSentence(tokens, match.from - 1) &&
    before !== undefined &&
    !/^(?:north|south|east|west|northern|southern|eastern|western|central|downtown|greater|upper|lower)$/.test(
      before.key,
    ) &&
    (isFirstName(before.key) || isUnknownWord(before.key))
  return follows || leads
}

const placeKinds =
  /^(?:airport|station|county|district|province|park|beach|lake|river|island|islands|bay|valley|coast|bridge|square|mall|hills|mountains?|falls|harbou?r|peninsula|canyon|desert|forest|village|heights|plaza|palace|castle|cathedral|stadium|arena|museum|zoo|gardens?|tower|prefecture|borough|township|gulf|strait|sea|ocean|canal|creek|springs|crossing|junction|quarter|downtown)$/

/** A name nobody knows, where a place is expected: "I live in Rāghogarh". */
function judgeUnknown(reading: Reading, sequence: Sequence): Finding | null {
  const last = sequence.words.at(-1)
  const first = sequence.words[0]
  if (last === undefined || first === undefined || reading.isUncased) return null
  if (sequence.words.length > 1 && isOrganizationKind(last.key) && !placeKinds.test(last.key)) return null
  const { start, end } = sequence
  const before = textBefore(reading, start, 56)
  const isGeographic =
    sequence.words.length > 1 &&
    (placeKinds.test(last.key) ||
      /^(?:mount|lake|port|fort|san|santa|sao|saint|st|county|cape|isle|el|los|las|villa|puerto|bad|rio|monte)$/.test(
        first.key,
      )) &&
    !isFirstName(first.key)
  const isWordsOnly = sequence.words.every((word) => isCommonWord(word.key))
  const isHome =
    /\b(?:live[sd]?|living|moved|born|raised|grew up|based|originally|i'm|i am|hometown|he's|she's) (?:\w+ )?(?:in|to|from|is|near)\s(?:the )?$/.test(
      before,
    )
  if (
    livesIn.test(before) &&
    (!isWordsOnly || isHome) &&
    !/^(?:i|monday|tuesday|wednesday|thursday|friday|saturday|sunday)$/.test(first.key)
  )
    return { start, end, category: 25, confidence: 0.72 }
  if (isGeographic && !sequence.startsSentence) return { start, end, category: 25, confidence: 0.68 }
  const isIn = /\b(?:in|near|around|outside) (?:the )?$/.test(before)
  const isNew = sequence.words.every((word) => isUnknownWord(word.key) && word.text.length > 2)
  return isIn && isNew && reading.language !== 'de' && !/^[A-Z]{2,4}$/.test(first.text)
    ? { start, end, category: 25, confidence: 0.6 }
    : null
}
