/** Classifies a column as Name, Email, Timestamp or Open-ended, with a confidence based on its header and its cells. */
import { dateOrderOf } from '../values/date-order.ts'
import { parseTimestamp } from '../values/parse-timestamp.ts'
import type { ChoiceStructure } from './choice-structure.ts'
import type { ColumnProfile } from './column-profile.ts'
import type { Suggestion } from './column-types.ts'
import { asksForName, isBareDate } from './header-topics.ts'
import { isToolTime } from './tool-columns.ts'

export const decisiveConfidence = 0.9

export function classify(
  profile: ColumnProfile,
  structure: ChoiceStructure | undefined,
): Suggestion | undefined {
  if (profile.values.length === 0) return undefined
  return asEmail(profile) ?? asTimestamp(profile) ?? asName(profile) ?? asOpenEnded(profile, structure)
}

function asEmail({ topics, emailShare, values }: ColumnProfile): Suggestion | undefined {
  if (emailShare < 0.6) return undefined
  if (topics.has('anotherPerson')) {
    return {
      type: 'Email',
      confidence: 0.5,
      reason: 'The cells are e-mail addresses, but the header suggests that they belong to someone else.',
    }
  }
  if (topics.has('email'))
    return {
      type: 'Email',
      confidence: 0.99,
      reason: 'The header asks for an e-mail address, and the cells are e-mail addresses.',
    }
  const confidence = emailShare >= 0.95 && values.length >= 3 ? 0.93 : 0.7
  return { type: 'Email', confidence, reason: 'The cells are e-mail addresses.' }
}

function asTimestamp(profile: ColumnProfile): Suggestion | undefined {
  if (profile.dateShare < 0.8) return undefined
  const { text, topics, timeShare } = profile
  const isTool = isToolTime(profile.nameText)
  if (topics.has('eventTime') && !isTool) {
    return {
      type: 'Timestamp',
      confidence: 0.3,
      reason: 'The cells are dates, but the header suggests that they are answers.',
    }
  }
  if (topics.has('responseTime') || isTool || isBareDate(text)) {
    const sent = topics.has('submissionTime') && !isTool ? 0.02 : 0
    const confidence = (timeShare >= 0.8 && !isTool ? 0.96 : 0.92) + sent
    return {
      type: 'Timestamp',
      confidence,
      reason: 'The header refers to the time of the response, and the cells are dates.',
    }
  }
  const confidence = timeShare >= 0.95 && isSorted(profile.values) ? 0.91 : 0.5
  return { type: 'Timestamp', confidence, reason: 'The cells are sorted dates with times.' }
}

/** Response times are sorted in an export; dates given as answers are not. */
function isSorted(values: readonly string[]): boolean {
  const order = dateOrderOf(values)
  const times = values.map((value) => parseTimestamp(value, order)).filter((time) => time !== null)
  if (times.length < 8 || new Set(times).size < times.length / 2) return false
  const rises = times.every((time, index) => index === 0 || time >= (times[index - 1] ?? ''))
  const falls = times.every((time, index) => index === 0 || time <= (times[index - 1] ?? ''))
  return rises || falls
}

function asName(profile: ColumnProfile): Suggestion | undefined {
  const isAsked = asksForName(profile.nameText) || asksForName(profile.text)
  if (!isAsked || profile.topics.has('anotherPerson')) return undefined
  const plausible = profile.values.filter(looksLikeName).length / profile.values.length
  if (plausible < 0.8) return undefined
  // Up to three distinct answers in twenty or more responses are probably a choice, even if the header asks for a name.
  const isChoice = profile.counts.size <= 3 && profile.values.length >= 20
  const confidence = isChoice ? 0.6 : 0.97
  return { type: 'Name', confidence, reason: 'The header asks for a name, and the cells look like names.' }
}

function looksLikeName(value: string): boolean {
  return (
    value.length <= 60 &&
    /^[\p{L}\p{M}][\p{L}\p{M}\s.,'’·・\-()]*$/u.test(value) &&
    value.split(/\s+/).length <= 6
  )
}

function asOpenEnded(profile: ColumnProfile, structure: ChoiceStructure | undefined): Suggestion | undefined {
  const { averageWords, distinctRatio, counts, values, topics } = profile
  const isText = profile.numberShare < 0.3 && profile.machineShare < 0.3 && profile.dateShare < 0.3
  if (structure || !isText) return undefined
  const isAsked = profile.isFreeText || topics.has('freeText')
  if (counts.size < 5 || values.length < 5) return undefined
  const isVaried = (distinctRatio >= 0.3 && counts.size >= 8) || counts.size >= 25
  if (isAsked && averageWords >= 4 && isVaried) {
    return {
      type: 'Open-ended',
      confidence: 0.95,
      reason: 'The question asks for text, and the answers are sentences.',
    }
  }
  if (averageWords >= 8 && distinctRatio >= 0.6) {
    return {
      type: 'Open-ended',
      confidence: 0.92,
      reason: 'The answers are sentences and mostly unique.',
    }
  }
  return undefined
}
