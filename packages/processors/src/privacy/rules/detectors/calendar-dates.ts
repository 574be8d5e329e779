/** Calendar dates: with the name of a month, in digits, and years with a cue. */

import {
  afterDay,
  apostropheYearCue,
  clearMonthCue,
  codeBeforeYear,
  countedNouns,
  countedUnits,
  dateJoints,
  dayAndMonthJoints,
  dayCue,
  dayMonthYear,
  dayPrepositions,
  dayRangeJoints,
  holiday,
  isoDate,
  monthAndYear,
  monthCue,
  rangeJoints,
  ratingBefore,
  seasonBeforeYear,
  thisBefore,
  twoDigitYearCue,
  twoNumbers,
  versionBefore,
  yearAndMonth,
  yearChainBefore,
  yearCue,
  yearRangeAfter,
} from '../patterns/dates.data.ts'
import type { AnalyzedText } from '../text/analyzed-text.ts'
import { textAfter, textBefore } from '../text/analyzed-text.ts'
import { ambiguousMonths, monthOf } from '../text/months.ts'
import { readCardinal, readDay, readOrdinal, readYear, skipHyphen } from '../text/number-values.ts'
import type { Token } from '../text/tokens.ts'

export type CalendarDate = {
  readonly start: number
  readonly end: number
  /** A date only with further context: 06/27, a bare year. */
  readonly isWeak: boolean
}

export function findCalendarDates(analyzed: AnalyzedText): CalendarDate[] {
  const found = [
    ...datesWithMonth(analyzed),
    ...datesInDigits(analyzed),
    ...years(analyzed),
    ...shortYears(analyzed),
    ...daysAlone(analyzed),
    ...holidays(analyzed),
    ...ordinalDates(analyzed),
  ]
  const byPlace = found.sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: CalendarDate[] = []
  for (const date of byPlace) {
    const last = kept.at(-1)
    if (last === undefined || date.start >= last.end) kept.push(date)
    else if (last.isWeak && !date.isWeak && date.end > last.end)
      kept.splice(-1, 1, { ...date, start: last.start })
  }
  return kept
}

function* datesWithMonth(analyzed: AnalyzedText): Generator<CalendarDate> {
  const { tokens } = analyzed
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || monthOf(token.key) === undefined) continue
    const before = dayBefore(analyzed, index)
    const after = partsAfter(analyzed, index, before !== null)
    const from = rangeBefore(analyzed, before ?? yearBefore(analyzed, index) ?? index)
    if (from === index && after === index + 1 && !isMonthAlone(analyzed, index)) continue
    const first = tokens[from]
    const last = tokens[after - 1]
    if (first !== undefined && last !== undefined) yield { start: first.start, end: last.end, isWeak: false }
  }
}

/** The index where the day before a month begins, "the" included: "the third of March". */
function dayBefore(analyzed: AnalyzedText, month: number): number | null {
  const { tokens } = analyzed
  let end = month
  const joint = tokens[end - 1]
  const isJoint = joint !== undefined && (dayAndMonthJoints.has(joint.key) || /^[-/–]$/.test(joint.text))
  if (isJoint) end -= 1
  for (const from of [end - 4, end - 3, end - 2, end - 1]) {
    const day = from >= 0 ? readDay(analyzed, from) : null
    if (day?.to === end) return tokens[from - 1]?.key === 'the' ? from - 1 : from
  }
  return null
}

/** The first of two days: "the 3rd and the 5th of May", "3 to 5 May". */
function rangeBefore(analyzed: AnalyzedText, index: number): number {
  const { tokens } = analyzed
  if (!rangeJoints.has(tokens[index - 1]?.key ?? '')) return index
  for (const from of [index - 3, index - 2]) {
    const day =
      from >= 0
        ? (readOrdinal(analyzed, from) ?? (tokens[from]?.kind === 'number' ? readDay(analyzed, from) : null))
        : null
    const isOther =
      monthOf(tokens[from - 1]?.key ?? '') !== undefined ||
      (tokens[from - 1]?.key === 'the' && monthOf(tokens[from - 2]?.key ?? '') !== undefined)
    if (day?.to === index - 1 && !isOther) return tokens[from - 1]?.key === 'the' ? from - 1 : from
  }
  return index
}

/** 2024 March 5. */
function yearBefore(analyzed: AnalyzedText, month: number): number | null {
  const year = readYear(analyzed, month - 1)
  return year?.to === month && analyzed.tokens[month - 1]?.kind === 'number' ? month - 1 : null
}

/** The index after the day and year that follow a month. */
function partsAfter(analyzed: AnalyzedText, month: number, hasDay: boolean): number {
  const { tokens } = analyzed
  let at = month + 1
  if (tokens[at]?.text === '.' && tokens[at]?.gap === 'none' && (tokens[month]?.text.length ?? 9) <= 5)
    at += 1
  const yearAt = skipJoints(tokens, at)
  const year = readYear(analyzed, yearAt)
  if (hasDay) return year?.to ?? shortYear(analyzed, yearAt) ?? month + 1
  const of = tokens[at]?.key === 'of' ? readCardinal(analyzed, at + 1) : null
  if (year === null && of !== null && of.value >= 10 && of.value < 100 && tokens[at + 1]?.gap === 'space')
    return of.to
  const dayAt = skipArticle(tokens, skipDash(tokens, at))
  const day = readDay(analyzed, dayAt)
  const isDay = day !== null && !isCounted(analyzed, day.to) && tokens[at]?.gap !== 'line-break'
  if (isDay) {
    const later = skipRange(analyzed, day.to)
    const dayYear = readYear(analyzed, skipJoints(tokens, later))
    if (dayYear !== null && dayYear.value !== year?.value) return dayYear.to
    if (year === null) return shortYear(analyzed, later) ?? later
  }
  return year?.to ?? shortYear(analyzed, at) ?? month + 1
}

/** "12-Mar-85", "2 Feb 99", "july eighty eight": two digits that can only be a year. */
function shortYear(analyzed: AnalyzedText, index: number): number | null {
  const { tokens } = analyzed
  if (/^[-/]$/.test(tokens[index - 1]?.text ?? '') && /^\d\d$/.test(tokens[index]?.text ?? ''))
    return index + 1
  const year = tokens[index]?.gap === 'space' ? readCardinal(analyzed, index) : null
  return year !== null && year.value > 31 && year.value < 100 && !isCounted(analyzed, year.to)
    ? year.to
    : null
}

/** "March 3 to 5", "March 3-5". */
function skipRange(analyzed: AnalyzedText, at: number): number {
  const { tokens } = analyzed
  const isTo = dayRangeJoints.has(tokens[at]?.key ?? '')
  if (!isTo || tokens[at + 1]?.kind !== 'number') return at
  const day = readDay(analyzed, at + 1)
  return day !== null && monthOf(tokens[day.to]?.key ?? '') === undefined && !isCounted(analyzed, day.to)
    ? day.to
    : at
}

function skipJoints(tokens: readonly Token[], index: number): number {
  let at = index
  while (at < index + 2 && dateJoints.has(tokens[at]?.key ?? '')) at += 1
  return at
}

function skipDash(tokens: readonly Token[], index: number): number {
  return /^[-/–]$/.test(tokens[index]?.text ?? '') && tokens[index]?.gap === 'none' ? index + 1 : index
}

function skipArticle(tokens: readonly Token[], index: number): number {
  return tokens[index]?.key === 'the' ? index + 1 : index
}

/** "in May 20 people came": the number counts what follows. */
function isCounted(analyzed: AnalyzedText, index: number): boolean {
  const next = analyzed.tokens[index]
  return next !== undefined && next.gap !== 'line-break' && countedUnits.has(next.key) && next.key !== 'of'
}

function isMonthAlone(analyzed: AnalyzedText, index: number): boolean {
  const token = analyzed.tokens[index]
  if (token === undefined || token.text.length < 3) return false
  const before = textBefore(analyzed, token.start, 20)
  if (!monthCue.regex.test(before))
    return thisBefore.regex.test(before) && !ambiguousMonths.has(token.key) && token.text.length > 3
  const isWord = ambiguousMonths.has(token.key)
  if (!isWord) return true
  if (token.text.length <= 4 && token.key !== 'may' && token.key !== 'mai' && token.key !== 'mars')
    return false
  // In lower-case text "march" and "may" are months only after a clear cue.
  return token.isCapital || (analyzed.isUncased && clearMonthCue.regex.test(before))
}

function* datesInDigits(analyzed: AnalyzedText): Generator<CalendarDate> {
  const { text } = analyzed
  const at = (match: RegExpMatchArray, isWeak: boolean): CalendarDate => {
    const start = match.index ?? 0
    return { start, end: start + match[0].length, isWeak }
  }
  for (const match of text.matchAll(isoDate.regex)) yield at(match, false)
  for (const match of text.matchAll(dayMonthYear.regex)) {
    const [, first = '', mark = '', second = '', year = ''] = match
    if (!isDayAndMonth(Number(first), Number(second))) continue
    const isVersion = versionBefore.regex.test(textBefore(analyzed, match.index, 12))
    yield at(match, isVersion || (year.length === 2 && !mark.includes('/') && !mark.includes('.')))
  }
  for (const match of text.matchAll(monthAndYear.regex)) yield at(match, false)
  for (const match of text.matchAll(yearAndMonth.regex)) yield at(match, false)
  for (const match of text.matchAll(twoNumbers.regex)) {
    const [, first = '', mark = '', second = ''] = match
    yield at(match, mark !== '/' || !isDayWithoutYear(analyzed, match.index, Number(first), Number(second)))
  }
}

function isDayAndMonth(a: number, b: number): boolean {
  return a >= 1 && b >= 1 && ((a <= 12 && b <= 31) || (b <= 12 && a <= 31))
}

/** 12/25 is a day; 24/7, 50/50 and 9/10 are not without a cue such as "on". */
function isDayWithoutYear(analyzed: AnalyzedText, start: number, a: number, b: number): boolean {
  if (!isDayAndMonth(a, b) || (a === 24 && b === 7)) return false
  const before = textBefore(analyzed, start, 24)
  const hasCue = dayCue.regex.test(before)
  if (ratingBefore.regex.test(before)) return false
  return hasCue || (a <= 12 && b > 12) || (a > 12 && b <= 12 && a > 16)
}

function* years(analyzed: AnalyzedText): Generator<CalendarDate> {
  const { tokens } = analyzed
  for (let index = 0; index < tokens.length; index += 1) {
    const year = readYear(analyzed, index)
    const first = tokens[index]
    const last = tokens[(year?.to ?? 0) - 1]
    if (year === null || first === undefined || last === undefined) continue
    const isShort = first.kind === 'mark'
    const before = textBefore(analyzed, first.start, 40)
    if (codeBeforeYear.regex.test(before)) continue
    const hasCue =
      yearCue.regex.test(before) || yearChainBefore.regex.test(before) || startsRange(analyzed, last.end)
    const season = seasonBeforeYear.regex.exec(before)?.[0].length ?? 0
    if (!isCountedByNoun(analyzed, year.to) && !isShort)
      yield {
        start: first.start - season,
        end: last.end,
        isWeak: !hasCue || isPartOfOtherNumber(analyzed, index, year.to),
      }
    else if (isShort && apostropheYearCue.regex.test(before))
      yield { start: first.start, end: last.end, isWeak: false }
    index = Math.max(index, year.to - 1)
  }
}

/** "born in eighty four", "the summer of ninety nine". */
function* shortYears(analyzed: AnalyzedText): Generator<CalendarDate> {
  const { tokens } = analyzed
  for (const [index, token] of tokens.entries()) {
    const isTen = token.kind === 'word' && analyzed.numbers.get(token.key)?.kind === 'ten'
    if (!isTen && !/^\d\d$/.test(token.text)) continue
    const year = readCardinal(analyzed, index)
    const last = tokens[(year?.to ?? 0) - 1]
    if (year === null || last === undefined || year.value < 20 || year.value > 99) continue
    const before = textBefore(analyzed, token.start, 30)
    const isNew = readYear(analyzed, index) === null && !isCountedByNoun(analyzed, year.to)
    if (
      isNew &&
      twoDigitYearCue.regex.test(before) &&
      /^(?:$|[\s.,;!?)])/.test(textAfter(analyzed, last.end, 2))
    )
      yield { start: token.start, end: last.end, isWeak: year.value < 50 || year.to === index + 1 }
  }
}

/** "Christmas Day 1969"; without a year it counts only as a date of birth. */
function* holidays({ text }: AnalyzedText): Generator<CalendarDate> {
  for (const match of text.matchAll(holiday.regex))
    yield { start: match.index, end: match.index + match[0].length, isWeak: !/\d$/.test(match[0]) }
}

/** "the eighth of the eighth eighty eight". */
function* ordinalDates(analyzed: AnalyzedText): Generator<CalendarDate> {
  const { tokens } = analyzed
  for (const [index, token] of tokens.entries()) {
    const day = token.key === 'the' ? readOrdinal(analyzed, index + 1) : null
    if (day === null || day.value > 31 || tokens[day.to]?.key !== 'of' || tokens[day.to + 1]?.key !== 'the')
      continue
    const month = readOrdinal(analyzed, day.to + 2)
    if (month === null || month.value > 12) continue
    const at = skipJoints(tokens, month.to)
    const to = readYear(analyzed, at)?.to ?? shortYear(analyzed, at)
    const last = tokens[(to ?? 0) - 1]
    if (last !== undefined) yield { start: token.start, end: last.end, isWeak: false }
  }
}

/** "on the 12th we met". */
function* daysAlone(analyzed: AnalyzedText): Generator<CalendarDate> {
  const { tokens } = analyzed
  for (const [index, token] of tokens.entries()) {
    if (token.key !== 'the' || !dayPrepositions.has(tokens[index - 1]?.key ?? '')) continue
    const day = readOrdinal(analyzed, index + 1)
    const last = tokens[(day?.to ?? 0) - 1]
    if (day === null || last === undefined || day.value > 31 || (day.value < 4 && last.kind === 'word'))
      continue
    const after = textAfter(analyzed, last.end, 24)
    if (afterDay.regex.test(after)) yield { start: token.start, end: last.end, isWeak: false }
  }
}

function startsRange(analyzed: AnalyzedText, end: number): boolean {
  return yearRangeAfter.regex.test(textAfter(analyzed, end, 16))
}

/** "between 1900 and 2000 dollars", "2000 people". */
function isCountedByNoun(analyzed: AnalyzedText, index: number): boolean {
  const next = analyzed.tokens[index]
  if (next === undefined || next.gap !== 'space' || next.kind !== 'word') return next?.text === '%'
  return countedUnits.has(next.key) || countedNouns.has(next.key)
}

/** Part of a longer number or of an amount: 2019-4411-22, $2000. */
function isPartOfOtherNumber(analyzed: AnalyzedText, index: number, to: number): boolean {
  const mark = analyzed.tokens[index - 1]
  if (mark !== undefined && /^[$€£#]$/.test(mark.text)) return true
  const at = skipHyphen(analyzed.tokens, to)
  return (
    at !== to &&
    analyzed.tokens[at]?.kind === 'number' &&
    !/^(?:1[89]|20)\d\d$/.test(analyzed.tokens[at]?.text ?? '')
  )
}
