/** Names of people in text without capitals, such as some transcripts are. Pure. */

import { dictionary } from '../words/dictionary.ts'
import type { Finding } from './finding.ts'
import {
  calledOther,
  doesAfter,
  greeting,
  honorific,
  introduction,
  livesIn,
  nameLead,
  perhaps,
  relation,
  selfLead,
  towards,
  vocative,
  worksAt,
} from './leads.ts'
import { monthOf } from './months.ts'
import {
  isClearFirstName,
  isCommonWord,
  isFirstName,
  isFrequent,
  isLastName,
  isUnknownWord,
} from './name-words.ts'
import { isNationOrLanguage } from './nations.ts'
import { overTitle } from './persons.ts'
import type { Reading } from './reading.ts'
import { textAfter, textBefore } from './reading.ts'
import type { Token } from './tokens.ts'

export function findUncasedPersons(reading: Reading): Finding[] {
  const found: Finding[] = []
  const { tokens } = reading
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token === undefined || token.kind !== 'word' || token.key.length < 2 || token.key.startsWith("'"))
      continue
    if (/^.+\p{Lu}/u.test(token.text)) continue
    const lead = leadOf(reading, token)
    const name = nameAt(reading, index, lead)
    const last = tokens[(name?.to ?? 0) - 1]
    if (name === null || last === undefined) continue
    found.push({
      start: lead === 'title' ? overTitle(reading, token.start) : token.start,
      end: last.end,
      category: 1,
      confidence: name.confidence,
    })
    index = name.to - 1
  }
  return [...found, ...chained(reading, found)]
}

/** "sirine and luther", "my kids oasis and ilyas": a name beside a name. */
function* chained(reading: Reading, persons: readonly Finding[]): Generator<Finding> {
  const { tokens } = reading
  for (const [index, token] of tokens.entries()) {
    const joint = tokens[index + 1]
    const next = tokens[index + 2]
    if (token.kind !== 'word' || token.text.length < 3 || !/^(?:and|&|or)$/.test(joint?.key ?? '')) continue
    const isBefore = persons.some((person) => person.start === next?.start && person.confidence >= 0.7)
    if (
      !isBefore ||
      isOther(token) ||
      isFunction(token) ||
      persons.some((person) => person.end === token.end)
    )
      continue
    const lead = leadOf(reading, token)
    const isName =
      isUnknownWord(token.key) || isFirstName(token.key) || lead === 'relation' || lead === 'name'
    if (isName && lead !== 'place' && lead !== 'work')
      yield { start: token.start, end: token.end, category: 1, confidence: 0.7 }
  }
}

type Lead =
  | 'name'
  | 'title'
  | 'relation'
  | 'greeting'
  | 'self'
  | 'towards'
  | 'place'
  | 'work'
  | 'other'
  | 'none'

function leadOf(reading: Reading, token: Token): Lead {
  const before = textBefore(reading, token.start, 64)
  if (calledOther.test(before) || /\b[a-z] (?:as in|for|like) $/.test(before)) return 'other'
  if (nameLead.test(before) || introduction.test(before)) return 'name'
  if (honorific.test(before)) return 'title'
  if (livesIn.test(before)) return 'place'
  if (worksAt.test(before)) return 'work'
  if (relation.test(before)) return 'relation'
  if (greeting.test(before)) return 'greeting'
  if (selfLead.test(before)) return 'self'
  return towards.test(before) || perhaps.test(before) ? 'towards' : 'none'
}

function nameAt(reading: Reading, index: number, lead: Lead): { to: number; confidence: number } | null {
  const token = reading.tokens[index]
  if (token === undefined || isOther(token)) return null
  const first = isFirstName(token.key)
  const isWord = isCommonWord(token.key)
  const isNew = isUnknownWord(token.key) && token.text.length > 2
  const place = dictionary().places.get(token.key)
  const to = extend(reading, index)
  const isLong = to > index + 1
  if (lead === 'name')
    return (first || isNew || isLong || !isFrequent(token.key)) && !isFunction(token)
      ? { to, confidence: 0.93 }
      : null
  if (lead === 'title') {
    const isPlain = /(?:^|[^a-z])(?:mr|mrs|ms|dr|doctor|prof|professor|mister)\.?\s+$/.test(
      textBefore(reading, token.start, 16),
    )
    return isNew ||
      (first && !isWord) ||
      (isLastName(token.key) && (!isWord || isPlain)) ||
      (first && isPlain)
      ? { to, confidence: 0.85 }
      : null
  }
  if (lead === 'other') return null
  if (lead === 'place' || lead === 'work')
    return first && !isWord && isLong && place === undefined ? { to, confidence: 0.6 } : null
  if (first && !isWord) {
    if (isArticled(reading, token) && !isUnknownWord(token.key)) return null
    if (
      place !== undefined &&
      /^(?:country|region|metropolis)$/.test(place) &&
      !isLong &&
      lead !== 'self' &&
      lead !== 'relation'
    )
      return null
    return { to, confidence: lead === 'none' ? 0.72 : 0.85 }
  }
  if (lead === 'relation' || lead === 'greeting' || lead === 'self') {
    if (first && isMeantAsName(reading, index, lead)) return { to, confidence: 0.8 }
    return isNew && !isLong && place === undefined && lead !== 'self'
      ? { to, confidence: 0.7 }
      : isNew && (isLong || lead === 'self')
        ? { to, confidence: 0.75 }
        : null
  }
  if (first && isLong && isLastName(reading.tokens[index + 1]?.key ?? '')) return { to, confidence: 0.75 }
  if (reading.language !== 'en') return null
  if (/^\s?:/.test(textAfter(reading, reading.tokens[to - 1]?.end ?? token.end, 3))) return null
  if (isNew && isLong) return { to, confidence: 0.58 }
  const after = textAfter(reading, token.end, 32)
  const acts = doesAfter.test(after)
  const isCalled = vocative.test(textBefore(reading, token.start, 20)) && /^(?:,|\?|\.?\s*$)/.test(after)
  if (isNew && isCalled && place === undefined) return { to, confidence: 0.62 }
  if (isNew && place === undefined && (lead === 'towards' || acts))
    return { to, confidence: lead === 'towards' && acts ? 0.6 : 0.52 }
  if (isLastName(token.key) && !isWord && acts) return { to, confidence: 0.6 }
  return first && acts && lead === 'towards' ? { to, confidence: 0.6 } : null
}

/** "the lily", "a jasmine tea". */
function isArticled(reading: Reading, token: Token): boolean {
  return /\b(?:the|a|an|some|this|that) $/.test(textBefore(reading, token.start, 8))
}

/** Months, nationalities, numbers and organizations are no names. */
function isOther(token: Token): boolean {
  const { organizations } = dictionary()
  return monthOf(token.key) !== undefined && !/^(?:april|june|may|august)$/.test(token.key)
    ? true
    : isNationOrLanguage(token) || organizations.has(token.key)
}

/** Words of grammar, which end a name. */
function isFunction(token: Token): boolean {
  return /^(?:is|not|on|in|the|a|an|and|or|but|so|i|i'm|my|me|you|your|he|she|it|its|we|they|them|this|that|these|those|to|of|for|from|with|at|by|as|if|when|then|now|just|very|really|also|too|here|there|all|one|no|yes|yeah|was|were|are|be|been|am|do|does|did|has|have|had|will|would|can|could|should|because|about|like|well|um|uh|okay|what|which|who|how|why|where|spelled|required|missing|wrong|correct|showing|shown|displayed|hidden|anywhere|already|still|always|never|only|something|nothing|someone|everyone)$/.test(
    token.key,
  )
}

/** How far the name goes: family names and unknown words behind a first one. */
function extend(reading: Reading, index: number): number {
  const { tokens } = reading
  let to = index + 1
  while (to < index + 4) {
    const token = tokens[to]
    const next = tokens[to + 1]
    if (token === undefined || token.gap === 'break') break
    if (/^[-‐]$/.test(token.text) && token.gap === 'none' && next?.gap === 'none' && next.kind === 'word') {
      to += 2
      continue
    }
    if (
      token.kind !== 'word' ||
      token.gap !== 'blank' ||
      isFunction(token) ||
      isOther(token) ||
      token.text.length < 2
    )
      break
    if (
      /^(?:de|da|van|von|der|den|di|del|la|bin|al|el|dos|du|le)$/.test(token.key) &&
      next?.kind === 'word' &&
      !isFunction(next)
    ) {
      to += 2
      continue
    }
    const isName =
      (isLastName(token.key) && (!isCommonWord(token.key) || isFirstName(tokens[index]?.key ?? ''))) ||
      isClearFirstName(token.key) ||
      (isRare(token.key) &&
        isClearFirstName(tokens[index]?.key ?? '') &&
        !/(?:ing|ed|ly|s)$/.test(token.key)) ||
      (isUnknownWord(token.key) && !dictionary().wordOrganizations.has(token.key))
    if (!isName || reading.numbers.has(token.key)) break
    to += 1
  }
  return to
}

function isRare(key: string): boolean {
  return (dictionary().wordLevel(key) ?? 100) >= 50
}

/** "i'm grace" and "thank you will"; not "i'm frank about it", "thanks may i", "my son will". */
function isMeantAsName(reading: Reading, index: number, lead: Lead): boolean {
  const token = reading.tokens[index]
  if (token === undefined) return false
  const after = textAfter(reading, token.end, 24)
  if (
    /^(?:rich|happy|lucky|fancy|glad|young|early|keen|worthy|free|fair|gay|merry|sunny|dusty|rusty|noble|hardy|windy|rocky|randy|frank|christian|may|will|even|any|sandy|stormy|misty|corny|curt|stern|sly|serene|rosy|ruddy)$/.test(
      token.key,
    )
  ) {
    return (
      /^\s*(?:$|[,.!?]|and (?:i|this)|here|speaking|calling|from)/.test(after) &&
      !/^(?:rich|happy|lucky|glad|young|early|keen|free|fair|any|even)$/.test(token.key) &&
      lead !== 'relation'
    )
  }
  return !/^\s(?:the|to|it|that|of|up|my|your|for|you)\b/.test(after)
}
