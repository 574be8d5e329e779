/** What the classifier is not sure of, by content: free text, something to chart, or nothing. Never as sure as the classifier. */
import { parseNps } from '../values/parse-cell.ts'
import type { ChoiceStructure } from './choice-structure.ts'
import type { ColumnProfile } from './column-profile.ts'
import type { Suggestion } from './column-types.ts'
import * as vocabulary from './header-vocabulary.ts'
import { isToolColumn } from './tool-columns.ts'

const mostOptions = 60
const mostNumbers = 21

export function guessByContent(profile: ColumnProfile, structure: ChoiceStructure | undefined): Suggestion {
  return (
    asNothing(profile) ??
    asNps(profile) ??
    asRanking(profile, structure) ??
    asText(profile, structure) ??
    asMultiChoice(structure) ??
    asSingleChoice(profile) ??
    nothing(0.6, 'The answers are too many to chart and too short to read as text.')
  )
}

function nothing(confidence: number, reason: string): Suggestion {
  return { type: 'Do nothing', confidence, reason }
}

function asNothing(profile: ColumnProfile): Suggestion | undefined {
  if (profile.values.length === 0) return nothing(0.89, 'The column is empty.')
  if (isToolColumn(profile.nameText)) return nothing(0.85, 'The survey tool wrote this column for itself.')
  if (profile.dateShare >= 0.8)
    return nothing(0.6, 'The cells are dates, but not clearly when the answer came.')
  if (profile.emailShare >= 0.6)
    return nothing(0.6, 'The cells are e-mail addresses, but perhaps not of the respondent.')
  if (profile.machineShare >= 0.8 && profile.distinctRatio > 0.5)
    return nothing(0.85, 'The cells are codes, links or file names.')
  return undefined
}

function asNps({ text, values }: ColumnProfile): Suggestion | undefined {
  const isAsked = vocabulary.asksToRecommend.test(text) || vocabulary.asksToRecommendJapanese.test(text)
  if (!isAsked || vocabulary.statesShortScale.test(text)) return undefined
  const scores = values.map(parseNps).filter((score) => score !== null)
  if (scores.length < values.length * 0.95) return undefined
  // On a scale of five nobody in twenty goes beyond it; then it is a rating, not a promoter score.
  if (values.length >= 20 && scores.every((score) => score <= 5)) return undefined
  return {
    type: 'NPS',
    confidence: 0.88,
    reason: 'The question asks about recommending, and the cells are 0 to 10.',
  }
}

function asRanking(profile: ColumnProfile, structure: ChoiceStructure | undefined): Suggestion | undefined {
  const isAsked = vocabulary.asksToRank.test(profile.text) || vocabulary.asksToRankJapanese.test(profile.text)
  if (structure?.kind === 'ranking' || (isAsked && structure)) {
    const confidence = isAsked ? 0.88 : 0.8
    return {
      type: 'Ranking',
      confidence,
      reason: 'Each cell lists the same items in the order the respondent gave.',
    }
  }
  const isPlace =
    profile.integerShare >= 0.95 && profile.counts.size <= mostNumbers && !profile.counts.has('0')
  if (!isAsked || !isPlace) return undefined
  return { type: 'Ranking', confidence: 0.85, reason: 'The question asks to rank, and the cells are places.' }
}

function asText(profile: ColumnProfile, structure: ChoiceStructure | undefined): Suggestion | undefined {
  if (structure) return undefined
  const { averageWords, distinctRatio, text, counts } = profile
  const isNumeric = profile.numberShare >= 0.8
  if (profile.isFreeText && (!isNumeric || distinctRatio >= 0.3)) {
    return { type: 'Open-ended', confidence: 0.8, reason: 'The survey tool says that this was typed freely.' }
  }
  if (isNumeric) return undefined
  const isAsked = vocabulary.asksForText.test(text) || vocabulary.asksForTextJapanese.test(text)
  const isVaried = distinctRatio >= 0.5 || counts.size > mostOptions
  if (isVaried && (averageWords >= 4 || (isAsked && (averageWords >= 1.5 || counts.size > 3)))) {
    return {
      type: 'Open-ended',
      confidence: isAsked ? 0.85 : 0.75,
      reason: 'The answers are text, and mostly different.',
    }
  }
  return undefined
}

function asMultiChoice(structure: ChoiceStructure | undefined): Suggestion | undefined {
  if (structure?.kind !== 'multi') return undefined
  return {
    type: 'Multi choice',
    confidence: 0.85,
    reason: `The cells are lists of the same ${structure.options.size} options.`,
  }
}

function asSingleChoice(profile: ColumnProfile): Suggestion | undefined {
  const { counts, averageChars } = profile
  if (profile.numberShare >= 0.9 && !isScale(profile)) {
    return nothing(0.7, 'The cells are numbers of many kinds, not a choice.')
  }
  const isChoice = repeats(profile) || isRating(profile)
  if (counts.size > mostOptions || !isChoice || averageChars > 300) return undefined
  const options = counts.size === 1 ? 'the same answer' : `one of ${counts.size} answers`
  return { type: 'Single choice', confidence: 0.85, reason: `Every cell is ${options}.` }
}

/** Whole numbers on a short scale, or numbers that come again and again. */
function isScale({ integerShare, counts, values }: ColumnProfile): boolean {
  if (counts.size > mostNumbers) return false
  if (integerShare < 0.95) return counts.size <= 10 && values.length >= counts.size * 5
  const numbers = [...counts.keys()].map(Number)
  return Math.max(...numbers) - Math.min(...numbers) <= 100 && Math.max(...numbers) < 10_000
}

/** 0 to 10 and its parts: with few responses not every number has come twice yet. */
function isRating({ integerShare, counts }: ColumnProfile): boolean {
  return integerShare === 1 && [...counts.keys()].every((value) => Number(value) >= 0 && Number(value) <= 10)
}

/** Each answer twice on average; a handful of responses cannot show that, so short answers pass there. */
function repeats({ counts, values, averageWords }: ColumnProfile): boolean {
  if (values.length >= counts.size * 2) return true
  return values.length < 12 && averageWords <= 4
}
