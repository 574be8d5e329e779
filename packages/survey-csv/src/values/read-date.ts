/** Parses the supported date formats and leaves an ambiguous order of day and month undecided. */
import type { ReadDate, TimeOfDay } from './date-parts.ts'
import { isDay } from './is-day.ts'
import { monthNumber } from './month-names.ts'
import { readIso } from './read-iso.ts'

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?:[T ,]+(.+))?$/
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?:[T ,]+(.+))?$/
const dayName =
  /^(\d{1,2})(?:st|nd|rd|th|\.)?[ -](?:de )?(\p{L}+)\.?,?[ -](?:de )?(\d{4})(?:[T ,]+(?:at |um |à )?(.+))?$/u
const nameDay = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[T ,]+(?:at )?(.+))?$/u
const japanese = /^(\d{4})年(\d{1,2})月(\d{1,2})日(?:\s*(.+))?$/
const weekday = /^\p{L}{2,10}\.?,? (?=\d|\p{L}+\.? \d)/u
const clock =
  /^(午前|午後)?\s*(\d{1,2})(?:[:.時h](\d{2})分?)?(?:[:.](\d{2})秒?(?:[.,](\d{1,9}))?)?\s*([ap]\.?\s?m\.?)?\s*(?:\(?([A-Z]{1,5})?\s*([+-]\d{1,2}:?(?:\d{2})?)?\)?)$/i
const maxDateChars = 48
/** Abbreviations that survey tools write. Ambiguous ones are omitted (IST) or read as American (CST). */
const zoneMinutes: Readonly<Record<string, number>> = {
  Z: 0,
  UTC: 0,
  GMT: 0,
  WET: 0,
  BST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  JST: 540,
  AST: -240,
  ADT: -180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
}

export function readDate(text: string): ReadDate | undefined {
  // Skips free text before any pattern is tried.
  if (text.length < 6 || text.length > maxDateChars) return undefined
  const iso = readIso(text)
  if (iso) return iso
  const trimmed = text.trim()
  if (!/\d/.test(trimmed)) return undefined
  return readNumeric(trimmed) ?? readNamed(trimmed)
}

function readNumeric(text: string): ReadDate | undefined {
  const iso = yearFirst.exec(text) ?? undefined
  if (iso) return certain(Number(iso[1]), Number(iso[3]), Number(iso[4]), iso[5])
  const ja = japanese.exec(text)
  if (ja) return certain(Number(ja[1]), Number(ja[2]), Number(ja[3]), ja[4])
  const late = yearLast.exec(text)
  if (!late) return undefined
  const year = fullYear(late[4] ?? '')
  const [first, second] = [Number(late[1]), Number(late[3])]
  // Dates with dots always have the day first.
  if (late[2] === '.') return certain(year, second, first, late[5])
  if (first < 1 || second < 1 || first > 31 || second > 31 || (first > 12 && second > 12)) return undefined
  return withTime({ year, day: { first, second } }, late[5])
}

function readNamed(text: string): ReadDate | undefined {
  if (!/\d{4}/.test(text)) return undefined
  return readMonthName(text) ?? readMonthName(text.replace(weekday, ''))
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
  const time = readClock(text)
  return time && { ...date, time }
}

function readClock(text: string): TimeOfDay | undefined {
  const found = clock.exec(text.trim())
  if (!found) return undefined
  const half = (found[1] ?? found[6] ?? '').toLowerCase()
  let hour = Number(found[2])
  if (half !== '' && hour > 12) return undefined
  if (half === '午後' || half.startsWith('p')) hour = (hour % 12) + 12
  else if (half !== '') hour %= 12
  else if (found[3] === undefined) return undefined
  const minute = Number(found[3] ?? 0)
  const second = Number(found[4] ?? 0)
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const millisecond = found[5] === undefined ? 0 : Number(found[5].slice(0, 3).padEnd(3, '0'))
  const time = { hour, minute, second: Math.min(second, 59), millisecond }
  const offsetMinutes = readOffset(found[7], found[8])
  if (offsetMinutes === null) return undefined
  return offsetMinutes === undefined ? time : { ...time, offsetMinutes }
}

/** Null if the time zone is unknown, undefined if there is none. */
function readOffset(zone: string | undefined, offset: string | undefined): number | undefined | null {
  const named = zone === undefined ? undefined : (zoneMinutes[zone.toUpperCase()] ?? null)
  if (offset === undefined || named === null) return named
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(offset) ?? []
  const total = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return (named ?? 0) + (sign === '-' ? -total : total)
}

/** Two-digit years below 70 are in the 21st century. */
function fullYear(text: string): number {
  const year = Number(text)
  if (text.length === 4) return year
  return year < 70 ? 2000 + year : 1900 + year
}
