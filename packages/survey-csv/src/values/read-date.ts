/** Parses the supported date formats and leaves an ambiguous order of day and month undecided. */
import type { ReadDate } from './date-parts.ts'
import { isDateConnector } from './date-words.ts'
import { isDay } from './is-day.ts'
import { monthNumber } from './month-names.ts'
import { plainText } from './plain-text.ts'
import { readClock } from './read-clock.ts'
import { readIso } from './read-iso.ts'
import { readWordDate } from './read-word-date.ts'

const yearFirst = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})\.?(?:[T ,]+(.+))?$/
const yearLast = /^(\d{1,2})([-/.]) ?(\d{1,2})\2 ?(\d{4}|\d{2})\.?(?: [гр]\.?)?(?:[T ,]+(.+))?$/
/** `25. 1. 17.` has the year first, unlike other dates with dots. */
const shortKorean = /^\d{2}\. \d{1,2}\. \d{1,2}\.(?!\d)/
const dayName =
  /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:de )?(\p{L}+)\.?,?[ -](?:de )?(\d{4})(?:[T ,]+(?:at |um |à )?(.+))?$/u
const nameDay = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[T ,]+(?:at )?(.+))?$/u
/** `13-Nov-25`, as spreadsheets write it. */
const shortYear = /^(\d{1,2})-(\p{L}+)\.?-(\d{2})(?: (.+))?$/u
const eastAsian =
  /^(\d{4}|(?:令和|平成|昭和)(?:\d{1,2}|元)) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일号](?:,?\s*(.+))?$/u
/** October in Croatian, where the day has a dot, and November in Polish, where it does not. */
const croatianOctober = /\d\. ?listopada/i
const weekday = /^\p{L}{2,10}\.?,? (?=\d|\p{L}+\.? \d)/u
const weekdayInParentheses = / ?\(\p{L}{1,3}\)/u
const eras: Readonly<Record<string, number>> = { 令和: 2018, 平成: 1988, 昭和: 1925 }
const maxDateChars = 64

export function readDate(text: string): ReadDate | undefined {
  // Skips free text before any pattern is tried.
  if (text.length < 6 || text.length > maxDateChars) return undefined
  const iso = readIso(text)
  if (iso) return iso
  const trimmed = plainText(text).trim()
  if (!/\d/.test(trimmed)) return undefined
  return readNumeric(trimmed) ?? readNamed(trimmed)
}

function readNumeric(text: string): ReadDate | undefined {
  const iso = yearFirst.exec(text) ?? undefined
  if (iso) return certain(Number(iso[1]), Number(iso[3]), Number(iso[4]), iso[5])
  const late = yearLast.exec(text)
  if (!late || shortKorean.test(text)) return undefined
  const year = fullYear(late[4] ?? '')
  const [first, second] = [Number(late[1]), Number(late[3])]
  // Dates with dots always have the day first.
  if (late[2] === '.') return certain(year, second, first, late[5])
  if (first < 1 || second < 1 || first > 31 || second > 31 || (first > 12 && second > 12)) return undefined
  return withTime({ year, day: { first, second } }, late[5])
}

function readNamed(text: string): ReadDate | undefined {
  if (!/\d{4}/.test(text)) return readShort(text)
  const bare = text.includes('(') ? text.replace(weekdayInParentheses, ' ').replace(/ +/g, ' ') : text
  const asian = /[年년]/.test(bare) ? eastAsian.exec(bare) : null
  if (asian)
    return certain(eraYear(asian[1] ?? ''), Number(asian[2]), Number(asian[3]), timeOf(asian[4] ?? ''))
  if (!/\p{L}/u.test(text) || croatianOctober.test(text)) return undefined
  const withoutWeekday = bare.replace(weekday, '')
  const numeric = withoutWeekday === text ? undefined : readNumeric(withoutWeekday)
  return numeric ?? readMonthName(text) ?? readMonthName(withoutWeekday) ?? readWords(text)
}

/** Dates without a year of four digits. */
function readShort(text: string): ReadDate | undefined {
  const short = shortYear.exec(text)
  if (short) return certain(fullYear(short[3] ?? ''), monthNumber(short[2] ?? ''), Number(short[1]), short[4])
  const era = eastAsian.exec(text)
  return era
    ? certain(eraYear(era[1] ?? ''), Number(era[2]), Number(era[3]), timeOf(era[4] ?? ''))
    : undefined
}

function readMonthName(text: string): ReadDate | undefined {
  const dayFirst = dayName.exec(text)
  if (dayFirst)
    return certain(Number(dayFirst[3]), monthNumber(dayFirst[2] ?? ''), Number(dayFirst[1]), dayFirst[4])
  const nameFirst = nameDay.exec(text)
  if (nameFirst)
    return certain(Number(nameFirst[3]), monthNumber(nameFirst[1] ?? ''), Number(nameFirst[2]), nameFirst[4])
  return undefined
}

function readWords(text: string): ReadDate | undefined {
  const read = readWordDate(text)
  if (!read) return undefined
  return certain(read.year, read.month, read.day, timeOf(read.rest))
}

/** Undefined if nothing or only a weekday follows the date, as in `13 Kasım 2025 Perşembe`. */
function timeOf(rest: string): string | undefined {
  const text = rest.replace(/^[\s.,;:)–-]+|[\s.]+$/g, '')
  const words = text.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  return /\d/.test(text) || !words.every(isDateConnector) ? text : undefined
}

function eraYear(text: string): number {
  const start = eras[text.slice(0, 2)]
  if (start === undefined) return Number(text)
  return start + (text.endsWith('元') ? 1 : Number(text.slice(2)))
}

function certain(
  year: number,
  month: number | undefined,
  day: number,
  time: string | undefined,
): ReadDate | undefined {
  if (month === undefined || !isDay(year, month, day)) return undefined
  return withTime({ year, day: { month, day } }, time)
}

function withTime(date: Omit<ReadDate, 'time'>, text: string | undefined): ReadDate | undefined {
  if (date.year < 1900 || date.year > 2200) return undefined
  if (text === undefined) return date
  const time = readClock(text.trim())
  return time && { ...date, time }
}

/** Two-digit years below 70 are in the 21st century. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}
