/** Tells dates of birth and card expiries from other dates. */

import type { CategoryId } from '../../categories.ts'
import { Category } from '../../categories.ts'
import type { Detection } from '../detector.ts'
import { overlaps } from '../detector.ts'
import {
  birthAfter,
  birthBefore,
  birthDateJoint,
  cardMention,
  cardTail,
  expiryAfterDate,
  expiryAfterNumber,
  expiryBefore,
  otherDocument,
  otherEvent,
} from '../patterns/date-kinds.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textAfter, textBefore } from '../text/analyzed-text.ts'
import type { CalendarDate } from './calendar-dates.ts'
import { isExpiry } from './number-kinds.ts'
import type { NumberRun } from './number-runs.ts'

export function classifyDates(
  analyzed: AnalyzedText,
  dates: readonly CalendarDate[],
  runs: readonly NumberRun[],
  cards: readonly Detection[],
): Detection[] {
  const found: Detection[] = []
  for (const date of dates) {
    const previous = found.at(-1)
    const kind = kindOf(analyzed, date, cards, previous)
    if (kind !== null) found.push({ start: date.start, end: date.end, ...kind })
  }
  return [...found, ...birthDatesInRuns(analyzed, runs, found), ...cardTails(analyzed, cards)]
}

/** "4111 1111 1111 1111 12/27 123": expiry and security code directly after a card number. */
function* cardTails(analyzed: AnalyzedText, cards: readonly Detection[]): Generator<Detection> {
  for (const card of cards) {
    const rest = analyzed.text.slice(card.end, card.end + 40)
    const tail = cardTail.regex.exec(rest)
    if (tail === null) continue
    const [, space = '', expiryText = '', secondSpace = '', code] = tail
    const start = card.end + space.length
    const end = start + expiryText.length
    yield { start, end, category: Category.cardExpiry, confidence: 0.97 }
    if (code !== undefined)
      yield {
        start: end + secondSpace.length,
        end: end + secondSpace.length + code.length,
        category: Category.cardSecurityCode,
        confidence: 0.97,
      }
  }
}

type Kind = { readonly category: CategoryId; readonly confidence: number }

function kindOf(
  analyzed: AnalyzedText,
  date: CalendarDate,
  cards: readonly Detection[],
  previous: Detection | undefined,
): Kind | null {
  const before = textBefore(analyzed, date.start, 80)
  const after = textAfter(analyzed, date.end, 60)
  if (isExpiryDate(analyzed, date, before, after, cards))
    return { category: Category.cardExpiry, confidence: 0.94 }
  if (isBirth(before, after)) return { category: Category.dateOfBirth, confidence: 0.93 }
  const between = previous === undefined ? null : analyzed.text.slice(previous.end, date.start)
  if (previous?.category === Category.dateOfBirth && between !== null && birthDateJoint.regex.test(between))
    return { category: Category.dateOfBirth, confidence: 0.8 }
  return date.isWeak ? null : { category: Category.date, confidence: 0.9 }
}

function isBirth(before: string, after: string): boolean {
  const between = birthBefore.regex.exec(before)?.[1]
  if (
    between !== undefined &&
    between.length <= 60 &&
    !otherEvent.regex.test(between) &&
    !/\d{3}/.test(between)
  )
    return true
  return birthAfter.regex.test(after) && !otherEvent.regex.test(after.slice(0, 30))
}

function isExpiryDate(
  analyzed: AnalyzedText,
  date: CalendarDate,
  before: string,
  after: string,
  cards: readonly Detection[],
): boolean {
  const text = analyzed.text.slice(date.start, date.end)
  const adjacentCard = cards.find((card) => date.start >= card.end && date.start - card.end <= 14)
  if (adjacentCard !== undefined && /^(?:0?[1-9]|1[0-2])\s?[/-]\s?(?:20)?[2-4]\d$/.test(text)) return true
  if (/^(?:19|200|201)\d/.test(text) || /^\d{1,2}[-/.]\d{1,2}[-/.]\d+$/.test(text)) return false
  const isStated = expiryBefore.regex.test(before) || expiryAfterDate.regex.test(after)
  if (!isStated) return false
  const around = `${before} ${after}`
  return cardMention.regex.test(around) || cards.length > 0 || !otherDocument.regex.test(around)
}

/** Numbers that are dates only where a birth is mentioned: "oh three fourteen eighty five", 031485. */
function* birthDatesInRuns(
  analyzed: AnalyzedText,
  runs: readonly NumberRun[],
  dates: readonly Detection[],
): Generator<Detection> {
  for (const run of runs) {
    if (run.letters > 0 || run.isCardinal) continue
    if (dates.some((date) => overlaps(date, run) && (date.start < run.start || date.end > run.end))) continue
    if (!couldBeDate(run)) continue
    if (isBirth(textBefore(analyzed, run.start, 60), textAfter(analyzed, run.end, 50)))
      yield { start: run.start, end: run.end, category: Category.dateOfBirth, confidence: 0.96 }
  }
}

function couldBeDate({ digits, groups, isSpoken }: NumberRun): boolean {
  if (/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits)) return true
  if (
    /^(?:0?[1-9]|[12]\d|3[01])(?:0?[1-9]|[12]\d|3[01])(?:(?:19|20)?\d\d)$/.test(digits) &&
    digits.length >= 4
  )
    return isSpoken || groups.length > 1 || digits.length >= 6
  return isSpoken && digits.length >= 4 && digits.length <= 8
}

/** Expiries that do not look like dates: "expires oh six twenty seven". */
export function expiriesInRuns(
  analyzed: AnalyzedText,
  runs: readonly NumberRun[],
  cards: readonly Detection[],
): Detection[] {
  const found: Detection[] = []
  for (const run of runs) {
    if (!isExpiry(run)) continue
    const before = textBefore(analyzed, run.start, 70)
    const after = textAfter(analyzed, run.end, 40)
    const around = `${before} ${after}`
    const isStated = expiryBefore.regex.test(before) || expiryAfterNumber.regex.test(after)
    if (isStated && (cardMention.regex.test(around) || cards.length > 0 || !otherDocument.regex.test(around)))
      found.push({ start: run.start, end: run.end, category: Category.cardExpiry, confidence: 0.96 })
  }
  return found
}
