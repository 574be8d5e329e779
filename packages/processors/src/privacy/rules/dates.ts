/** Calendar dates: with a month by name, in figures, and years that something tells to be one. Pure. */

import { ambiguousMonths, monthOf } from './months.ts'
import { overHyphen, readCardinal, readDay, readOrdinal, readYear } from './numbers.ts'
import type { Reading } from './reading.ts'
import { textAfter, textBefore } from './reading.ts'
import type { Token } from './tokens.ts'

export type FoundDate = {
  readonly start: number
  readonly end: number
  /** Only a date if the words around it say which: 06/27, a bare year. */
  readonly isWeak: boolean
}

export function findDates(reading: Reading): FoundDate[] {
  const found = [
    ...datesWithMonth(reading),
    ...datesInFigures(reading),
    ...years(reading),
    ...shortYears(reading),
    ...daysAlone(reading),
    ...holidays(reading),
    ...ordinalDates(reading),
  ]
  const byPlace = found.sort((a, b) => a.start - b.start || b.end - a.end)
  const kept: FoundDate[] = []
  for (const date of byPlace) {
    const last = kept.at(-1)
    if (last === undefined || date.start >= last.end) kept.push(date)
    else if (last.isWeak && !date.isWeak && date.end > last.end)
      kept.splice(-1, 1, { ...date, start: last.start })
  }
  return kept
}

function* datesWithMonth(reading: Reading): Generator<FoundDate> {
  const { tokens } = reading
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'word' || monthOf(token.key) === undefined) continue
    const before = dayBefore(reading, index)
    const after = partsAfter(reading, index, before !== null)
    const from = rangeBefore(reading, before ?? yearBefore(reading, index) ?? index)
    if (from === index && after === index + 1 && !isMonthAlone(reading, index)) continue
    const first = tokens[from]
    const last = tokens[after - 1]
    if (first !== undefined && last !== undefined) yield { start: first.start, end: last.end, isWeak: false }
  }
}

/** "the third of March": the index where the day begins, "the" included. */
function dayBefore(reading: Reading, month: number): number | null {
  const { tokens } = reading
  let end = month
  const joint = tokens[end - 1]
  const isJoint =
    joint !== undefined && (/^(?:of|de|di|van|do)$/.test(joint.key) || /^[-/–]$/.test(joint.text))
  if (isJoint) end -= 1
  for (const from of [end - 4, end - 3, end - 2, end - 1]) {
    const day = from >= 0 ? readDay(reading, from) : null
    if (day?.to === end) return tokens[from - 1]?.key === 'the' ? from - 1 : from
  }
  return null
}

/** "the 3rd and the 5th of May", "3 to 5 May": the first of two days. */
function rangeBefore(reading: Reading, index: number): number {
  const { tokens } = reading
  if (!/^(?:and|to|or|until|through|-|–)$/.test(tokens[index - 1]?.key ?? '')) return index
  for (const from of [index - 3, index - 2]) {
    const day =
      from >= 0
        ? (readOrdinal(reading, from) ?? (tokens[from]?.kind === 'number' ? readDay(reading, from) : null))
        : null
    const isOther =
      monthOf(tokens[from - 1]?.key ?? '') !== undefined ||
      (tokens[from - 1]?.key === 'the' && monthOf(tokens[from - 2]?.key ?? '') !== undefined)
    if (day?.to === index - 1 && !isOther) return tokens[from - 1]?.key === 'the' ? from - 1 : from
  }
  return index
}

/** 2024 March 5. */
function yearBefore(reading: Reading, month: number): number | null {
  const year = readYear(reading, month - 1)
  return year?.to === month && reading.tokens[month - 1]?.kind === 'number' ? month - 1 : null
}

/** The index after day and year that follow a month. */
function partsAfter(reading: Reading, month: number, hasDay: boolean): number {
  const { tokens } = reading
  let at = month + 1
  if (tokens[at]?.text === '.' && tokens[at]?.gap === 'none' && (tokens[month]?.text.length ?? 9) <= 5)
    at += 1
  const yearAt = overJoints(tokens, at)
  const year = readYear(reading, yearAt)
  if (hasDay) return year?.to ?? shortYear(reading, yearAt) ?? month + 1
  const of = tokens[at]?.key === 'of' ? readCardinal(reading, at + 1) : null
  if (year === null && of !== null && of.value >= 10 && of.value < 100 && tokens[at + 1]?.gap === 'blank')
    return of.to
  const dayAt = overArticle(tokens, overDash(tokens, at))
  const day = readDay(reading, dayAt)
  const isDay = day !== null && !isCounted(reading, day.to) && tokens[at]?.gap !== 'break'
  if (isDay) {
    const later = overRange(reading, day.to)
    const dayYear = readYear(reading, overJoints(tokens, later))
    if (dayYear !== null && dayYear.value !== year?.value) return dayYear.to
    if (year === null) return shortYear(reading, later) ?? later
  }
  return year?.to ?? shortYear(reading, at) ?? month + 1
}

/** "12-Mar-85", "2 Feb 99", "july eighty eight": two digits that can only be a year, or are tied to the month. */
function shortYear(reading: Reading, index: number): number | null {
  const { tokens } = reading
  if (/^[-/]$/.test(tokens[index - 1]?.text ?? '') && /^\d\d$/.test(tokens[index]?.text ?? ''))
    return index + 1
  const year = tokens[index]?.gap === 'blank' ? readCardinal(reading, index) : null
  return year !== null && year.value > 31 && year.value < 100 && !isCounted(reading, year.to) ? year.to : null
}

/** "March 3 to 5", "March 3-5". */
function overRange(reading: Reading, at: number): number {
  const { tokens } = reading
  const isTo = /^(?:to|through|thru|and|[-–])$/.test(tokens[at]?.key ?? '')
  if (!isTo || tokens[at + 1]?.kind !== 'number') return at
  const day = readDay(reading, at + 1)
  return day !== null && monthOf(tokens[day.to]?.key ?? '') === undefined && !isCounted(reading, day.to)
    ? day.to
    : at
}

function overJoints(tokens: readonly Token[], index: number): number {
  let at = index
  while (at < index + 2 && /^(?:,|of|de|del|do|di|in|-|\/|–)$/.test(tokens[at]?.key ?? '')) at += 1
  return at
}

function overDash(tokens: readonly Token[], index: number): number {
  return /^[-/–]$/.test(tokens[index]?.text ?? '') && tokens[index]?.gap === 'none' ? index + 1 : index
}

function overArticle(tokens: readonly Token[], index: number): number {
  return tokens[index]?.key === 'the' ? index + 1 : index
}

const units =
  /^(?:%|percent|people|persons|users|times|dollars?|euros?|pounds?|bucks|minutes?|mins?|hours?|seconds?|days?|weeks?|months?|years?|degrees?|miles|km|meters?|metres?|feet|items?|participants?|respondents?|of|out|or|pm|am|o'clock|th)$/

/** "in May 20 people came": the number belongs to what follows. */
function isCounted(reading: Reading, index: number): boolean {
  const next = reading.tokens[index]
  return next !== undefined && next.gap !== 'break' && units.test(next.key) && next.key !== 'of'
}

const monthLeads =
  /\b(?:in|since|until|till|by|last|next|during|before|after|from|through|early|late|mid|every|each|this past|this coming|back in|around|beginning of|start of|end of|middle of|month of|seit|im|bis|ab|anfang|ende|mitte|en|desde|hasta|depuis|debut|fin|a|in|dal|nel|em|desde|sinds|vanaf)[\s-]+$/

function isMonthAlone(reading: Reading, index: number): boolean {
  const token = reading.tokens[index]
  if (token === undefined || token.text.length < 3) return false
  const before = textBefore(reading, token.start, 20)
  if (!monthLeads.test(before))
    return /\bthis $/.test(before) && !ambiguousMonths.has(token.key) && token.text.length > 3
  const isWord = ambiguousMonths.has(token.key)
  if (!isWord) return true
  if (token.text.length <= 4 && token.key !== 'may' && token.key !== 'mai' && token.key !== 'mars')
    return false
  // "in march" is a month and "in marching" none; "may" after "in" can be nothing else, "last may" hardly.
  return token.isCapital || (reading.isUncased && /\b(?:in|since|until|last|next|by)\s$/.test(before))
}

const iso = /(?<![\d./-])(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?![\d/-]|\.\d)/g
const three = /(?<![\d./-]|\d,)(\d{1,2})(\s?[-/.]\s?)(\d{1,2})\2((?:19|20)\d\d|\d\d)(?![\d/-]|[.,]\d)/g
const monthYear = /(?<![\d./-])(?:0?[1-9]|1[0-2])\s?[-/.]\s?(?:19|20)\d\d(?![\d/-]|[.,]\d)/g
const yearMonth = /(?<![\d./-])(?:19|20)\d\d[-/](?:0[1-9]|1[0-2])(?![\d/-]|[.,]\d)/g
const two = /(?<![\d./-])(\d{1,2})\s?([/.-])\s?(\d{1,2})(?![\d/%-]|[.,]\d|\s?(?:cup|inch|of|out)\b)/g

function* datesInFigures(reading: Reading): Generator<FoundDate> {
  const { text } = reading
  const at = (match: RegExpMatchArray, isWeak: boolean): FoundDate => {
    const start = match.index ?? 0
    return { start, end: start + match[0].length, isWeak }
  }
  for (const match of text.matchAll(iso)) yield at(match, false)
  for (const match of text.matchAll(three)) {
    const [, first = '', mark = '', second = '', year = ''] = match
    if (!isDayAndMonth(Number(first), Number(second))) continue
    const isVersion = /\b(?:v|version|release|build|ios|android|section|chapter)\s?$/.test(
      textBefore(reading, match.index, 12),
    )
    yield at(match, isVersion || (year.length === 2 && !mark.includes('/') && !mark.includes('.')))
  }
  for (const match of text.matchAll(monthYear)) yield at(match, false)
  for (const match of text.matchAll(yearMonth)) yield at(match, false)
  for (const match of text.matchAll(two)) {
    const [, first = '', mark = '', second = ''] = match
    yield at(match, mark !== '/' || !isDayWithoutYear(reading, match.index, Number(first), Number(second)))
  }
}

function isDayAndMonth(a: number, b: number): boolean {
  return a >= 1 && b >= 1 && ((a <= 12 && b <= 31) || (b <= 12 && a <= 31))
}

/** 12/25 is a day; 24/7, 50/50 and 9/10 are not, unless something says "on". */
function isDayWithoutYear(reading: Reading, start: number, a: number, b: number): boolean {
  if (!isDayAndMonth(a, b) || (a === 24 && b === 7)) return false
  const before = textBefore(reading, start, 24)
  const isTold =
    /\b(?:on|by|since|until|till|dated?|due|from|before|after|between|of|am|le|el|op|il|dia)[:\s]+(?:the )?$/.test(
      before,
    )
  if (/\b(?:rated?|gave|give|score[ds]?|about|like|a)\s(?:it )?(?:a )?$/.test(before)) return false
  return isTold || (a <= 12 && b > 12) || (a > 12 && b <= 12 && a > 16)
}

const yearLeads =
  /(?:\b(?:in|since|during|until|till|before|after|from|by|of|year|years|around|circa|ca\.|late|early|mid|between|fall|autumn|summer|spring|winter|christmas|easter|q[1-4]|established|founded|est\.|throughout|through|version of|class of|seit|jahr|jahre|en|desde|depuis|annee|ano|anno|nel|dal|em|sinds|jaar|copyright|©|dated?|a|an|the|my|our|his|her|this|that)[\s:]+(?:the (?:year|summer|spring|winter|fall|autumn|end|beginning|start|middle) (?:of )?)?(?:about |around |like |early |late |mid-?)?)$/
const yearChain =
  /(?:(?:1[89]|20)\d\d|[a-z]+teen [a-z -]+|twenty [a-z -]+|two thousand [a-z -]+)\s?(?:-|–|to|and|or|until|through|,|\/)\s?$/

function* years(reading: Reading): Generator<FoundDate> {
  const { tokens } = reading
  for (let index = 0; index < tokens.length; index += 1) {
    const year = readYear(reading, index)
    const first = tokens[index]
    const last = tokens[(year?.to ?? 0) - 1]
    if (year === null || first === undefined || last === undefined) continue
    const isShort = first.kind === 'mark'
    const before = textBefore(reading, first.start, 40)
    if (
      /\b(?:end(?:s|ing|ed)? (?:in|with)|pin|code|digits|number|ext|extension|room|#)(?: is| was|:)?\s*$/.test(
        before,
      )
    )
      continue
    const isTold = yearLeads.test(before) || yearChain.test(before) || startsChain(reading, last.end)
    const season =
      /(?:\b(?:summer|spring|winter|fall|autumn|christmas|q[1-4]|early|late|mid|the end of|the beginning of|the start of)(?: of)?[\s-])$/.exec(
        before,
      )?.[0].length ?? 0
    if (!isCountedByNoun(reading, year.to) && !isShort)
      yield {
        start: first.start - season,
        end: last.end,
        isWeak: !isTold || isFigureOfOther(reading, index, year.to),
      }
    else if (isShort && /\b(?:in|since|of|until|from|summer|born)\s$/.test(before))
      yield { start: first.start, end: last.end, isWeak: false }
    index = Math.max(index, year.to - 1)
  }
}

const shortLeads =
  /\b(?:born(?: back| around| about| sometime)*(?: in)?|back in|(?:summer|spring|winter|fall|autumn|christmas|class|year) of|since|early|late|until)\s(?:early |late |about |around |like )?$/

/** "born in eighty four", "the summer of ninety nine". */
function* shortYears(reading: Reading): Generator<FoundDate> {
  const { tokens } = reading
  for (const [index, token] of tokens.entries()) {
    const isTen = token.kind === 'word' && reading.numbers.get(token.key)?.kind === 'ten'
    if (!isTen && !/^\d\d$/.test(token.text)) continue
    const year = readCardinal(reading, index)
    const last = tokens[(year?.to ?? 0) - 1]
    if (year === null || last === undefined || year.value < 20 || year.value > 99) continue
    const before = textBefore(reading, token.start, 30)
    const isNew = readYear(reading, index) === null && !isCountedByNoun(reading, year.to)
    if (isNew && shortLeads.test(before) && /^(?:$|[\s.,;!?)])/.test(textAfter(reading, last.end, 2)))
      yield { start: token.start, end: last.end, isWeak: year.value < 50 || year.to === index + 1 }
  }
}

const holiday =
  /(?<![\p{L}\p{N}])(?:christmas (?:day|eve)|new year['’]?s (?:day|eve)|boxing day|valentine['’]?s day|halloween|thanksgiving(?: day)?|easter (?:sunday|monday)|good friday|independence day|christmas|easter)(?:,?\s(?:of\s)?(?:19|20)\d\d)?(?![\p{L}\p{N}])/giu

/** "Christmas Day 1969"; without a year only if somebody was born on it. */
function* holidays({ text }: Reading): Generator<FoundDate> {
  for (const match of text.matchAll(holiday))
    yield { start: match.index, end: match.index + match[0].length, isWeak: !/\d$/.test(match[0]) }
}

/** "the eighth of the eighth eighty eight". */
function* ordinalDates(reading: Reading): Generator<FoundDate> {
  const { tokens } = reading
  for (const [index, token] of tokens.entries()) {
    const day = token.key === 'the' ? readOrdinal(reading, index + 1) : null
    if (day === null || day.value > 31 || tokens[day.to]?.key !== 'of' || tokens[day.to + 1]?.key !== 'the')
      continue
    const month = readOrdinal(reading, day.to + 2)
    if (month === null || month.value > 12) continue
    const at = overJoints(tokens, month.to)
    const to = readYear(reading, at)?.to ?? shortYear(reading, at)
    const last = tokens[(to ?? 0) - 1]
    if (last !== undefined) yield { start: token.start, end: last.end, isWeak: false }
  }
}

/** "on the 12th we met". */
function* daysAlone(reading: Reading): Generator<FoundDate> {
  const { tokens } = reading
  for (const [index, token] of tokens.entries()) {
    if (
      token.key !== 'the' ||
      !/^(?:on|by|until|before|after|since|from)$/.test(tokens[index - 1]?.key ?? '')
    )
      continue
    const day = readOrdinal(reading, index + 1)
    const last = tokens[(day?.to ?? 0) - 1]
    if (day === null || last === undefined || day.value > 31 || (day.value < 4 && last.kind === 'word'))
      continue
    const after = textAfter(reading, last.end, 24)
    if (
      /^(?:\s*$|[.,;!?)]| (?:we|i|he|she|they|it|you|at|of (?:this|next|last|the month|every|each)|and|to|when|was|is|my|our|but|so|because|in the|with|for)\b)/.test(
        after,
      )
    )
      yield { start: token.start, end: last.end, isWeak: false }
  }
}

function startsChain(reading: Reading, end: number): boolean {
  return /^\s?(?:-|–|to|until|through)\s?(?:1[89]|20)\d\d\b/.test(textAfter(reading, end, 16))
}

/** "between 1900 and 2000 dollars", "2000 people": a number of things. */
function isCountedByNoun(reading: Reading, index: number): boolean {
  const next = reading.tokens[index]
  if (next === undefined || next.gap !== 'blank' || next.kind !== 'word') return next?.text === '%'
  return (
    units.test(next.key) ||
    /^(?:steps|words|points|calories|grams|followers|comments|reviews|employees|mah|euro|usd|eur|different|more|other)$/.test(
      next.key,
    )
  )
}

/** Part of a longer number or an amount: 2019-4411-22, $2000. */
function isFigureOfOther(reading: Reading, index: number, to: number): boolean {
  const mark = reading.tokens[index - 1]
  if (mark !== undefined && /^[$€£#]$/.test(mark.text)) return true
  const at = overHyphen(reading.tokens, to)
  return (
    at !== to &&
    reading.tokens[at]?.kind === 'number' &&
    !/^(?:1[89]|20)\d\d$/.test(reading.tokens[at]?.text ?? '')
  )
}
