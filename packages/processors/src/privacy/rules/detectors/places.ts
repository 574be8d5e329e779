/** Countries, regions and cities. */

import { Category } from '../../categories.ts'
import type { PlaceKind } from '../../words/dictionary.ts'
import { dictionary } from '../../words/dictionary.ts'
import type { Detection, Detector } from '../detector.ts'
import { overlaps } from '../detector.ts'
import { isOrganizationType } from '../patterns/organization-cues.data.ts'
import { personAction } from '../patterns/person-actions.data.ts'
import { honorific, nameIntroduction, relationship, selfIntroduction } from '../patterns/person-cues.data.ts'
import {
  directions,
  homeCue,
  institutionOfBefore,
  institutions,
  institutionsAndVenues,
  locativePreposition,
  placeCue,
  placePrefixes,
  placePreposition,
  placesUsedAsWords,
  placeType,
  postcodeAfterPlace,
  shortPlaces,
  streetBefore,
  weekdays,
  wordsAfterPlace,
  wordsAfterPlaceCue,
} from '../patterns/place-cues.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { startsSentence, textAfter, textBefore } from '../text/analyzed-text.ts'
import type { Token } from '../text/tokens.ts'
import type { NameSequence } from './name-sequences.ts'
import { nameSequences } from './name-sequences.ts'
import { isCommonWord, isFirstName, isLastName, isUnknownWord } from './name-words.ts'

type Match = { readonly from: number; readonly to: number; readonly kind: PlaceKind; readonly words: number }

const maxWords = 5

export const placeDetector: Detector = {
  id: 'places',
  categories: [Category.location],
  ignoresInside: ['email', 'link'],
  examples: [
    ['We moved to Albuquerque.', 'location: Albuquerque'],
    ['Jordan visited Jordan in March 2019.', 'name: Jordan', 'location: Jordan', 'date: March 2019'],
    ['I live in Rāghogarh.', 'location: Rāghogarh'],
    ['They moved to Spain 97197.', 'location: Spain 97197'],
    ['The page is mobile and nice.'],
    ['We drink from fine china.'],
  ],
  detect(analyzed) {
    const known = [...knownPlaces(analyzed)]
    const unknown = nameSequences(analyzed)
      .filter((sequence) => !known.some((place) => overlaps(place, sequence)))
      .flatMap((sequence) => judgeUnknown(analyzed, sequence) ?? [])
    const places = [...known, ...unknown]
    return [...places, ...withPostcodes(analyzed, places)]
  },
}

function* knownPlaces(analyzed: AnalyzedText): Generator<Detection> {
  let index = 0
  while (index < analyzed.tokens.length) {
    const match = longestPlace(analyzed, index)
    const detection = match === null ? null : judge(analyzed, match)
    if (detection !== null) yield detection
    index = match === null || detection === null ? index + 1 : match.to
  }
}

/** A number directly after a place: "Spain 97197", "Tunisia 56004". */
function withPostcodes({ text }: AnalyzedText, places: readonly Detection[]): Detection[] {
  return places.flatMap((place) => {
    const code = postcodeAfterPlace.regex.exec(text.slice(place.end, place.end + 16))
    const isYear = /^(?:19|20)\d\d$/.test(code?.[2] ?? '')
    return code === null || isYear ? [] : [{ ...place, end: place.end + code[0].length, confidence: 0.9 }]
  })
}

/** The longest name of a place that begins here. */
function longestPlace(analyzed: AnalyzedText, index: number): Match | null {
  const { tokens } = analyzed
  const first = tokens[index]
  if (first === undefined || first.kind !== 'word' || (!first.isCapital && !analyzed.isUncased)) return null
  const { places } = dictionary()
  let key = first.key
  let best: Match | null = null
  let at = index + 1
  for (let words = 1; words <= maxWords; words += 1) {
    const kind = places.get(key)
    if (kind !== undefined && isCasedLikeName(analyzed, index, at))
      best = { from: index, to: at, kind, words }
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
  if (token === undefined || token.gap === 'line-break') return null
  if (token.kind === 'word') return token.gap === 'none' ? null : index
  const isTight =
    token.gap === 'none' &&
    (/^[-–]$/.test(token.text)
      ? next?.gap === 'none'
      : token.text === '.' && (tokens[index - 1]?.text.length ?? 9) <= 2)
  return isTight && next?.kind === 'word' && next.gap !== 'line-break' ? index + 1 : null
}

/** In cased text the first and last word are capitalized: "New York", not "new York times". */
function isCasedLikeName(analyzed: AnalyzedText, from: number, to: number): boolean {
  const { tokens } = analyzed
  return analyzed.isUncased || (tokens[from]?.isCapital === true && tokens[to - 1]?.isCapital === true)
}

const base: Record<PlaceKind, number> = {
  country: 0.85,
  region: 0.82,
  metropolis: 0.8,
  city: 0.7,
  town: 0.6,
  village: 0.5,
}

function judge(analyzed: AnalyzedText, match: Match): Detection | null {
  const { tokens } = analyzed
  const first = tokens[match.from]
  const last = tokens[match.to - 1]
  if (first === undefined || last === undefined) return null
  const next = tokens[match.to]
  const isCompany =
    !analyzed.isUncased && next?.isCapital === true && next.gap === 'space' && isOrganizationType(next.key)
  if (isCompany && next.key !== 'market') return null
  const before = textBefore(analyzed, first.start, 56)
  const after = textAfter(analyzed, last.end, 40)
  if (institutionOfBefore.regex.test(before)) return null
  const isStrong = placeCue.regex.test(before) || streetBefore.regex.test(before)
  const isWeak = !isStrong && placePreposition.regex.test(before)
  let score = base[match.kind] + (isStrong ? 0.3 : isWeak ? 0.12 : 0) + (match.words > 1 ? 0.2 : 0)
  if (match.words === 1) score -= ambiguityPenalty(analyzed, match, first, isStrong)
  else if (
    everyWordIsCommon(tokens.slice(match.from, match.to)) &&
    match.kind !== 'country' &&
    match.kind !== 'region'
  )
    score -= analyzed.isUncased ? 0.45 : isStrong ? 0.05 : 0.25
  if (
    analyzed.language !== 'en' &&
    !isStrong &&
    !isWeak &&
    match.words === 1 &&
    startsSentence(tokens, match.from) &&
    !/^(?:country|region|metropolis)$/.test(match.kind)
  )
    score -= 0.3
  if (/\ban? $/.test(before) && match.words === 1) score -= 0.3
  if (first.text.length === 2 && match.words === 1 && tokens[match.to]?.kind === 'number') score -= 0.5
  if (nameIntroduction.regex.test(before) || honorific.regex.test(before)) score -= 0.5
  else if (match.words === 1 && match.kind !== 'country' && isFirstName(first.key) && !isStrong && !isWeak)
    score -= 0.25
  else if (
    match.words === 1 &&
    isFirstName(first.key) &&
    !isStrong &&
    (selfIntroduction.regex.test(before) || personAction.regex.test(after) || relationship.regex.test(before))
  )
    score -= 0.3
  if (!analyzed.isUncased && isInsideLongerName(analyzed, match)) score -= isStrong ? 0.15 : 0.3
  if (analyzed.isUncased && !isStrong)
    score -= match.kind === 'village' ? 0.3 : match.kind === 'town' ? 0.15 : 0.05
  return score < 0.5
    ? null
    : { start: first.start, end: last.end, category: Category.location, confidence: Math.min(0.96, score) }
}

const famousKinds = /^(?:country|region|metropolis)$/

/** Reduces the score of a single word that may mean something else. */
function ambiguityPenalty(analyzed: AnalyzedText, match: Match, token: Token, isStrong: boolean): number {
  let penalty = 0
  if (isCommonWord(token.key)) {
    penalty += startsSentence(analyzed.tokens, match.from) || analyzed.isUncased ? 0.5 : 0.2
    if (isStrong && !wordsAfterPlaceCue.has(token.key)) penalty -= analyzed.isUncased ? 0.25 : 0.2
    else if (isStrong) penalty += 0.2
  }
  if (isFirstName(token.key)) penalty += famousKinds.test(match.kind) ? 0.1 : 0.25
  else if (isLastName(token.key)) penalty += famousKinds.test(match.kind) ? 0.05 : 0.2
  if (institutionsAndVenues.has(token.key) && !isStrong) penalty += 0.5
  if (institutions.has(token.key)) penalty += 0.5
  if (token.text.length <= 3 && !shortPlaces.has(token.text)) penalty += 0.4
  if (token.key === 'us' && token.text !== 'US') penalty += 1
  if (placesUsedAsWords.has(token.key) && !token.isCapital) penalty += 0.3
  return penalty
}

function everyWordIsCommon(tokens: readonly Token[]): boolean {
  return tokens.every((token) => token.kind !== 'word' || isCommonWord(token.key))
}

/** Part of a longer name: "Paris Hilton", "Washington Post". */
function isInsideLongerName({ tokens }: AnalyzedText, match: Match): boolean {
  const next = tokens[match.to]
  const before = tokens[match.from - 1]
  const isPart = (token: Token | undefined) => token?.kind === 'word' && token.isCapital && token.text !== 'I'
  const follows = isPart(next) && next?.gap === 'space' && !wordsAfterPlace.has(next.key)
  const leads =
    isPart(before) &&
    tokens[match.from]?.gap === 'space' &&
    !startsSentence(tokens, match.from - 1) &&
    before !== undefined &&
    !directions.has(before.key) &&
    (isFirstName(before.key) || isUnknownWord(before.key))
  return follows || leads
}

/** An unlisted name where a place is expected: "I live in Rāghogarh". */
function judgeUnknown(analyzed: AnalyzedText, sequence: NameSequence): Detection | null {
  const last = sequence.words.at(-1)
  const first = sequence.words[0]
  if (last === undefined || first === undefined || analyzed.isUncased) return null
  if (sequence.words.length > 1 && isOrganizationType(last.key) && !placeType.regex.test(last.key))
    return null
  const { start, end } = sequence
  const before = textBefore(analyzed, start, 56)
  const isGeographic =
    sequence.words.length > 1 &&
    (placeType.regex.test(last.key) || placePrefixes.has(first.key)) &&
    !isFirstName(first.key)
  const isEverydayWords = sequence.words.every((word) => isCommonWord(word.key))
  const isHome = homeCue.regex.test(before)
  if (
    placeCue.regex.test(before) &&
    (!isEverydayWords || isHome) &&
    first.key !== 'i' &&
    !weekdays.has(first.key)
  )
    return { start, end, category: Category.location, confidence: 0.72 }
  if (isGeographic && !sequence.startsSentence)
    return { start, end, category: Category.location, confidence: 0.68 }
  const isIn = locativePreposition.regex.test(before)
  const isNew = sequence.words.every((word) => isUnknownWord(word.key) && word.text.length > 2)
  return isIn && isNew && analyzed.language !== 'de' && !/^[A-Z]{2,4}$/.test(first.text)
    ? { start, end, category: Category.location, confidence: 0.6 }
    : null
}
