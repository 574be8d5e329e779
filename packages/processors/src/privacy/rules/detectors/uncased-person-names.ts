/** Names of people in text without capitals, as some transcripts are. */

import { Category } from '../../categories.ts'
import { dictionary } from '../../words/dictionary.ts'
import type { Detection } from '../detector.ts'
import {
  adjectiveNames,
  functionWords,
  introducedNameAfter,
  monthNamesOfPeople,
  neverNames,
  uncasedNameJoints,
  uncasedNameParticles,
  wordUsageAfter,
} from '../patterns/name-words.data.ts'
import { employerCue } from '../patterns/organization-cues.data.ts'
import { personAction } from '../patterns/person-actions.data.ts'
import {
  greeting,
  honorific,
  namedThing,
  nameIntroduction,
  openingIntroduction,
  personObject,
  plainTitle,
  relationship,
  selfIntroduction,
  spellingCue,
  vocative,
  weakPersonCue,
} from '../patterns/person-cues.data.ts'
import { placeCue } from '../patterns/place-cues.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textAfter, textBefore } from '../text/analyzed-text.ts'
import { monthOf } from '../text/months.ts'
import type { Token } from '../text/tokens.ts'
import {
  isClearFirstName,
  isCommonWord,
  isFirstName,
  isFrequentWord,
  isLastName,
  isRareWord,
  isUnknownWord,
} from './name-words.ts'
import { isNationalityOrLanguage } from './nationalities.ts'
import { skipTitle } from './person-names.ts'

export function findUncasedPersons(analyzed: AnalyzedText): Detection[] {
  const found: Detection[] = []
  const { tokens } = analyzed
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]
    if (token === undefined || token.kind !== 'word' || token.key.length < 2 || token.key.startsWith("'"))
      continue
    if (/^.+\p{Lu}/u.test(token.text)) continue
    const cue = cueBefore(analyzed, token)
    const name = nameAt(analyzed, index, cue)
    const last = tokens[(name?.to ?? 0) - 1]
    if (name === null || last === undefined) continue
    found.push({
      start: cue === 'title' ? skipTitle(analyzed, token.start) : token.start,
      end: last.end,
      category: Category.personName,
      confidence: name.confidence,
    })
    index = name.to - 1
  }
  return [...found, ...listedNames(analyzed, found)]
}

/** Joined to a name: "sirine and luther", "my kids oasis and ilyas". */
function* listedNames(analyzed: AnalyzedText, persons: readonly Detection[]): Generator<Detection> {
  const { tokens } = analyzed
  for (const [index, token] of tokens.entries()) {
    const joint = tokens[index + 1]
    const next = tokens[index + 2]
    if (token.kind !== 'word' || token.text.length < 3 || !uncasedNameJoints.has(joint?.key ?? '')) continue
    const isBefore = persons.some((person) => person.start === next?.start && person.confidence >= 0.7)
    if (
      !isBefore ||
      isOtherName(token) ||
      isFunctionWord(token) ||
      persons.some((person) => person.end === token.end)
    )
      continue
    const cue = cueBefore(analyzed, token)
    const isName = isUnknownWord(token.key) || isFirstName(token.key) || cue === 'relation' || cue === 'name'
    if (isName && cue !== 'place' && cue !== 'work')
      yield { start: token.start, end: token.end, category: Category.personName, confidence: 0.7 }
  }
}

type Cue =
  | 'name'
  | 'title'
  | 'relation'
  | 'greeting'
  | 'self'
  | 'object'
  | 'place'
  | 'work'
  | 'thing'
  | 'none'

function cueBefore(analyzed: AnalyzedText, token: Token): Cue {
  const before = textBefore(analyzed, token.start, 64)
  if (namedThing.regex.test(before) || spellingCue.regex.test(before)) return 'thing'
  if (nameIntroduction.regex.test(before) || openingIntroduction.regex.test(before)) return 'name'
  if (honorific.regex.test(before)) return 'title'
  if (placeCue.regex.test(before)) return 'place'
  if (employerCue.regex.test(before)) return 'work'
  if (relationship.regex.test(before)) return 'relation'
  if (greeting.regex.test(before)) return 'greeting'
  if (selfIntroduction.regex.test(before)) return 'self'
  return personObject.regex.test(before) || weakPersonCue.regex.test(before) ? 'object' : 'none'
}

function nameAt(analyzed: AnalyzedText, index: number, cue: Cue): { to: number; confidence: number } | null {
  const token = analyzed.tokens[index]
  if (token === undefined || isOtherName(token)) return null
  const first = isFirstName(token.key)
  const isWord = isCommonWord(token.key)
  const isNew = isUnknownWord(token.key) && token.text.length > 2
  const place = dictionary().places.get(token.key)
  const to = endOfName(analyzed, index)
  const isLong = to > index + 1
  if (cue === 'name')
    return (first || isNew || isLong || !isFrequentWord(token.key)) && !isFunctionWord(token)
      ? { to, confidence: 0.93 }
      : null
  if (cue === 'title') {
    const isPlain = plainTitle.regex.test(textBefore(analyzed, token.start, 16))
    return isNew ||
      (first && !isWord) ||
      (isLastName(token.key) && (!isWord || isPlain)) ||
      (first && isPlain)
      ? { to, confidence: 0.85 }
      : null
  }
  if (cue === 'thing') return null
  if (cue === 'place' || cue === 'work')
    return first && !isWord && isLong && place === undefined ? { to, confidence: 0.6 } : null
  if (first && !isWord) {
    if (hasArticle(analyzed, token) && !isUnknownWord(token.key)) return null
    if (
      place !== undefined &&
      /^(?:country|region|metropolis)$/.test(place) &&
      !isLong &&
      cue !== 'self' &&
      cue !== 'relation'
    )
      return null
    return { to, confidence: cue === 'none' ? 0.72 : 0.85 }
  }
  if (cue === 'relation' || cue === 'greeting' || cue === 'self') {
    if (first && isMeantAsName(analyzed, index, cue)) return { to, confidence: 0.8 }
    return isNew && !isLong && place === undefined && cue !== 'self'
      ? { to, confidence: 0.7 }
      : isNew && (isLong || cue === 'self')
        ? { to, confidence: 0.75 }
        : null
  }
  if (first && isLong && isLastName(analyzed.tokens[index + 1]?.key ?? '')) return { to, confidence: 0.75 }
  if (analyzed.language !== 'en') return null
  if (/^\s?:/.test(textAfter(analyzed, analyzed.tokens[to - 1]?.end ?? token.end, 3))) return null
  if (isNew && isLong) return { to, confidence: 0.58 }
  const after = textAfter(analyzed, token.end, 32)
  const acts = personAction.regex.test(after)
  const isCalled =
    vocative.regex.test(textBefore(analyzed, token.start, 20)) && /^(?:,|\?|\.?\s*$)/.test(after)
  if (isNew && isCalled && place === undefined) return { to, confidence: 0.62 }
  if (isNew && place === undefined && (cue === 'object' || acts))
    return { to, confidence: cue === 'object' && acts ? 0.6 : 0.52 }
  if (isLastName(token.key) && !isWord && acts) return { to, confidence: 0.6 }
  return first && acts && cue === 'object' ? { to, confidence: 0.6 } : null
}

/** "the lily", "a jasmine tea". */
function hasArticle(analyzed: AnalyzedText, token: Token): boolean {
  return /\b(?:the|a|an|some|this|that) $/.test(textBefore(analyzed, token.start, 8))
}

/** A month, nationality, language or organization. */
function isOtherName(token: Token): boolean {
  const { organizations } = dictionary()
  const isMonth = monthOf(token.key) !== undefined && !monthNamesOfPeople.has(token.key)
  return isMonth || isNationalityOrLanguage(token) || organizations.has(token.key)
}

/** Ends a name. */
function isFunctionWord(token: Token): boolean {
  return functionWords.has(token.key)
}

/** The index after the last names and unknown words that follow a first name. */
function endOfName(analyzed: AnalyzedText, index: number): number {
  const { tokens } = analyzed
  let to = index + 1
  while (to < index + 4) {
    const token = tokens[to]
    const next = tokens[to + 1]
    if (token === undefined || token.gap === 'line-break') break
    if (/^[-‐]$/.test(token.text) && token.gap === 'none' && next?.gap === 'none' && next.kind === 'word') {
      to += 2
      continue
    }
    if (
      token.kind !== 'word' ||
      token.gap !== 'space' ||
      isFunctionWord(token) ||
      isOtherName(token) ||
      token.text.length < 2
    )
      break
    if (uncasedNameParticles.has(token.key) && next?.kind === 'word' && !isFunctionWord(next)) {
      to += 2
      continue
    }
    const isName =
      (isLastName(token.key) && (!isCommonWord(token.key) || isFirstName(tokens[index]?.key ?? ''))) ||
      isClearFirstName(token.key) ||
      (isRareWord(token.key) &&
        isClearFirstName(tokens[index]?.key ?? '') &&
        !/(?:ing|ed|ly|s)$/.test(token.key)) ||
      (isUnknownWord(token.key) && !dictionary().wordOrganizations.has(token.key))
    if (!isName || analyzed.numbers.has(token.key)) break
    to += 1
  }
  return to
}

/** "i'm grace" and "thank you will"; not "i'm frank about it", "thanks may i", "my son will". */
function isMeantAsName(analyzed: AnalyzedText, index: number, cue: Cue): boolean {
  const token = analyzed.tokens[index]
  if (token === undefined) return false
  const after = textAfter(analyzed, token.end, 24)
  if (adjectiveNames.has(token.key)) {
    return introducedNameAfter.regex.test(after) && !neverNames.has(token.key) && cue !== 'relation'
  }
  return !wordUsageAfter.regex.test(after)
}
