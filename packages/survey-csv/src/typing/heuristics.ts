/** Types a column by content if the classifier is not confident. Confidence stays below that of the classifier. */
import { parseNps } from '../values/parse-cell.ts'
import { readNumber } from '../values/read-number.ts'
import type { ChoiceStructure } from './choice-structure.ts'
import type { ColumnProfile } from './column-profile.ts'
import type { Suggestion } from './column-types.ts'
import { statesShortScale } from './header-topics.ts'
import { isKnownAnswer } from './known-answers.ts'
import { isToolColumn } from './tool-columns.ts'

const maxOptions = 60
const maxDistinctNumbers = 21
/** Scales have up to eleven points; some more for other spellings. */
const maxKnownAnswers = 15

export function guessByContent(profile: ColumnProfile, structure: ChoiceStructure | undefined): Suggestion {
  return (
    asNothing(profile) ??
    asNps(profile) ??
    asKnownAnswers(profile) ??
    asRanking(profile, structure) ??
    asText(profile, structure) ??
    asMultiChoice(structure) ??
    asSingleChoice(profile) ??
    nothing(0.6, 'There are too many different answers to chart, and they are too short for free text.')
  )
}

function nothing(confidence: number, reason: string): Suggestion {
  return { type: 'Do nothing', confidence, reason }
}

function asNothing(profile: ColumnProfile): Suggestion | undefined {
  if (profile.values.length === 0) return nothing(0.89, 'The column is empty.')
  if (isToolColumn(profile.nameText)) return nothing(0.85, 'The survey tool added this column as metadata.')
  if (profile.dateShare >= 0.8)
    return nothing(0.6, 'The cells are dates, but may not be the time of the response.')
  if (profile.emailShare >= 0.6)
    return nothing(0.6, 'The cells are e-mail addresses, but may not belong to the respondent.')
  if (profile.machineShare >= 0.8 && profile.distinctRatio > 0.5)
    return nothing(0.85, 'The cells are codes, links or file names.')
  return undefined
}

function asNps({ text, topics, values }: ColumnProfile): Suggestion | undefined {
  if (!topics.has('recommend') || statesShortScale.test(text)) return undefined
  const scores = values.map(parseNps).filter((score) => score !== null)
  if (scores.length < values.length * 0.95) return undefined
  // If none of twenty or more scores exceeds 5, the question is a rating on a 5-point scale, not NPS.
  if (values.length >= 20 && scores.every((score) => score <= 5)) return undefined
  return {
    type: 'NPS',
    confidence: 0.88,
    reason: 'The question asks about recommending, and the cells are numbers from 0 to 10.',
  }
}

function asRanking(profile: ColumnProfile, structure: ChoiceStructure | undefined): Suggestion | undefined {
  const isAsked = profile.topics.has('rank')
  if (structure?.kind === 'ranking' || (isAsked && structure)) {
    const confidence = isAsked ? 0.88 : 0.8
    return {
      type: 'Ranking',
      confidence,
      reason: 'Each cell lists the same items in the order that the respondent chose.',
    }
  }
  const isRank =
    profile.integerShare >= 0.95 && profile.counts.size <= maxDistinctNumbers && !profile.counts.has('0')
  if (!isAsked || !isRank) return undefined
  return {
    type: 'Ranking',
    confidence: 0.85,
    reason: 'The question asks for a ranking, and the cells are ranks.',
  }
}

/** From a few responses, the wording of a scale is the only sign that its long options are not free text. */
function asKnownAnswers({ topics, isFreeText, counts, values }: ColumnProfile): Suggestion | undefined {
  if (isFreeText || topics.has('freeText') || counts.size > maxKnownAnswers) return undefined
  let known = 0
  for (const [answer, count] of counts) if (isKnownAnswer(answer)) known += count
  if (known < values.length * 0.9) return undefined
  return {
    type: 'Single choice',
    confidence: 0.86,
    reason: 'The cells are answers on a scale, or yes and no.',
  }
}

function asText(profile: ColumnProfile, structure: ChoiceStructure | undefined): Suggestion | undefined {
  if (structure) return undefined
  const { averageWords, distinctRatio, topics, counts } = profile
  const isNumeric = profile.numberShare >= 0.8
  if (profile.isFreeText && (!isNumeric || distinctRatio >= 0.3)) {
    return { type: 'Open-ended', confidence: 0.8, reason: 'The survey tool marks this column as free text.' }
  }
  if (isNumeric) return undefined
  const isAsked = topics.has('freeText')
  const isVaried = distinctRatio >= 0.5 || counts.size > maxOptions
  if (isVaried && (averageWords >= 4 || (isAsked && (averageWords >= 1.5 || counts.size > 3)))) {
    return {
      type: 'Open-ended',
      confidence: isAsked ? 0.85 : 0.75,
      reason: 'The answers are text and mostly unique.',
    }
  }
  return undefined
}

function asMultiChoice(structure: ChoiceStructure | undefined): Suggestion | undefined {
  if (structure?.kind !== 'multi') return undefined
  return {
    type: 'Multi choice',
    confidence: 0.85,
    reason: `The cells are lists of options from a set of ${structure.options.size}.`,
  }
}

function asSingleChoice(profile: ColumnProfile): Suggestion | undefined {
  const { counts, averageChars } = profile
  if (profile.numberShare >= 0.9 && !isScale(profile)) {
    return nothing(0.7, 'The cells are numbers that do not form a scale.')
  }
  const isChoice = repeats(profile) || isRating(profile)
  if (counts.size > maxOptions || !isChoice || averageChars > 300) return undefined
  const options = counts.size === 1 ? 'the same answer' : `one of ${counts.size} answers`
  return { type: 'Single choice', confidence: 0.85, reason: `Every cell has ${options}.` }
}

/** Whole numbers within a limited range, or a few numbers that occur often. */
function isScale({ integerShare, counts, values }: ColumnProfile): boolean {
  if (counts.size > maxDistinctNumbers) return false
  const numbers = [...counts.keys()].map(readNumber)
  if (integerShare < 0.95) {
    if (counts.size <= 10 && values.length >= counts.size * 5) return true
    return numbers.every(isHalfPoint) && values.length >= counts.size * 2
  }
  return Math.max(...numbers) - Math.min(...numbers) <= 100 && Math.max(...numbers) < 10_000
}

/** Ratings in steps of a half, such as 4.5 stars. */
function isHalfPoint(number: number): boolean {
  return number >= 0 && number <= 10 && Number.isInteger(number * 2)
}

/** Whole numbers from 0 to 10; with few responses, numbers on such a scale may not repeat yet. */
function isRating({ integerShare, counts }: ColumnProfile): boolean {
  return (
    integerShare === 1 &&
    [...counts.keys()].every((value) => readNumber(value) >= 0 && readNumber(value) <= 10)
  )
}

/** Each answer occurs twice on average. A few responses cannot show that, so short answers are enough there. */
function repeats({ counts, values, averageWords }: ColumnProfile): boolean {
  if (values.length >= counts.size * 2) return true
  return values.length < 12 && averageWords <= 4
}
